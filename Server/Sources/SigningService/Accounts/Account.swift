import EnvelopeService
import Envelopes
import Foundation
import Ledger

/// A new or renewed right to use the API. The token is shown this once.
public struct Credentials: Sendable {
    public let identity: Identity
    public let accessToken: Secret
}

/// Why an account was not made.
public enum AccountError: Error, Sendable, Equatable, CustomStringConvertible {
    case emptyName
    case longName(limit: Int)
    /// The name holds what terminals and pages take for a command.
    case controlCharacter
    case notAnEmail(String)

    public var description: String {
        switch self {
        case .emptyName: "The name is empty, or nothing of it can be seen."
        case .longName(let limit): "The name is longer than \(limit) characters."
        case .controlCharacter: "The name holds control characters, or ones that turn the direction of writing."
        case .notAnEmail(let text): "\"\(Self.shown(text))\" is not an e-mail address."
        }
    }

    /// A text without what a terminal would take for a command.
    private static func shown(_ text: String) -> String {
        String(text.map { TextRules.holdsControlCharacter(String($0)) ? "\u{FFFD}" : $0 })
    }
}
