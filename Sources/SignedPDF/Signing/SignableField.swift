import DescribedErrors

extension PDFDocument {
    /// Returns the place of the signature field that bears a name, if it can still be signed. Give its name to
    /// ``SignatureField`` to sign it.
    ///
    /// Of a field with several places, the first is returned; a signature shows in all of them.
    ///
    /// - Throws: ``PDFError/unsignableField(name:reason:)`` for a name that no field bears, with the names of the fields
    ///   that can be signed; for a field of another kind; and for one that is signed already
    public func signableField(named name: String) throws(PDFError) -> PlacedField {
        let fields = try placedFields()
        let form = try resolve(try catalog()["AcroForm"] ?? .null).dictionaryValue ?? [:]
        let present = try FieldIndex(form: form, in: self).fields
        guard let field = fields.first(where: { $0.name == name }), let own = present[name] else {
            var open: [String] = []
            for field in fields where field.kind == .signature && !open.contains(field.name) {
                if let other = present[field.name], try !isSigned(other) { open.append(field.name) }
            }
            throw .unsignableField(name: name, reason: Self.noSuchField(open))
        }
        guard field.kind == .signature else {
            throw .unsignableField(name: name, reason: "it is a \(field.kind.rawValue) field, not a signature field")
        }
        guard try !isSigned(own) else { throw .unsignableField(name: name, reason: "it is signed already") }
        return field
    }

    private func isSigned(_ field: PresentField) throws(PDFError) -> Bool {
        guard let dictionary = try object(field.reference).dictionaryValue else { return false }
        return try !value("V", in: dictionary).isNull
    }

    private static let mostNames = 10

    private static func noSuchField(_ open: [String]) -> String {
        guard !open.isEmpty else { return "the document has no field of this name, and no other to sign" }
        let names = open.prefix(mostNames).map { "“\(QuotedText.plain($0))”" }.joined(separator: ", ")
        return "the document has no field of this name; those to sign are \(names)"
            + (open.count > mostNames ? " and \(open.count - mostNames) more" : "")
    }
}
