import Envelopes

/// The recipient and envelope whose signing page is to be presented.
public struct RecipientView: Sendable, Hashable {
    enum Recipient: Sendable, Hashable {
        case clientUser(String)
        case named(name: String, email: String, clientUserID: String?, recipientID: String?)
        case own
    }

    /// The envelope's id on the server.
    public let envelopeID: EnvelopeID
    let recipient: Recipient

    /// The recipient with a client user id. The server supplies the name and e-mail address, so the session's user
    /// needs access to the envelope.
    public static func recipient(envelopeID: EnvelopeID, clientUserID: String) -> RecipientView {
        RecipientView(envelopeID: envelopeID, recipient: .clientUser(clientUserID))
    }

    /// The recipient with exactly this name, e-mail address and client user id; the server is not asked for them. For
    /// an in-person signer, pass the host's.
    ///
    /// - Parameters:
    ///   - clientUserID: `nil` only for the host of an in-person signer
    ///   - recipientID: distinguishes recipients who are otherwise identical
    public static func recipient(
        envelopeID: EnvelopeID, name: String, email: String, clientUserID: String?, recipientID: String? = nil
    ) -> RecipientView {
        RecipientView(
            envelopeID: envelopeID,
            recipient: .named(name: name, email: email, clientUserID: clientUserID, recipientID: recipientID))
    }

    /// The session's own user, as a signer of the envelope.
    public static func ownRecipient(envelopeID: EnvelopeID) -> RecipientView {
        RecipientView(envelopeID: envelopeID, recipient: .own)
    }
}
