import Foundation

/// How we log in to a mail server. Its description never shows the secret.
public enum SMTPLogin: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    case password(user: String, password: String)
    /// An OAuth 2 access token (`OAUTHBEARER`, RFC 7628, or `XOAUTH2`), read from the file for each message: tokens
    /// live for an hour, and somebody else renews them.
    case bearer(user: String, tokenFile: URL)

    /// The kind of secret and the user, without the secret.
    public var description: String {
        switch self {
        case .password(let user, _): "password of \(user)"
        case .bearer(let user, _): "token of \(user)"
        }
    }
    /// The same as ``description``, so that a debugger's log has no secret either.
    public var debugDescription: String { description }
    /// Shows no parts, so that a dump has no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
