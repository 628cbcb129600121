import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls

/// New or renewed access to the API. The token is shown only once.
public struct Credentials: Sendable {
    /// The user that the token is for.
    public let identity: Identity
    /// The token in clear; only its hash is stored.
    public let accessToken: Secret
}

/// The reason why an account was not created.
public enum AccountError: Error, Sendable, Equatable, CustomStringConvertible {
    case emptyName
    case longName(limit: Int)
    /// The name contains a character that terminals or web pages treat as a control.
    case controlCharacter
    case notAnEmail(String)
    /// The part before the @ has characters outside ASCII (RFC 6531).
    case internationalLocalPart(String)

    /// One sentence; control characters of the given text are replaced.
    public var description: String {
        switch self {
        case .emptyName: "The name is empty or has only invisible characters."
        case .longName(let limit): "The name is longer than \(limit) characters."
        case .controlCharacter: "The name holds control characters, or characters that change the text direction."
        case .notAnEmail(let text): "\"\(Self.shown(text))\" is not an e-mail address."
        case .internationalLocalPart(let text):
            "“\(Self.shown(text))” has characters before the @ that most mail servers cannot deliver to."
        }
    }

    /// Returns a text without terminal control characters.
    private static func shown(_ text: String) -> String {
        String(text.map { TextRules.holdsControlCharacter(String($0)) ? "\u{FFFD}" : $0 })
    }
}
