import Foundation

extension PDFDocument {
    /// One incremental update with a timestamp over the whole file (ISO 32000-2 §12.8.5, ETSI EN 319 142-1 §5.4.3).
    ///
    /// Unlike a signature it may be added even to a document that is certified without permitting changes.
    ///
    /// - Parameters:
    ///   - service: The authorities to ask.
    ///   - digest: The hash function for the file: SHA-512 where a timestamp is to last longer than the one before it.
    /// - Returns: Only the bytes to append to the document's.
    /// - Throws: ``PDFError`` and ``TimestampError``.
    func timestamped(by service: TimestampService, digest: DigestAlgorithm = .sha256) async throws -> Data {
        var room = SignatureTimestamp.usualRoom
        while true {
            var form = try FormUpdate(self, purpose: .validationData)
            try form.placeDocumentTimestamp(reserving: room)
            var update = try form.emitted()
            try Task.checkCancellation()
            let token = try await service.token(over: digest.digest(ofPieces: update.signedPieces))
            guard token.bytes.count <= room else {
                // What was timestamped depends on the room, so that a longer token needs another one.
                guard room == SignatureTimestamp.usualRoom else {
                    throw PDFError.signatureTooLong(needed: token.bytes.count, reserved: room)
                }
                room = token.bytes.count + token.bytes.count / 4
                continue
            }
            try update.fill(Data(token.bytes))
            return Data(update.bytes)
        }
    }
}

extension FormUpdate {
    /// Adds a signature field that is not seen, with a timestamp for its value.
    mutating func placeDocumentTimestamp(reserving bytes: Int) throws(PDFError) {
        var number = 1
        while present.fields["Timestamp-\(number)"] != nil { number += 1 }
        let name = "Timestamp-\(number)"
        _ = try claim(name, type: "Sig")
        let page = try page(1)
        let nowhere = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0)
        // Printed and locked, as signatures are.
        var field = widget(name: name, label: nil, type: "Sig", rect: nowhere, flags: 4 | 128, on: page)
        field["V"] = .reference(
            addSignature(
                ["Type": .name("DocTimeStamp"), "Filter": .name("Adobe.PPKLite"), "SubFilter": .name("ETSI.RFC3161")],
                reserving: bytes))
        addField(field, on: page)
    }
}
