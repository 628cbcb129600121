import Ceremony
import Envelopes
import Foundation

/// Making envelopes at the server.
extension Session {
    /// Makes an envelope of a draft at the server, as a draft there or sent at once. Made again, after an answer was
    /// lost, it is the same envelope: the draft's id is the request's `transactionId`.
    ///
    /// Documents that are named by an address are fetched first.
    ///
    /// - Parameters:
    ///   - sending: false leaves it at the server as a draft, which may still lack a document or a signer.
    ///   - fonts: which characters tabs can show; nil leaves that to the server.
    /// - Returns: the envelope's id at the server.
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with everything that is wrong, before anything is sent.
    public func create(
        _ draft: EnvelopeDraft, sending: Bool, fonts: FieldText? = nil
    ) async throws(CountersignError) -> EnvelopeID {
        var draft = draft
        try await draft.loadDocuments(over: configuration.transport)
        let sender = Sender(userID: user.account.userID, name: user.account.userName, email: user.account.email)
        let prepared = try draft.prepared(
            accountID: user.account.accountID, sender: sender, sending: sending, fonts: fonts)
        do throws(CountersignError) {
            let request = try APIRequest(
                "POST", ["envelopes"], json: prepared.request(sending: sending), isRepeatable: true)
            let created = try await api.answer(CreatedEnvelope.self, to: request)
            guard let id = EnvelopeID(rawValue: created.envelopeId) else {
                throw .unreadableAnswer(what: "envelopeId is no GUID", trace: nil)
            }
            return id
        } catch {
            if sending { events.announce(.sendFailed(draft.id, error: error.description)) }
            throw error
        }
    }
}

/// What is read of the answer to `POST …/envelopes`.
private struct CreatedEnvelope: Decodable {
    let envelopeId: String
}
