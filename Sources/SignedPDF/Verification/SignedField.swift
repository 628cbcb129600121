import Foundation

/// A signature field that has been signed, with its signature dictionary (ISO 32000-2 §12.8.1).
struct SignedField: Sendable {
    var name: String
    var dictionary: PDFDictionary
    /// The indirect object that is or contains the signature dictionary.
    var object: PDFReference?
    /// The field's `/Lock` (ISO 32000-2 table 236).
    var lock: PDFObject?

    /// Returns all signed fields of the document, in the order of the field tree.
    static func all(in document: PDFDocument, tree: FieldTree) throws(PDFError) -> [SignedField] {
        var result: [SignedField] = []
        for field in tree.fields {
            if let signed = try SignedField(field, in: document) { result.append(signed) }
        }
        return result
    }

    /// Returns `nil` for an unsigned field, or one that is not a signature field.
    init?(_ field: FieldNode, in document: PDFDocument) throws(PDFError) {
        guard field.type == "Sig", let value = field.attributes["V"] else { return nil }
        let resolved = try document.resolve(value)
        if resolved.isNull { return nil }
        name = field.name
        dictionary = resolved.dictionaryValue ?? [:]
        object = value.referenceValue ?? field.reference
        lock = field.dictionary["Lock"]
    }

    /// The CMS structure, or whatever is in its place, including the padding zeros.
    var contents: Data? { dictionary["Contents"]?.stringValue }

    /// The offset of the value according to the byte range; the highest possible offset if it is missing.
    var gapStart: Int {
        let numbers = dictionary["ByteRange"]?.arrayValue ?? []
        return numbers.count == 4 ? numbers[1].integerValue ?? .max : .max
    }

    /// The encoding of the signature.
    var subFilter: String? { dictionary["SubFilter"]?.nameValue }
}
