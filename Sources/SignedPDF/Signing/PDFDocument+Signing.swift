import Foundation

extension PDFDocument {
    /// One incremental update that fills fields and signs the whole file with them: a PAdES baseline signature
    /// (ETSI EN 319 142-1 §6.3) with the sub-filter `ETSI.CAdES.detached` (ISO 32000-2 §12.8.3.4).
    ///
    /// The byte range covers the file from its first byte to the last one of the update but for the signature itself.
    ///
    /// - Parameters:
    ///   - signature: The signature field; an unsigned field of its name is signed, otherwise one is added.
    ///   - fields: Fields to add or fill in the same update.
    ///   - signer: Who signs.
    ///   - date: The claimed time of signing (`/M`).
    /// - Returns: Only the bytes to append to the document's.
    /// - Throws: ``PDFError``, ``IdentityError`` for a signer without certificate, and what the signer throws.
    public func signed(
        _ signature: SignatureField, filling fields: [FormField] = [], with signer: some DocumentSigner, at date: Date
    ) async throws -> Data {
        let reserved = try CMSSignature.estimatedSize(for: signer)
        var form = try FormUpdate(self)
        for field in fields { try form.place(field) }
        try form.place(signature, reserving: reserved, at: date)
        var update = try form.emitted()
        try Task.checkCancellation()
        let container = try await CMSSignature.detached(digest: update.digest(), signer: signer)
        try update.fill(container)
        return Data(update.bytes)
    }
}

extension FormUpdate {
    /// Printed and locked: readers must not let people move it (ISO 32000-2 table 167).
    private static let annotationFlags = 4 | 128

    /// Adds a signature field with its signature dictionary, or signs the field that has its name.
    mutating func place(
        _ signature: SignatureField, reserving bytes: Int, at date: Date
    ) throws(PDFError) {
        if let present = try claim(signature.name, type: "Sig") {
            guard try update.dictionary(present.reference)["V"] == nil else {
                throw .invalidField(name: signature.name, reason: "it is signed already")
            }
            for widget in present.widgets {
                let box = try widgetBox(widget, field: signature.name)
                guard box.width > 0, box.height > 0,
                    let appearance = try SignatureAppearance.appearance(
                        signature.appearance, width: box.width, height: box.height, field: signature.name)
                else { continue }
                let reference = try add(appearance, rotation: box.rotation)
                try change(widget) {
                    $0["AP"] = .dictionary(["N": .reference(reference)])
                    $0["F"] = .integer(Self.annotationFlags)
                }
            }
            let value = addSignature(Self.dictionary(signature, at: date), reserving: bytes)
            try change(present.reference) { $0["V"] = .reference(value) }
            return
        }
        let page = try page(signature.page)
        var rect = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0)
        var appearance: Appearance?
        if let seen = signature.rect {
            rect = try userSpaceRect(seen, on: page, field: signature.name)
            appearance = try SignatureAppearance.appearance(
                signature.appearance, width: seen.width, height: seen.height, field: signature.name)
        }
        if appearance == nil { rect = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0) }
        var field = widget(
            name: signature.name, label: signature.label, type: "Sig", rect: rect, flags: Self.annotationFlags,
            on: page)
        if let appearance {
            field["AP"] = .dictionary(["N": .reference(try add(appearance, rotation: page.rotation))])
        }
        field["V"] = .reference(addSignature(Self.dictionary(signature, at: date), reserving: bytes))
        addField(field, on: page)
    }

    /// The signature dictionary (ISO 32000-2 table 255) without `/ByteRange` and `/Contents`.
    private static func dictionary(_ signature: SignatureField, at date: Date) -> PDFDictionary {
        var dictionary: PDFDictionary = [
            "Type": .name("Sig"), "Filter": .name("Adobe.PPKLite"), "SubFilter": .name("ETSI.CAdES.detached"),
            "M": .text(PDFDate.string(from: date)),
        ]
        if let name = signature.signerName { dictionary["Name"] = .text(name) }
        if let reason = signature.reason { dictionary["Reason"] = .text(reason) }
        if let location = signature.location { dictionary["Location"] = .text(location) }
        if let contact = signature.contactInfo { dictionary["ContactInfo"] = .text(contact) }
        return dictionary
    }
}
