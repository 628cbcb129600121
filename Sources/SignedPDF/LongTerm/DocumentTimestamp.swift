import Foundation

extension PDFDocument {
    /// Returns one incremental update with a timestamp over the whole file (ISO 32000-2 §12.8.5, ETSI EN 319 142-1
    /// §5.4.3).
    ///
    /// Unlike a signature, it may be added even to a document that is certified against any change.
    ///
    /// - Parameters:
    ///   - service: the timestamp authorities
    ///   - digest: the hash function for the file; SHA-512 if the timestamp must outlast an earlier one
    /// - Returns: only the bytes to append to the document's
    /// - Throws: ``PDFError`` and ``TimestampError``
    func timestamped(by service: TimestampService, digest: DigestAlgorithm = .sha256) async throws -> Data {
        var room = SignatureTimestamp.usualRoom
        while true {
            var form = try FormUpdate(self, purpose: .validationData)
            try form.placeDocumentTimestamp(reserving: room)
            var update = try form.emitted()
            try Task.checkCancellation()
            let token = try await service.token(over: digest.digest(ofPieces: update.signedPieces))
            guard token.bytes.count <= room else {
                // The timestamped bytes depend on the reserved room, so a longer token needs a new timestamp.
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
    /// Adds an invisible signature field whose value is a timestamp.
    mutating func placeDocumentTimestamp(reserving bytes: Int) throws(PDFError) {
        var number = 1
        while present.fields["Timestamp-\(number)"] != nil { number += 1 }
        let name = "Timestamp-\(number)"
        _ = try claim(name, type: "Sig")
        let page = try page(1)
        let nowhere = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0)
        // Print and Locked, as for signatures.
        var field = widget(name: name, label: nil, type: "Sig", rect: nowhere, flags: 4 | 128, on: page)
        field["V"] = .reference(
            addSignature(
                ["Type": .name("DocTimeStamp"), "Filter": .name("Adobe.PPKLite"), "SubFilter": .name("ETSI.RFC3161")],
                reserving: bytes))
        try addField(field, on: page)
    }
}
