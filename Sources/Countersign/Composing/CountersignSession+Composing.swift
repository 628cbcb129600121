import Envelopes
import Foundation
import HTTPMessages

/// Making envelopes at the server.
extension CountersignSession {
    /// Makes an envelope of a draft at the server, as a draft there or sent at once. Made again, after an answer was
    /// lost, it is the same envelope: the draft's id is the request's `transactionId`. What was left at the server as a
    /// draft is sent by ``sendDraft(_:)``.
    ///
    /// Documents that are named by an address are fetched first.
    ///
    /// - Parameter sending: false leaves it at the server as a draft, which may still lack a document or a signer.
    /// - Returns: the envelope's id at the server.
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with everything that is wrong, before anything is sent;
    ///   ``CountersignError/unsyncedHere(_:)`` when an envelope was composed of it on this device that is not at the
    ///   server yet; ``CountersignError/draftIDInUse(_:)`` when the draft has changed since an envelope was made of it;
    ///   ``CountersignError/alreadyMade(_:status:)`` when that envelope is not as it is asked for now.
    public func create(
        _ draft: EnvelopeDraft, sending: Bool
    ) async throws(CountersignError) -> EnvelopeID {
        var draft = draft
        try await draft.loadDocuments(over: configuration.transport)
        let sender = Sender(userID: user.account.userID, name: user.account.userName, email: user.account.email)
        let prepared = try draft.prepared(
            accountID: user.account.accountID, sender: sender, sending: sending)
        do throws(CountersignError) {
            try await requireNoCopyHere(of: draft.id)
            let request = try APIRequest(
                .post, ["envelopes"], json: prepared.request(sending: sending), isRepeatable: true)
            return try await api.made(by: request, under: draft.id, sending: sending)
        } catch {
            if sending { events.announce(.sendFailed(draft.id, error: error.description)) }
            throw error
        }
    }

    /// Sends an envelope that was left at the server as a draft.
    ///
    /// When the answer is lost, ``APIClient/envelope(_:)`` tells whether it was sent.
    ///
    /// - Parameter id: what ``create(_:sending:)`` gave.
    /// - Throws: a refusal `ENVELOPE_INVALID_STATUS` for an envelope that is no draft, `ENVELOPE_IS_INCOMPLETE` for one
    ///   that lacks something.
    public func sendDraft(_ id: EnvelopeID) async throws(CountersignError) {
        do throws(CountersignError) {
            try await api.sendDraft(id)
        } catch {
            events.announce(.sendFailed(id, error: error.description))
            throw error
        }
    }
}
