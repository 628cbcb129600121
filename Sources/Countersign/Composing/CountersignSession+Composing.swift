import Envelopes
import Foundation
import HTTPMessages

/// Making envelopes on the server.
extension CountersignSession {
    /// Makes an envelope from a draft on the server and sends it. The draft's id is the request's `transactionId`, so a
    /// repeated call after a lost answer does not make a second envelope.
    ///
    /// Documents given by URL are fetched first.
    ///
    /// - Returns: the envelope's id on the server
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with every problem, before anything is sent;
    ///   ``CountersignError/unsyncedHere(_:)`` if an envelope composed from the draft on this device has not been
    ///   uploaded yet; ``CountersignError/draftIDInUse(_:)`` if the draft has changed since an envelope was made from
    ///   it; ``CountersignError/alreadyMade(_:status:)`` if that envelope's status is not the one now requested
    @discardableResult
    public func send(_ draft: EnvelopeDraft) async throws(CountersignError) -> EnvelopeID {
        try await create(draft, sending: true)
    }

    /// Makes an envelope from a draft on the server and leaves it there as a draft, which may still lack a document or a
    /// signer. To send it, call ``send(envelope:)``. Otherwise like ``send(_:)``.
    ///
    /// - Returns: the envelope's id on the server
    /// - Throws: the errors of ``send(_:)``
    @discardableResult
    public func saveDraft(_ draft: EnvelopeDraft) async throws(CountersignError) -> EnvelopeID {
        try await create(draft, sending: false)
    }

    private func create(_ draft: EnvelopeDraft, sending: Bool) async throws(CountersignError) -> EnvelopeID {
        var draft = draft
        try await draft.loadDocuments(over: configuration.transport)
        let sender = Sender(userID: user.account.userID, name: user.account.userName, email: user.account.email)
        let prepared = try draft.prepared(
            accountID: user.account.accountID, sender: sender, sending: sending)
        return try await create(prepared, sending: sending)
    }

    /// Makes an envelope from a valid draft on the server.
    func create(_ draft: PreparedDraft, sending: Bool) async throws(CountersignError) -> EnvelopeID {
        do throws(CountersignError) {
            try await requireNoCopyHere(of: draft.id)
            let request = try APIRequest(
                .post, ["envelopes"], json: draft.request(sending: sending), isRepeatable: true)
            return try await api.made(by: request, under: draft.id, sending: sending)
        } catch {
            if sending { events.announce(.sendFailed(draft.id, error: error)) }
            throw error
        }
    }

    /// Sends an envelope that was left on the server as a draft.
    ///
    /// If the answer is lost, ``APIClient/envelope(_:)`` says whether it was sent.
    ///
    /// - Parameter id: the id that ``saveDraft(_:)`` returned
    /// - Throws: the server's error `ENVELOPE_INVALID_STATUS` if the envelope is not a draft, or
    ///   `ENVELOPE_IS_INCOMPLETE` if something is missing
    public func send(envelope id: EnvelopeID) async throws(CountersignError) {
        do throws(CountersignError) {
            try await api.sendDraft(id)
        } catch {
            events.announce(.sendFailed(id, error: error))
            throw error
        }
    }
}
