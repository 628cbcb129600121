/// An annotation that somebody may add under DocMDP 3 (ISO 32000-2 §12.5.6), and whether it can hide or imitate what
/// the page says.
struct Comment {
    /// What people call it.
    let name: String
    /// A note or a marking of text without a picture of its own: the reader draws its own icon or lets the text be
    /// read. A picture of its own can cover a number or turn a 1 into a 9.
    let isHarmless: Bool

    private static let remarks = [
        "Text": "note", "Popup": "note's window", "Caret": "mark for an insertion", "Highlight": "highlight",
        "Underline": "underline", "Squiggly": "wavy underline", "StrikeOut": "strikeout",
    ]
    private static let drawings = [
        "FreeText": "text box", "Line": "line", "Square": "rectangle", "Circle": "circle", "Polygon": "polygon",
        "PolyLine": "line of several parts", "Stamp": "stamp", "Ink": "drawing", "Redact": "redaction",
        "Link": "link without target",
    ]
    /// Entries that do or hold something other than a remark.
    private static let forbiddenEntries = ["A", "AA", "FS", "OC", "Dest", "PA", "FT", "Kids"]

    /// Nothing for an annotation that does something, plays something or brings a file along.
    init?(_ annotation: PDFDictionary) {
        guard let type = annotation["Subtype"]?.nameValue, let name = Self.remarks[type] ?? Self.drawings[type],
            Set(annotation.keys).count == annotation.entries.count,
            Self.forbiddenEntries.allSatisfy({ annotation[$0] == nil })
        else { return nil }
        self.name = name
        isHarmless = Self.remarks[type] != nil && annotation["AP"] == nil
    }
}
