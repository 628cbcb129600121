/// What a certification signature lets others do (ISO 32000-2 §12.8.2.2).
enum Certification {
    /// Refuses a document whose author certified it so that nothing may be added: DocMDP with `/P` 1. Whatever were
    /// appended would turn the author's signature invalid.
    static func allowsAdditions(to document: PDFDocument) throws(PDFError) {
        guard let permissions = try document.resolve(try document.catalog()["Perms"] ?? .null).dictionaryValue,
            let signature = try document.resolve(permissions["DocMDP"] ?? .null).dictionaryValue,
            let references = try document.resolve(signature["Reference"] ?? .null).arrayValue
        else { return }
        for reference in references {
            guard let reference = try document.resolve(reference).dictionaryValue,
                reference["TransformMethod"] == .name("DocMDP"),
                let parameters = try document.resolve(reference["TransformParams"] ?? .null).dictionaryValue
            else { continue }
            if try document.value("P", in: parameters).integerValue == 1 { throw .additionsForbidden }
        }
    }
}
