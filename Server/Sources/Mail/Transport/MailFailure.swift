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

    public var isPermanent: Bool {
        if case .permanent = self { true } else { false }
    }
}
