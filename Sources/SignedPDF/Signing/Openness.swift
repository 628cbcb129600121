extension PDFDocument {
    /// What the signatures that the document has let others add. Adding more would turn those signatures invalid.
    public enum Openness: Sendable, Hashable {
        /// Nobody has signed: any field may be added.
        case anything
        /// Somebody has signed: present fields may be filled and signatures added, new fields of other kinds not.
        case signatures
        /// The author certified it so that nothing may be added.
        case nothing
    }

    /// Whether fields, only signatures or nothing may be added without breaking a signature.
    ///
    /// - Throws: ``PDFError`` for a form that cannot be read.
    public func openness() throws(PDFError) -> Openness {
        if try CertificationLevel(of: self) == .noChanges { return .nothing }
        return try isSigned() ? .signatures : .anything
    }

    /// Whether a signature field has a value.
    func isSigned() throws(PDFError) -> Bool {
        let form = try resolve(try catalog()["AcroForm"] ?? .null).dictionaryValue ?? [:]
        for field in try FieldIndex(form: form, in: self).fields.values where field.type == "Sig" {
            guard let dictionary = try object(field.reference).dictionaryValue else { continue }
            if try !value("V", in: dictionary).isNull { return true }
        }
        return false
    }
}
