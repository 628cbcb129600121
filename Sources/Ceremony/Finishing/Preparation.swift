import Envelopes
import Foundation
import SignedPDF

/// The update that adds the fields of all recipients to a document before its first signature.
///
/// After a signature, validators accept that fields are filled and signed, but treat an added field as a change of the
/// document. So recipients later only fill existing fields. Each signature field names the fields that it locks, which
/// are its signer's own; the seal locks the document.
struct Preparation {
    let fields: [FormField]
    var signatures: [SignatureField]

    init(of document: EnvelopeDocument, in envelope: Envelope) {
        var fields: [FormField] = []
        var signatures: [SignatureField] = []
        // A recipient who signs freely gets a new signature field where they chose, as validators permit.
        for recipient in envelope.recipients where recipient.signs && !envelope.signsFreely(recipient.id) {
            // A recipient without a field here does not sign the document: their signature field would stay empty
            // forever.
            let signsIt = envelope.documentsAsking(recipient.id).contains { $0.id == document.id }
            guard signsIt else { continue }
            let own = RecipientFields.awaited(on: document, from: recipient.id, in: envelope)
            var signature = RecipientFields.awaitedSignature(on: document, from: recipient, in: envelope)
            if !own.isEmpty { signature.lock = .only(own.map(\.name)) }
            fields += own
            signatures.append(signature)
        }
        self.fields = fields
        self.signatures = signatures + [Self.seal(of: envelope)]
    }

    /// Returns the service's own signature field, which locks the document against everything but long-term evidence.
    ///
    /// It locks by its permission and names no field: pyHanko reports a locked field as changed if the picture in it is
    /// older than the lock's signature and any revision follows.
    static func seal(of envelope: Envelope) -> SignatureField {
        let name = FieldName.ofSeal(of: envelope)
        return SignatureField(
            name: name, page: 1, rect: nil, appearance: .invisible,
            reason: "Sealed after every signer has signed envelope \(envelope.id.rawValue)", label: "Seal",
            lock: FieldLock(.only([name]), permission: .noChanges))
    }

    /// Returns the bytes of the update.
    ///
    /// - Parameter certifier: certifies the document with this update, so that only filling in and signing is permitted
    ///   afterward (DocMDP 2); `nil` leaves it uncertified
    func update(
        of document: PDFDocument, certifiedBy certifier: (any DocumentSigner)?, by signing: inout LevelSigning,
        envelope: Envelope, at date: Date
    ) async throws -> Data {
        guard let certifier else { return try document.update(adding: fields, awaiting: signatures) }
        let certification = SignatureField(
            name: FieldName.ofCertification(of: envelope), page: 1, rect: nil, appearance: .invisible,
            reason: "Certified for filling in and signing in envelope \(envelope.id.rawValue)", label: "Certification",
            certification: .formFilling)
        return try await signing.revision(
            of: document, certification, filling: fields, awaiting: signatures, with: certifier, as: .signer, at: date)
    }
}
