extension PDFDocument {
    /// The additions that the document's existing signatures permit. Anything more would invalidate those signatures.
    public enum PermittedAdditions: Sendable, Hashable {
        /// The document is unsigned: any field may be added.
        case anything
        /// The document is signed: existing fields may be filled and signatures added, but no other new fields.
        case signatures
        /// The author certified the document against any addition.
        case nothing
    }

    /// Returns whether any fields, only signatures, or nothing may be added without invalidating a signature.
    ///
    /// - Throws: ``PDFError`` if the form cannot be read
    public func permittedAdditions() throws(PDFError) -> PermittedAdditions {
        if try CertificationLevel(of: self) == .noChanges { return .nothing }
        return try isSigned() ? .signatures : .anything
    }

    /// Whether the file has any signature, also in an odd place.
    func isSigned() throws(PDFError) -> Bool {
        let form = try resolve(try catalog()["AcroForm"] ?? .null).dictionaryValue ?? [:]
        for field in try FieldIndex(form: form, in: self).fields.values where field.type == "Sig" {
            guard let dictionary = try object(field.reference).dictionaryValue else { continue }
            if try !value("V", in: dictionary).isNull { return true }
        }
        return try !StraySignatures.reached(in: self, tree: FieldTree(self), besides: []).isEmpty
    }
}
