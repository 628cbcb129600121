import Foundation

/// A signature field that has been signed, with its signature dictionary (ISO 32000-2 §12.8.1).
struct SignedField: Sendable {
    var name: String
    var dictionary: PDFDictionary
    /// The indirect object that the signature dictionary is, or is written into.
    var object: PDFReference?

    /// All signed fields of the document, in the order of the field tree.
    static func all(in document: PDFDocument, tree: FieldTree) throws(PDFError) -> [SignedField] {
        var result: [SignedField] = []
        for field in tree.fields where field.type == "Sig" {
            guard let value = field.attributes["V"] else { continue }
            let resolved = try document.resolve(value)
            if resolved.isNull { continue }
            result.append(
                SignedField(
                    name: field.name, dictionary: resolved.dictionaryValue ?? [:],
                    object: value.referenceValue ?? field.reference))
        }
        return result
    }

    /// The CMS structure, or whatever stands in its place; with the zeros that fill it up.
    var contents: Data? { dictionary["Contents"]?.stringValue }

    /// The encoding of the signature.
    var subFilter: String? { dictionary["SubFilter"]?.nameValue }
}
