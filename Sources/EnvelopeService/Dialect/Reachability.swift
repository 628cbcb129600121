import DocuSignDialect
import Envelopes

extension EnvelopeDefinition {
    /// Refuses to send what nobody could sign, or what would be complete without a mark.
    ///
    /// The domain takes both: a device may hold such envelopes, and sign them. Without mail a signer needs a
    /// `clientUserId`, under which the sender's program asks for their page, or a host, or to be the sender. A signer
    /// without tabs is most often one whose `tabs` were misspelt.
    ///
    /// - Parameter mails: Whether signers hear of it by mail.
    /// - Throws: `APIError` with a sentence for each such signer.
    func refuseUnreachableSigners(mails: Bool) throws(APIError) {
        var problems: [String] = []
        for recipient in recipients where recipient.signs {
            if !tabs.contains(where: { $0.recipientID == recipient.id }) {
                problems.append(
                    "Recipient \(recipient.id) has no tabs and would finish without a mark on any document; "
                        + "give them a signHereTabs entry.")
            }
            if !mails, recipient.clientUserID == nil, recipient.host == nil,
                recipient.email.lowercased() != sender.email.lowercased()
            {
                problems.append(
                    "Recipient \(recipient.id) has no clientUserId, and this service mails nothing: nobody could ask "
                        + "for their signing page.")
            }
        }
        guard problems.isEmpty else { throw APIError(.envelopeIsIncomplete, problems.joined(separator: " ")) }
    }
}
