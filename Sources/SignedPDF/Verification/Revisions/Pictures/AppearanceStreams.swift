/// All pictures that a widget can show: the normal, rollover and down appearance, each in all its states (ISO 32000-2
/// §12.5.5).
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

    /// Returns the normal picture in the widget's current state, or `nil` if it shows none.
    static func shown(of widget: PDFDictionary, in document: PDFDocument) -> PDFStream? {
        let state = (try? document.value("AS", in: widget))?.nameValue ?? "Off"
        return states(of: widget, named: state, in: document).first { $0.key == "N" }?.stream
    }

    /// Returns the pictures of one state: normal, rollover and down, as far as they exist.
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
