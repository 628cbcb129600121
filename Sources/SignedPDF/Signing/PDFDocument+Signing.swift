import Foundation

extension PDFDocument {
    /// Returns one incremental update that fills fields and signs the whole file with them. The result is a PAdES
    /// baseline signature (ETSI EN 319 142-1 §6.3) with the sub-filter `ETSI.CAdES.detached` (ISO 32000-2 §12.8.3.4).
    ///
    /// The byte range covers the file from its first byte to the last one of the update, except for the signature
    /// value.
    ///
    /// - Parameters:
    ///   - signature: the signature field; an existing unsigned field of its name is signed, otherwise one is added
    ///   - fields: fields to add or fill in the same update
    ///   - awaited: signature fields to add, unsigned, for later signers
    ///   - signer: the signer
    ///   - date: the claimed time of signing (`/M`)
    /// - Returns: only the bytes to append to the document's
    /// - Throws: ``PDFError``, also if an earlier signature would become invalid; ``SigningIdentityError`` for a signer
    ///   without a certificate; and any error of the signer
    public func signedRevision(
        _ signature: SignatureField, filling fields: [FormField] = [], awaiting awaited: [SignatureField] = [],
        with signer: some DocumentSigner, at date: Date
    ) async throws -> Data {
        try requireEarlierSignaturesHold(signing: signature, filling: fields, awaiting: awaited)
        return try await signedRevision(
            signature, filling: fields, awaiting: awaited, with: signer, at: date, addingRoom: 0
        ) { $0 }
    }

    /// Returns the document with the signature: its bytes as they are, and the update that
    /// ``signedRevision(_:filling:awaiting:with:at:)`` appends.
    ///
    /// - Throws: what that method throws
    public func signed(
        _ signature: SignatureField, filling fields: [FormField] = [], awaiting awaited: [SignatureField] = [],
        with signer: some DocumentSigner, at date: Date
    ) async throws -> PDFDocument {
        let update = try await signedRevision(
            signature, filling: fields, awaiting: awaited, with: signer, at: date)
        return try PDFDocument(bytes + update, password: encryption?.password)
    }

    /// Signs without checking the permissions of earlier signatures.
    ///
    /// - Parameters:
    ///   - room: how many bytes `complete` may add to the signature container
    ///   - complete: adds unsigned attributes to the container
    func signedRevision(
        _ signature: SignatureField, filling fields: [FormField], awaiting awaited: [SignatureField],
        with signer: some DocumentSigner, at date: Date, addingRoom room: Int,
        completing complete: (Data) async throws -> Data
    ) async throws -> Data {
        let reserved = try CMSSignature.estimatedSize(for: signer) + room
        var form = try FormUpdate(self)
        for field in fields { try form.place(field) }
        for field in awaited { try form.placeEmpty(field) }
        try form.place(signature, reserving: reserved, at: date)
        try form.requireDemandsMet(
            of: signature.name,
            by: SeedValue.Order(
                digest: signer.algorithm.digest.algorithm.name, reason: signature.reason,
                certification: signature.certification, hasTimestamp: room > 0))
        if signer.algorithm.kind == .ed25519 { try form.declare(.signaturesISO32002) }
        var update = try form.emitted()
        try Task.checkCancellation()
        let digest = signer.algorithm.digest.algorithm.digest(ofPieces: update.signedPieces)
        let container = try await CMSSignature.detached(digest: digest.bytes, signer: signer)
        try update.fill(try await complete(container))
        return Data(update.bytes)
    }
}

extension FormUpdate {
    /// Print and Locked: viewers must not let people move the signature (ISO 32000-2 table 167).
    private static let annotationFlags = 4 | 128
    /// Hidden and NoView.
    private static let hidingFlags = 2 | 32

    /// Adds a signature field with its signature dictionary, or signs the existing field of its name.
    mutating func place(
        _ signature: SignatureField, reserving bytes: Int, at date: Date
    ) throws(PDFError) {
        shaper = shaper ?? signature.shaper
        if let present = try claim(signature.name, type: "Sig") {
            try sign(present, as: signature, reserving: bytes, at: date)
            return
        }
        var (field, page) = try emptyField(signature, isShown: true)
        field["V"] = .reference(try addSignature(signature, locking: signature.lock, reserving: bytes, at: date))
        try addField(field, on: page)
    }

    /// Checks that a signature meets what the author of its field demands.
    ///
    /// - Throws: `PDFError.unsignableField`
    func requireDemandsMet(of name: String, by order: SeedValue.Order) throws(PDFError) {
        guard let present = present.fields[name] else { return }
        let field = try update.document.object(present.reference).dictionaryValue ?? [:]
        guard let reason = try SeedValue(of: field, in: update.document)?.unmetDemand(on: order) else { return }
        throw .unsignableField(name: name, reason: reason)
    }

    /// Adds an unsigned signature field without an appearance.
    mutating func placeEmpty(_ signature: SignatureField) throws(PDFError) {
        guard try claim(signature.name, type: "Sig") == nil else { return }
        let (field, page) = try emptyField(signature, isShown: false)
        form["SigFlags"] = .integer((form["SigFlags"]?.integerValue ?? 0) | 1)
        try addField(field, on: page)
    }

    private mutating func sign(
        _ present: PresentField, as signature: SignatureField, reserving bytes: Int, at date: Date
    ) throws(PDFError) {
        let field = try update.dictionary(present.reference)
        // Some programs write the value into a widget.
        let values = try present.widgets.map { (widget) throws(PDFError) in try update.dictionary(widget)["V"] }
        for value in [field["V"]] + values {
            guard try update.resolve(value ?? .null).isNull else {
                throw .invalidField(name: signature.name, reason: "it is signed already")
            }
        }
        // A field without a place on a page may have no rectangle either.
        for widget in signature.appearance.isVisible ? present.widgets : [] {
            let box = try widgetBox(widget, field: signature.name)
            let unit = try userUnit(of: widget)
            let origin = signature.seenRect.map { ($0.x, $0.y) } ?? (0, 0)
            guard box.width > 0, box.height > 0,
                let reference = try addAppearance(
                    of: signature, origin: origin, width: box.width * unit, height: box.height * unit,
                    rotation: box.rotation)
            else { continue }
            let flags = try update.resolve(update.dictionary(widget)["F"] ?? .null).integerValue ?? 0
            try change(widget) {
                $0["AP"] = .dictionary(["N": .reference(reference)])
                // A field that its author hides stays hidden.
                $0["F"] = .integer(Self.annotationFlags | flags & Self.hidingFlags)
            }
        }
        let own = try update.resolve(field["Lock"] ?? .null).dictionaryValue.flatMap {
            FieldLock($0, in: update.document)
        }
        let value = try addSignature(signature, locking: own ?? signature.lock, reserving: bytes, at: date)
        try change(present.reference) { $0["V"] = .reference(value) }
    }

    /// Returns the field merged with its widget, without `/V`, and its page.
    private mutating func emptyField(
        _ signature: SignatureField, isShown: Bool
    ) throws(PDFError) -> (PDFDictionary, PDFPage) {
        let page = try page(signature.page)
        var rect = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0)
        var appearance: PDFReference?
        if let seen = signature.seenRect, signature.appearance.isVisible {
            rect = try userSpaceRect(seen, on: page, field: signature.name)
            if isShown {
                appearance = try addAppearance(
                    of: signature, origin: (seen.x, seen.y), width: seen.width, height: seen.height,
                    rotation: page.rotation)
            }
        }
        // Screen readers need a name in a tagged document (ISO 14289-1 §7.18.1).
        let label =
            signature.label ?? (isTagged ? signature.signerName.map { "Signature of \($0)" } ?? "Signature" : nil)
        var field = widget(
            name: signature.name, label: label, type: "Sig", rect: rect, flags: Self.annotationFlags,
            on: page)
        if let appearance { field["AP"] = .dictionary(["N": .reference(appearance)]) }
        if let lock = signature.lock { field["Lock"] = .reference(add(lock.dictionary)) }
        return (field, page)
    }

    /// Adds the signature dictionary, and the document's permissions if the signature certifies it.
    private mutating func addSignature(
        _ signature: SignatureField, locking lock: FieldLock?, reserving bytes: Int, at date: Date
    ) throws(PDFError) -> PDFReference {
        if signature.certification != nil {
            guard try !update.document.isSigned() else {
                throw .invalidField(
                    name: signature.name, reason: "a certification must be the first signature of a document")
            }
        }
        var dictionary = Self.dictionary(signature, at: date)
        let references = try references(lock: lock, certification: signature.certification)
        if !references.isEmpty { dictionary["Reference"] = .array(references) }
        let value = addSignature(dictionary, reserving: bytes)
        if signature.certification != nil { try permit(value) }
        return value
    }

    /// Returns the signature dictionary (ISO 32000-2 table 255) without `/ByteRange` and `/Contents`.
    private static func dictionary(_ signature: SignatureField, at date: Date) -> PDFDictionary {
        var dictionary: PDFDictionary = [
            "Type": .name("Sig"), "Filter": .name("Adobe.PPKLite"), "SubFilter": .name("ETSI.CAdES.detached"),
            "M": .text(PDFDate.string(from: date)),
        ]
        if let name = signature.signerName { dictionary["Name"] = .text(name) }
        if let reason = signature.reason { dictionary["Reason"] = .text(reason) }
        if let location = signature.location { dictionary["Location"] = .text(location) }
        if let contact = signature.contactInfo { dictionary["ContactInfo"] = .text(contact) }
        if !signature.vouchesFor.isEmpty {
            dictionary[Vouching.key] = .array(signature.vouchesFor.map(PDFObject.text))
        }
        return dictionary
    }
}
