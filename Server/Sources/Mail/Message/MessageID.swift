/// A message's own name (RFC 5322 §3.6.4), without the angle brackets.
public struct MessageID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// `left@right`, without the angle brackets.
    public let description: String

    /// Reads `left@right`, both in dot-atom form, with or without angle brackets.
    /// - Throws: ``MailProblem/notAMessageID(_:)``
    public init(_ text: String) throws(MailProblem) {
        let isBracketed = text.hasPrefix("<") && text.hasSuffix(">") && text.utf8.count > 2
        let inner = isBracketed ? String(text.dropFirst().dropLast()) : text
        let parts = inner.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        let isValid =
            parts.count == 2 && inner.utf8.count <= 200
            && parts.allSatisfy { part in
                part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                    !atom.isEmpty && atom.allSatisfy(MailAddress.isAtomText)
                }
            }
        guard isValid else { throw .notAMessageID(text) }
        description = inner
    }

    /// Reads a string, and checks it.
    public init(from decoder: any Decoder) throws {
        self = try MessageID(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes ``description`` as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The part before the @.
    var left: Substring { description.prefix { $0 != "@" } }
}
