import Envelopes

/// The recipient and envelope whose signing page is to be presented.
public struct SigningRequest: Sendable, Hashable {
    enum Recipient: Sendable, Hashable {
        case clientUser(String)
        case named(name: String, email: String, clientUserID: String?, recipientID: RecipientID?)
        case own
    }

    /// The envelope's id on the server.
    public let envelopeID: EnvelopeID
    let recipient: Recipient

    /// The recipient's id, if the app named it.
    var recipientID: RecipientID? {
        if case .named(_, _, _, let id) = recipient { id } else { nil }
    }

    /// The recipient with a client user id. The server supplies the name and e-mail address, so the session's user
    /// needs access to the envelope.
    public static func recipient(envelopeID: EnvelopeID, clientUserID: String) -> SigningRequest {
        SigningRequest(envelopeID: envelopeID, recipient: .clientUser(clientUserID))
    }

    /// The recipient with exactly this name, e-mail address and client user id; the server is not asked for them. For
    /// an in-person signer, pass the host's.
    ///
    /// - Parameters:
    ///   - clientUserID: `nil` only for the host of an in-person signer
    ///   - recipientID: distinguishes recipients who are otherwise identical
    public static func recipient(
        envelopeID: EnvelopeID, name: String, email: String, clientUserID: String?, recipientID: RecipientID? = nil
    ) -> SigningRequest {
        SigningRequest(
            envelopeID: envelopeID,
            recipient: .named(name: name, email: email, clientUserID: clientUserID, recipientID: recipientID))
    }

    /// The session's own user, as a signer of the envelope.
    public static func ownRecipient(envelopeID: EnvelopeID) -> SigningRequest {
        SigningRequest(envelopeID: envelopeID, recipient: .own)
    }
}
