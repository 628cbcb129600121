/// All pictures that a widget can show: the normal one, and those under the pointer and while it is pressed, each in
/// all its states (ISO 32000-2 §12.5.5).
enum AppearanceStreams {
    static func all(of widget: PDFDictionary, in document: PDFDocument) -> [PDFStream] {
        guard let appearances = (try? document.value("AP", in: widget))?.dictionaryValue else { return [] }
        var streams: [PDFStream] = []
        for entry in appearances.entries {
            switch try? document.resolve(entry.value) {
            case .stream(let stream): streams.append(stream)
            case .dictionary(let states):
                for state in states.entries {
                    if case .stream(let stream)? = try? document.resolve(state.value) { streams.append(stream) }
                }
            default: continue
            }
        }
        return streams
    }

    /// The picture that a widget shows while nobody points at it; nil if it shows none.
    static func shown(of widget: PDFDictionary, in document: PDFDocument) -> PDFStream? {
        let state = (try? document.value("AS", in: widget))?.nameValue ?? "Off"
        return states(of: widget, named: state, in: document).first { $0.key == "N" }?.stream
    }

    /// The pictures of one state: the normal one, under the pointer and while it is pressed, as far as there are.
    static func states(
        of widget: PDFDictionary, named state: String, in document: PDFDocument
    ) -> [(key: String, stream: PDFStream)] {
        guard let appearances = (try? document.value("AP", in: widget))?.dictionaryValue else { return [] }
        return appearances.entries.compactMap { entry in
            switch try? document.resolve(entry.value) {
            case .stream(let stream): return (entry.key, stream)
            case .dictionary(let states):
                guard let picture = states[state], case .stream(let stream)? = try? document.resolve(picture) else {
                    return nil
                }
                return (entry.key, stream)
            default: return nil
            }
        }
    }
}
