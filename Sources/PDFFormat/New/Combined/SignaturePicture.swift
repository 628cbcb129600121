/// A signature in a copy of its document, where it proves nothing.
enum SignaturePicture {
    private static let readOnly = 1
    private static let pushButton = 1 << 16

    /// Makes a signature field a button without a function: its picture stays, and nobody takes it for a signature.
    static func make(_ field: inout PDFDictionary, in document: PDFDocument) throws(PDFError) {
        for key in ["V", "DV", "Lock", "SV"] { field[key] = nil }
        field["FT"] = .name("Btn")
        field["Ff"] = .integer(readOnly | pushButton)
        try removeCaption(&field, in: document)
    }

    /// Removes what a button shows and a signature does not.
    static func removeCaption(_ widget: inout PDFDictionary, in document: PDFDocument) throws(PDFError) {
        guard var traits = try document.readable(widget["MK"] ?? .null).dictionaryValue else { return }
        for key in ["CA", "RC", "AC", "I", "RI", "IX", "IF", "TP"] { traits[key] = nil }
        widget["MK"] = .dictionary(traits)
    }

    /// Whether a dictionary is a signature or a document timestamp (ISO 32000-2 §12.8.1). A copy of one would be reported
    /// as broken.
    static func isSignature(_ dictionary: PDFDictionary) -> Bool {
        dictionary["ByteRange"] != nil && dictionary["Contents"] != nil
    }
}
