import DocuSignDialect
import Envelopes

extension EnvelopeDefinition {
    /// Rejects an envelope with signers who could not sign.
    ///
    /// The domain accepts it, since a device may hold such envelopes and have them signed. Without mail, a signer
    /// needs a `clientUserId`, with which the sender's program requests their page, or a host, or has to be the sender.
    ///
    /// - Parameter mails: whether signers are notified by mail
    /// - Throws: `APIError` with a sentence for each such signer
    func refuseUnreachableSigners(mails: Bool) throws(APIError) {
        var problems: [String] = []
        for recipient in recipients where recipient.acts {
            if !mails, recipient.clientUserID == nil, recipient.host == nil,
                recipient.email.lowercased() != sender.email.lowercased()
            {
                problems.append(
                    "Recipient \(recipient.id) has no clientUserId. This service sends no e-mail, so the recipient "
                        + "could not reach a signing page.")
            }
        }
        guard problems.isEmpty else { throw APIError(.envelopeIsIncomplete, problems.joined(separator: " ")) }
    }
}
