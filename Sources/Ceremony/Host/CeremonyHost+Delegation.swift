import Envelopes
import Essentials
import HTTPMessages

/// Assigning the recipient's part to somebody else.
extension CeremonyHost {
    /// Whether the page offers it now.
    func mayDelegate(_ envelope: Envelope) -> Bool {
        configuration.allowsDelegation
            && envelope.mayDelegate(recipientID, limit: configuration.acts.delegations)
    }

    /// Puts somebody else in the recipient's place. The visit ends with it, so there is nowhere to lead.
    func delegate(_ request: HTTPCall) async throws -> HTTPReply {
        let delegation = try RequestBody.decode(Delegation.self, from: request.body)
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        guard configuration.allowsDelegation else { throw CeremonyError.delegationNotOffered }
        guard !TextRules.isBlank(delegation.name),
            !TextRules.isLonger(delegation.name, than: EnvelopeLimits.recipientName),
            !TextRules.holdsControlCharacter(delegation.name)
        else { throw CeremonyError.newNameUnusable }
        guard EmailAddress.isValid(delegation.email) else {
            throw CeremonyError.newEmailNotValid(String(delegation.email.prefix(EnvelopeLimits.email)))
        }
        guard !TextRules.isBlank(delegation.reason) else { throw CeremonyError.delegationReasonMissing }
        guard !TextRules.isLonger(delegation.reason, than: EnvelopeLimits.delegationReason) else {
            throw CeremonyError.reasonTooLong(limit: EnvelopeLimits.delegationReason)
        }
        _ = try await perform(
            .delegate(recipientID: recipientID, delegation: delegation), context(recipient, request))
        let words = closing(envelope, recipient).passedOn(to: delegation.name)
        return try .json(VisitEnd(redirect: Nullable(nil), closing: Nullable(words)))
    }
}
