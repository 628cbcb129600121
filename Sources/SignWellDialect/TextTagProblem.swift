import DescribedErrors

/// Why a text in double braces is not a text tag.
package struct TextTagProblem: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case noType
        case unknownType(String)
        case badSigner(String)
        case badRequired(String)
        case prefilledArtwork
        case badLength(what: String, String)
        case badLock(String)
        case unknownDateFormat(String)
        case noOptions
        /// There are more parts than the type has.
        case tooManyParts(String)
        case tooLong(limit: Int)
    }

    /// What stands between the braces.
    package let text: String
    package let reason: Reason
}

extension TextTagProblem: DescribedError {
    package static let errorDomain = "Countersign.TextTagProblem"
    package var numberedCode: (number: Int, code: String) {
        switch reason {
        case .noType: (1, "no-type")
        case .unknownType: (2, "unknown-type")
        case .badSigner: (3, "bad-signer")
        case .badRequired: (4, "bad-required")
        case .prefilledArtwork: (5, "prefilled-artwork")
        case .badLength: (6, "bad-length")
        case .badLock: (7, "bad-lock")
        case .unknownDateFormat: (8, "unknown-date-format")
        case .noOptions: (9, "no-options")
        case .tooManyParts: (10, "too-many-parts")
        case .tooLong: (11, "too-long")
        }
    }

    package var description: String {
        let tag = "The text tag “{{\(Self.quoted(text))}}”"
        switch reason {
        case .noType: return "\(tag) has no type."
        case .unknownType(let type): return "\(tag) has the unknown type “\(Self.quoted(type))”."
        case .badSigner(let signer): return "\(tag) needs a recipient's number, not “\(Self.quoted(signer))”."
        case .badRequired(let answer):
            return "\(tag) says neither y nor n about being required, but “\(Self.quoted(answer))”."
        case .prefilledArtwork: return "\(tag) has a value, which signatures and initials cannot have."
        case .badLength(let what, let length):
            return "\(tag) has a \(what) of “\(Self.quoted(length))”, not of pixels."
        case .badLock(let answer):
            return "\(tag) says neither y nor n about locking the date of signing, but “\(Self.quoted(answer))”."
        case .unknownDateFormat(let format): return "\(tag) has the unknown date format “\(Self.quoted(format))”."
        case .noOptions: return "\(tag) has no options."
        case .tooManyParts(let rest): return "\(tag) has parts that its type does not have: “\(Self.quoted(rest))”."
        case .tooLong(let limit): return "\(tag) is longer than \(limit) characters."
        }
    }

    private static func quoted(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
