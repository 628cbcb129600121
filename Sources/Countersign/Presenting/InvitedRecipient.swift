import DocuSignDialect
import Envelopes
import Foundation

/// What is known about the recipient before their page is presented.
struct InvitedRecipient: Sendable, Hashable {
    let envelopeID: EnvelopeID
    /// The recipient's name; for an in-person signer, the host's.
    let name: String
    let email: String
    let clientUserID: String?
    let recipientID: RecipientID?
    /// Whether they had signed before the page was shown; `nil` if the server was not asked.
    let hadFinished: Bool?

    init(
        envelopeID: EnvelopeID, name: String, email: String, clientUserID: String?, recipientID: RecipientID?,
        hadFinished: Bool?
    ) {
        self.envelopeID = envelopeID
        self.name = name
        self.email = email
        self.clientUserID = clientUserID
        self.recipientID = recipientID
        self.hadFinished = hadFinished
    }

    init(_ recipient: EnvelopeRecipient, of envelopeID: EnvelopeID) {
        self.init(
            envelopeID: envelopeID, name: recipient.host?.name ?? recipient.name,
            email: recipient.host?.email ?? recipient.email, clientUserID: recipient.clientUserID,
            recipientID: RecipientID(recipient.id), hadFinished: recipient.hasFinished)
    }

    func viewRequest(returnURL: URL) -> Wire.RecipientViewRequest {
        Wire.RecipientViewRequest(
            returnUrl: returnURL.absoluteString, userName: name, email: email, clientUserId: clientUserID,
            recipientId: recipientID?.rawValue)
    }

    /// Returns this recipient in a later answer; `nil` unless exactly one matches.
    func found(in recipients: [EnvelopeRecipient]) -> EnvelopeRecipient? {
        let found = recipients.filter { recipient in
            if let recipientID { return recipient.id == recipientID.rawValue }
            // An in-person signer belongs to any product unless they have a client user id.
            let isOfProduct = recipient.host != nil && recipient.clientUserID == nil
            return (isOfProduct || recipient.clientUserID == clientUserID)
                && (recipient.host?.name ?? recipient.name) == name
                && (recipient.host?.email ?? recipient.email) == email
        }
        return found.count == 1 ? found.first : nil
    }
}
