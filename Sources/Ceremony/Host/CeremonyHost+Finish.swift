import Envelopes
import Foundation
import HTTPMessages
import PageImages
import SignedPDF

/// Signing, and sealing after the last signature.
extension CeremonyHost {
    func finish(_ request: HTTPCall) async throws -> HTTPReply {
        _ = try RequestBody.decode([String: String].self, from: request.body)
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        try refuseUndrawnPages(of: envelope)
        let context = context(recipient, request)
        let finishing = Finishing(
            blobs: ledger.blobs, authority: authority, timeZone: zone(in: envelope), language: language(of: recipient),
            typesetter: typesetter, certifies: configuration.certifiesDocuments, lasting: configuration.lasting,
            accountLanguage: configuration.accountLanguage)
        let shown = try await ledger.events.shownPages(of: envelopeID, to: recipientID)
        let signed = try await ledger.perform(on: envelopeID, context) { (earlier: PreparedFinish?, newest) in
            try await finishing.prepared(for: recipientID, newest, shown: shown, context, keeping: earlier)
        } _: { prepared, newest in
            try requirePerson(in: newest)
            return prepared.proposal(on: newest, signedBy: recipientID)
        }
        return try redirect(.signingComplete, from: envelope, saying: closing(signed, recipient).words)
    }

    /// Rejects signing while a page cannot be drawn: nobody signs what they cannot see.
    private func refuseUndrawnPages(of envelope: Envelope) throws(CeremonyError) {
        for document in envelope.documents(visibleTo: recipientID) {
            guard let hash = envelope.latestVersion(of: document.id) else { continue }
            let source = PageSource(hash: hash.rawValue) { Data() }
            for page in 1...max(1, document.pages.count)
            where renderer.knownProblem(ofPage: page, of: source) != nil {
                throw .pageUnavailable(.keepsFromSigning(page: page, document: document.name))
            }
        }
    }
}
