extension FormFont {
    /// Returns `nil` for a font whose program is not embedded, or whose codes are unknown.
    init?(_ dictionary: PDFDictionary, named name: String, _ reference: PDFReference, in document: PDFDocument) {
        let font = CodedFont(dictionary, in: document)
        guard font.isEmbedded, (try? document.value("Subtype", in: dictionary))?.nameValue != "Type0" else {
            return nil
        }
        var codes: [Character: UInt8] = [:]
        var widths = Array(repeating: 0.0, count: 256)
        for code in UInt8.min...UInt8.max {
            guard let glyph = font.glyphs([code])?.first else { continue }
            widths[Int(code)] = glyph.width
            if let text = glyph.text, text.count == 1, let character = text.first, glyph.width > 0,
                codes[character] == nil
            {
                codes[character] = code
            }
        }
        guard !codes.isEmpty else { return nil }
        self.init(name: name, reference: reference, codes: codes, widths: widths)
    }
}
