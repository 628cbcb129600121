/// The reason why a message was not accepted.
public enum MailFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server refused this message or its address for good (a reply of class 5), or the message breaks a limit of
    /// our own, which has no code. Sending it again cannot help.
    case permanent(code: Int?, text: String)
    /// The message may be accepted later: a reply of class 4, a network that fails, or a server that refuses us as a
    /// whole, which its operator or ours can mend. After a connection broke, the server may have the message already.
    case temporary(text: String)

    /// The server's words or ours, on one line, without secrets.
    public var description: String {
        switch self {
        case .permanent(let code?, let text): "The mail server refused the message: \(code) \(text)"
        case .permanent(nil, let text), .temporary(let text): text
        }
    }

    /// Whether sending the message again cannot help.
    public var isPermanent: Bool {
        if case .permanent = self { true } else { false }
    }

    /// Whether a smaller message may be accepted: ours has no code, and servers say 552 or, in an enhanced status code,
    /// 5.2.3 or 5.3.4 (RFC 1870 §6.1, RFC 3463 §3.3 and §3.4).
    public var isTooLarge: Bool {
        guard case .permanent(let code, let text) = self else { return false }
        return code == nil || code == 552 || text.hasPrefix("5.2.3 ") || text.hasPrefix("5.3.4 ")
    }
}
