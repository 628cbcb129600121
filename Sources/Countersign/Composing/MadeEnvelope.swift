import Envelopes

extension APIClient {
    /// Requests an envelope and checks that the result is the one requested.
    ///
    /// - Parameters:
    ///   - request: `POST …/envelopes`
    ///   - transaction: the request's `transactionId`
    ///   - sending: whether the envelope is to be sent
    /// - Throws: ``CountersignError/draftIDInUse(_:)`` or ``CountersignError/alreadyMade(_:status:)``
    func made(
        by request: APIRequest, under transaction: EnvelopeID, sending: Bool
    ) async throws(CountersignError) -> EnvelopeID {
        let made: MadeEnvelope
        do throws(CountersignError) {
            made = try await answer(MadeEnvelope.self, to: request)
        } catch {
            guard case .refused(409, "TRANSACTION_ID_IN_USE", _, _) = error else { throw error }
            throw .draftIDInUse(transaction)
        }
        guard let id = EnvelopeID(rawValue: made.envelopeId) else {
            throw .unreadableAnswer(what: "envelopeId is not a GUID", trace: nil)
        }
        // A repeated request may find that its envelope has progressed since. That is fine if the envelope was to be
        // sent, and has not been voided, declined or deleted.
        switch made.status?.lowercased() {
        case "created" where sending: throw .alreadyMade(id, status: "created")
        case "sent" where !sending, "delivered" where !sending, "signed" where !sending, "completed" where !sending:
            throw .alreadyMade(id, status: made.status?.lowercased() ?? "")
        case "voided", "declined", "deleted": throw .alreadyMade(id, status: made.status?.lowercased() ?? "")
        default: return id
        }
    }
}

/// The members read from the answer to `POST …/envelopes`.
private struct MadeEnvelope: Decodable {
    let envelopeId: String
    let status: String?
}
