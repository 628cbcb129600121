import Foundation

extension PDFDocument {
    /// Returns an incremental update after which some fields of the form are read-only (ISO 32000-2 §12.7.4.1). Names
    /// that no field bears are ignored.
    ///
    /// - Throws: ``PDFError``; ``PDFError/unsupported(_:)`` for a document that is signed, whose fields stay as they are
    public func update(locking names: Set<String>) throws(PDFError) -> Data {
        guard try !isSigned() else { throw .unsupported("locking the fields of a signed document") }
        var update = try IncrementalUpdate(self)
        for field in try FieldTree(self).fields where names.contains(field.name) {
            guard let reference = field.reference else { continue }
            var dictionary = try update.dictionary(reference)
            dictionary["Ff"] = .integer((field.attributes["Ff"]?.integerValue ?? 0) | 1)
            update.set(reference, to: .dictionary(dictionary))
        }
        return Data(try update.emitted().bytes)
    }
}
