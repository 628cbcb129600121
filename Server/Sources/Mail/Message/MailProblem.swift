/// The reason why a message, an address or a setting of mail cannot be used.
public enum MailProblem: Error, Sendable, Hashable, CustomStringConvertible {
    case notAnAddress(String)
    /// Several addresses where one is needed.
    case addressList(String)
    case addressWithComment(String)
    /// The part before the @ has characters outside ASCII (RFC 6531).
    case internationalLocalPart(String)
    case notADomain(String)
    case notAMessageID(String)
    case notAMediaType(String)
    /// The template of return addresses lacks its placeholder, or leaves no room for it.
    case notABounceAddress(String)
    /// The address of the mail server, with the reason as a sentence.
    case notAMailServer(String, reason: String)
    /// The folder of messages, or a message in it.
    case file(path: String, reason: String)
    /// A template for letters cannot be parsed.
    case template(String)

    /// One sentence that quotes at most 100 characters of the text, on one line.
    public var description: String {
        switch self {
        case .notAnAddress(let text): "“\(Self.shown(text))” is not a valid e-mail address."
        case .addressList(let text): "“\(Self.shown(text))” is more than one e-mail address."
        case .addressWithComment(let text):
            "“\(Self.shown(text))” has a comment or a name; give the e-mail address alone."
        case .internationalLocalPart(let text):
            "“\(Self.shown(text))” has characters before the @ that most mail servers cannot deliver to."
        case .notADomain(let text): "“\(Self.shown(text))” is not a valid domain."
        case .notAMessageID(let text): "“\(Self.shown(text))” is not a valid message id."
        case .notAMediaType(let text): "“\(Self.shown(text))” is not a media type such as application/pdf."
        case .notABounceAddress(let text):
            "“\(Self.shown(text))” is not a return address such as bounces+{id}@example.org."
        case .notAMailServer(let text, let reason): "“\(Self.shown(text))” is not a usable mail server. \(reason)"
        case .file(let path, let reason): "\(path): \(reason)"
        case .template(let reason): "A template of letters cannot be read: \(reason)"
        }
    }

    private static func shown(_ text: String) -> String { HeaderText.line(text, longest: 100) }
}
