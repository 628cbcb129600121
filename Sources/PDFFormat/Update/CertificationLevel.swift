/// The changes that a certification signature permits: `/P` of the DocMDP transform (ISO 32000-2 §12.8.2.2 and table
/// 257).
public enum CertificationLevel: Int, Sendable, Hashable, Codable {
    /// Only document timestamps and validation data.
    case noChanges = 1
    /// Filling in forms and signing.
    case formFilling = 2
    /// Form filling, signing and annotations.
    case annotations = 3

    /// The parameters of the DocMDP transform.
    package var transformParameters: PDFDictionary {
        ["Type": .name("TransformParams"), "P": .integer(rawValue), "V": .name("1.2")]
    }

    /// Reads the document's certification level. Returns `nil` if it is not certified. An unknown level permits
    /// nothing.
    ///
    /// - Throws: ``PDFError`` if the catalog cannot be read
    package init?(of document: PDFDocument) throws(PDFError) {
        guard let permissions = try document.resolve(try document.catalog()["Perms"] ?? .null).dictionaryValue,
            let signature = try document.resolve(permissions["DocMDP"] ?? .null).dictionaryValue
        else { return nil }
        for reference in try document.resolve(signature["Reference"] ?? .null).arrayValue ?? [] {
            guard let reference = try document.resolve(reference).dictionaryValue,
                reference["TransformMethod"] == .name("DocMDP"),
                let parameters = try document.resolve(reference["TransformParams"] ?? .null).dictionaryValue
            else { continue }
            let level = try document.value("P", in: parameters)
            self = level.isNull ? .formFilling : level.integerValue.flatMap(Self.init) ?? .noChanges
            return
        }
        return nil
    }
}

extension PDFDocument {
    /// Rejects a document that permits no additions.
    package func requireAdditions() throws(PDFError) {
        if try CertificationLevel(of: self) == .noChanges { throw .additionsForbidden }
    }
}
