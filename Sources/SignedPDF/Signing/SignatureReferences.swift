extension FormUpdate {
    /// Returns the signature reference dictionaries (ISO 32000-2 table 256) that say what a signature locks.
    func references(
        lock: FieldLock?, certification: CertificationLevel?
    ) throws(PDFError) -> [PDFObject] {
        var references: [PDFObject] = []
        if let certification {
            references.append(
                .dictionary([
                    "Type": .name("SigRef"), "TransformMethod": .name("DocMDP"),
                    "TransformParams": .dictionary(certification.transformParameters),
                ]))
        }
        if let lock {
            var reference: PDFDictionary = [
                "Type": .name("SigRef"), "TransformMethod": .name("FieldMDP"),
                "TransformParams": .dictionary(lock.transformParameters),
            ]
            // The object that the transform applies to: the catalog, and thereby all fields.
            reference["Data"] = update.document.trailer["Root"]
            references.append(.dictionary(reference))
        }
        return references
    }

    /// Names the certification signature in the catalog (ISO 32000-2 §12.8.6).
    mutating func permit(_ signature: PDFReference) throws(PDFError) {
        guard let root = update.document.trailer["Root"]?.referenceValue else { return }
        let catalog = try update.dictionary(root)
        var permissions = try update.resolve(catalog["Perms"] ?? .null).dictionaryValue ?? [:]
        permissions["DocMDP"] = .reference(signature)
        if case .reference(let shared) = catalog["Perms"] {
            set(shared, to: permissions)
        } else {
            try change(root) { $0["Perms"] = .dictionary(permissions) }
        }
    }
}
