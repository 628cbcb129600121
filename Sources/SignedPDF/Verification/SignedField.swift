import Foundation

/// A signature field that has been signed, with its signature dictionary (ISO 32000-2 §12.8.1).
struct SignedField: Sendable {
    var name: String
    var dictionary: PDFDictionary
    /// The indirect object that the signature dictionary is, or is written into.
    var object: PDFReference?
    /// The field's `/Lock` (ISO 32000-2 table 236).
    var lock: PDFObject?

    /// All signed fields of the document, in the order of the field tree.
    static func all(in document: PDFDocument, tree: FieldTree) throws(PDFError) -> [SignedField] {
        var result: [SignedField] = []
        for field in tree.fields {
            if let signed = try SignedField(field, in: document) { result.append(signed) }
        }
        return result
    }

    /// Nothing for a field that is not signed, or no signature field.
    init?(_ field: FieldNode, in document: PDFDocument) throws(PDFError) {
        guard field.type == "Sig", let value = field.attributes["V"] else { return nil }
        let resolved = try document.resolve(value)
        if resolved.isNull { return nil }
        name = field.name
        dictionary = resolved.dictionaryValue ?? [:]
        object = value.referenceValue ?? field.reference
        lock = field.dictionary["Lock"]
    }

    /// The CMS structure, or whatever stands in its place; with the zeros that fill it up.
    var contents: Data? { dictionary["Contents"]?.stringValue }

    /// Where the byte range says that the value begins; behind everything else if it says nothing.
    var gapStart: Int {
        let numbers = dictionary["ByteRange"]?.arrayValue ?? []
        return numbers.count == 4 ? numbers[1].integerValue ?? .max : .max
    }

    /// The encoding of the signature.
    var subFilter: String? { dictionary["SubFilter"]?.nameValue }
}
