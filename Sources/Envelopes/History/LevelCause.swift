import Essentials
import Foundation

/// Why a signature did not reach its level: a code, and the facts that the room that signs gave with it. That room makes
/// the sentence.
public struct LevelCause: Hashable, Sendable {
    private let facts: CanonicalJSON
    /// A word such as `no-timestamp`.
    public let code: String

    /// - Parameter error: a value whose JSON is an object with the member `code`
    /// - Throws: `EncodingError` or `DecodingError` if it is not
    public init(_ error: some Encodable) throws {
        self = try CanonicalJSON.value(LevelCause.self, from: JSONEncoder().encode(error))
    }

    /// Returns the value that the cause was made of.
    ///
    /// - Throws: `DecodingError` if it was made of a value of another type
    public func decoded<Cause: Decodable>(as type: Cause.Type) throws -> Cause {
        try JSONDecoder().decode(type, from: facts.bytes)
    }
}

extension LevelCause: Codable {
    private enum CodingKeys: String, CodingKey {
        case code
    }

    /// Keeps all members of the object, also those of causes that this version does not know.
    ///
    /// - Throws: `DecodingError` if the member `code` is missing
    public init(from decoder: any Decoder) throws {
        code = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .code)
        facts = try CanonicalJSON(from: decoder)
    }

    /// Writes the object as it was given.
    public func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }
}
