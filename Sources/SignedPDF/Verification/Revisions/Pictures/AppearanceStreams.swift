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
}
