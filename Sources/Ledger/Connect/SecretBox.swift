import Foundation

/// Seals secrets that the service has to read again, such as keys and passwords for other servers, before a store keeps
/// them.
public protocol SecretBox: Sendable {
    /// Encrypts a secret.
    ///
    /// - Parameter purpose: what the secret is for, and whose; it opens under the same purpose only
    func seal(_ secret: Data, for purpose: String) throws -> Data

    /// Decrypts a secret.
    ///
    /// - Throws: ``StorageError/unreadable(what:reason:)`` if it was sealed under another key or for another purpose
    func open(_ sealed: Data, for purpose: String) throws -> Data

    /// Returns the keyed hash of a text: 32 bytes that only the holder of the key can compute, the same each time.
    ///
    /// - Parameter purpose: what the hash is for; it differs for another purpose
    func hash(of text: String, for purpose: String) -> Data
}

extension SecretBox {
    /// Encrypts a text.
    public func seal(_ text: String, for purpose: String) throws -> Data { try seal(Data(text.utf8), for: purpose) }

    /// Decrypts a text.
    public func text(_ sealed: Data, for purpose: String) throws -> String {
        String(decoding: try open(sealed, for: purpose), as: UTF8.self)
    }
}

/// The purposes of secrets in messages.
public enum MailSecret {
    /// Returns the purpose of a recipient's one-time code.
    public static func code(of target: LinkTarget) -> String {
        "mail-code/\(target.envelopeID.rawValue)/\(target.recipientID.rawValue)"
    }
}

/// The purposes of an account's Connect secrets.
public enum ConnectSecret {
    /// Returns the purpose of the keys that sign the account's messages.
    public static func key(of accountID: String) -> String { "connect-key/\(accountID)" }
    /// Returns the purpose of the passwords for basic authentication at receivers.
    public static func password(of accountID: String) -> String { "connect-password/\(accountID)" }
    /// Returns the purpose of the client's secret at the receivers' authorization server.
    public static func clientSecret(of accountID: String) -> String { "connect-client-secret/\(accountID)" }
    /// Returns the purpose of the tokens that this server issued.
    public static func token(of accountID: String) -> String { "connect-token/\(accountID)" }
    /// The id of a hook, which signs what it is told.
    public static func hook(of accountID: String) -> String { "hook/\(accountID)" }
}
