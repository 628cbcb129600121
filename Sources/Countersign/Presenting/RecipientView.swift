import Envelopes

/// Whose signing page of which envelope is to be presented.
public struct RecipientView: Sendable, Hashable {
    enum Recipient: Sendable, Hashable {
        case clientUser(String)
        case named(name: String, email: String, clientUserID: String?, recipientID: String?)
        case own
    }

    public let envelopeID: EnvelopeID
    let recipient: Recipient

    /// The recipient with a client user id. Name and e-mail address are asked of the server; the session's user has to
    /// be allowed to see the envelope.
    public static func recipient(envelopeID: EnvelopeID, clientUserID: String) -> RecipientView {
        RecipientView(envelopeID: envelopeID, recipient: .clientUser(clientUserID))
    }

    /// The recipient with this name, e-mail address and client user id, letter for letter; the server is not asked for
    /// them. For an in-person signer they are the host's.
    ///
    /// - Parameters:
    ///   - clientUserID: nil only for the host of an in-person signer.
    ///   - recipientID: tells recipients apart for whom all the rest is the same.
    public static func recipient(
        envelopeID: EnvelopeID, name: String, email: String, clientUserID: String?, recipientID: String? = nil
    ) -> RecipientView {
        RecipientView(
            envelopeID: envelopeID,
            recipient: .named(name: name, email: email, clientUserID: clientUserID, recipientID: recipientID))
    }

    /// The session's own user as a signer of the envelope.
    public static func ownRecipient(envelopeID: EnvelopeID) -> RecipientView {
        RecipientView(envelopeID: envelopeID, recipient: .own)
    }
}
