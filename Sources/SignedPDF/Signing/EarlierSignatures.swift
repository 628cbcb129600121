import Foundation

/// Applies the verifier's rules before signing, to check that existing signatures permit the new one.
struct EarlierSignatures {
    private let document: PDFDocument
    private let tree: FieldTree
    private let signatures: [(field: SignedField, permissions: SignaturePermissions)]

    init(of document: PDFDocument) throws(PDFError) {
        self.document = document
        tree = try FieldTree(document)
        let fields = try SignedField.all(in: document, tree: tree)
        let strays = try StraySignatures.reached(in: document, tree: tree, besides: fields)
        signatures = (fields + strays).map { field in
            (field, SignaturePermissions(field.dictionary, lock: field.lock, in: document))
        }
    }

    var isEmpty: Bool { signatures.isEmpty }

    /// Throws if an existing signature does not permit a change, even one that is itself signed.
    func require(_ change: LaterChange.Kind) throws(PDFError) {
        for (field, permissions) in signatures
        where permissions.standing(of: change, isSigned: true) != .permitted {
            throw .earlierSignature(
                field: field.name, signer: Self.signer(of: field), reason: Self.reason(permissions, change))
        }
    }

    /// Throws if the verifier would report that the signature's appearance covers something.
    func requireExtent(of signature: SignatureField) throws(PDFError) {
        guard let first = signatures.first?.field, signature.appearance.isVisible else { return }
        let present = tree.fields.first { $0.name == signature.name }
        let pages = try document.pages()
        let places = try FieldPlaces(old: [], in: document, new: pages, in: document)
        var covered: [(page: PDFPage, rect: PDFRectangle)] = []
        if let present {
            covered = (places.visible(present) ?? []).map { ($0.page, $0.rect) }
        } else if let seen = signature.seenRect {
            let page = try document.page(signature.page)
            covered = [(page, page.userSpaceRect(seen))]
            if case .composed(let parts) = signature.appearance {
                covered = parts.map { (page, page.userSpaceRect($0.rect)) }
            }
        }
        for (_, own) in Dictionary(grouping: covered, by: \.page.reference) {
            guard let page = own.first?.page else { continue }
            func share(of rect: PDFRectangle) -> Double {
                let area = own.reduce(0) { sum, place in
                    let common = place.rect.intersection(rect)
                    return sum + common.width * common.height
                }
                return rect.isEmpty ? 0 : area / (rect.width * rect.height)
            }
            var what =
                share(of: page.cropBox) > PictureExtentRule.largestShare ? "a large part of page \(page.number)" : nil
            for field in tree.fields where present == nil && what == nil && field.name != signature.name {
                let isCovered = (places.visible(field) ?? []).contains {
                    $0.page.reference == page.reference && share(of: $0.rect) > PictureExtentRule.largestShare
                }
                if isCovered { what = "the field “\(field.name)”" }
            }
            guard let what else { continue }
            throw .earlierSignature(
                field: first.name, signer: Self.signer(of: first),
                reason: "the new signature's picture would cover \(what)")
        }
    }

    private static func reason(_ permissions: SignaturePermissions, _ change: LaterChange.Kind) -> String {
        if permissions.certificationLevel == 1 { return "it permits no changes, not even further signatures" }
        switch change {
        case .fieldFilled(let field): return "it locks the field “\(field.name)”"
        case .signed(let field), .signedInNewField(let field), .signedInNewVisibleField(let field):
            return permissions.locks.contains(.all)
                ? "it locks all fields, including those of further signatures"
                : "it locks the signature field “\(field.name)”"
        default: return "it permits no new fields"
        }
    }

    private static func signer(of field: SignedField) -> String? {
        if let contents = field.contents, let data = try? CMSSignedData.read(Array(contents)),
            let certificate = data.signerCertificate
        {
            return SignerName.shortText(of: certificate)
        }
        return field.dictionary["Name"]?.textValue
    }
}

extension PDFDocument {
    /// Throws if a further signature in a new field would invalidate an existing one. That is the case if the existing
    /// one certifies the document against any change, or locks all fields or all except named ones. Call this before
    /// you ask anybody to sign.
    ///
    /// - Throws: ``PDFError/earlierSignature(field:signer:reason:)``, or another ``PDFError`` if the form cannot be
    ///   read
    public func requireSignaturesPermitted() throws(PDFError) {
        let earlier = try EarlierSignatures(of: self)
        // A name that no lock lists.
        try earlier.require(.signedInNewVisibleField(ChangedField("countersign-trial")))
    }

    /// Throws if signing would invalidate an earlier signature.
    func requireEarlierSignaturesHold(
        signing signature: SignatureField, filling fields: [FormField], awaiting awaited: [SignatureField]
    ) throws(PDFError) {
        try requireAdditions()
        let earlier = try EarlierSignatures(of: self)
        guard !earlier.isEmpty else { return }
        let form = try resolve(try catalog()["AcroForm"] ?? .null).dictionaryValue ?? [:]
        let present = try FieldIndex(form: form, in: self).fields
        for field in fields {
            let changed = ChangedField(field.name)
            try earlier.require(
                present[field.name] == nil ? .other(.fieldAdded(field: changed)) : .fieldFilled(changed))
        }
        for field in awaited where present[field.name] == nil {
            try earlier.require(
                .signatureFieldAdded(ChangedField(field.name)))
        }
        let changed = ChangedField(signature.name)
        if present[signature.name] != nil {
            try earlier.require(.signed(changed))
        } else {
            try earlier.require(
                signature.appearance.isVisible ? .signedInNewVisibleField(changed) : .signedInNewField(changed))
        }
        try earlier.requireExtent(of: signature)
    }
}
