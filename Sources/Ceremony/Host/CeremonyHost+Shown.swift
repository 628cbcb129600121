import Envelopes
import Foundation
import HTTPMessages

/// The pages that were in the window, as the page reports them.
extension CeremonyHost {
    /// The maximum size of a report in bytes. The page reports what is new, a few pages at a time.
    static let longestReport = 16 << 10

    /// Records the pages that the person was shown, until they sign: nobody signs what they have not seen. Only a page
    /// that was served to them counts.
    func shown(_ request: HTTPCall) async throws -> HTTPReply {
        struct Body: Decodable {
            let pages: [DocumentPage]
        }
        struct Answer: Encodable {
            /// The pages that were not served, for the page to fetch again: a browser may have kept their pictures.
            let unserved: [DocumentPage]
            /// Whether a certified delivery has been received.
            let received: Bool
        }
        let pages = try RequestBody.decode(Body.self, from: request.body).pages
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        guard envelope.isTurn(of: recipientID) else { return try .json(Answer(unserved: [], received: false)) }
        let unserved = try await ledger.events.noteShown(pages, of: envelopeID, to: recipientID)
        return try .json(Answer(unserved: unserved, received: try await receive(envelope, recipient, request)))
    }

    /// Completes a certified delivery once its pages have been shown.
    ///
    /// - Returns: whether it has been received
    private func receive(_ envelope: Envelope, _ recipient: Recipient, _ request: HTTPCall) async throws -> Bool {
        guard recipient.kind == .certifiedDelivery else { return false }
        let shown = try await ledger.events.shownPages(of: envelopeID, to: recipientID)
        guard envelope.pagesNotShown(to: recipientID, of: shown).isEmpty else { return false }
        var context = context(recipient, request)
        context.key = nil
        _ = try await perform(.receive(recipientID: recipientID, shown: shown), context)
        return true
    }
}
