import Envelopes
import Foundation
import SignedPDF

/// The one update that places the fields of everybody who will fill in and sign a document, before its first signature.
///
/// Validators accept that fields are filled and signed after a signature, and take fields that are added then for a
/// change of the document. So every recipient afterwards only fills what is there. Each signature field says which
/// fields it closes: its signer's own; the seal's closes the document.
struct Preparation {
    let fields: [FormField]
    var signatures: [SignatureField]

    init(of document: EnvelopeDocument, in envelope: Envelope) {
        var fields: [FormField] = []
        var signatures: [SignatureField] = []
        for recipient in envelope.recipients where recipient.signs {
            // Whoever is asked for nothing in it does not sign it: a field of theirs would stay unsigned for ever.
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

    /// The service's own signature field, which closes the document to everything but evidence for the decades.
    ///
    /// It does so by its permission, and names no field but itself: pyHanko takes a locked field for changed whenever
    /// the picture in it is older than the lock's signature and any revision follows.
    static func seal(of envelope: Envelope) -> SignatureField {
        let name = FieldName.ofSeal(of: envelope)
        return SignatureField(
            name: name, page: 1, rect: nil, appearance: .invisible,
            reason: "Sealed after every signer has signed envelope \(envelope.id.rawValue)", label: "Seal",
            lock: FieldLock(.only([name]), permission: .noChanges))
    }

    /// The update's bytes.
    ///
    /// - Parameter certifier: Certifies the document with this update, so that nothing but filling in and signing is
    ///   permitted from then on (DocMDP 2); nil leaves it uncertified.
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
