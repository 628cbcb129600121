import Foundation

/// An id that is a lower-case GUID (RFC 9562 §4) such as `0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90`.
///
/// - Parameter Owner: what it identifies, so that the compiler tells one kind of id from another
@frozen
public struct GUIDIdentifier<Owner>: RawRepresentable, Hashable, Comparable, Sendable, Codable, CodingKeyRepresentable,
    CustomStringConvertible
{
    /// The GUID in lower case.
    public let rawValue: String

    /// Accepts a GUID in either case and stores it in lower case; returns `nil` for anything else.
    public init?(rawValue: String) {
        guard let guid = GUID.lowercased(rawValue) else { return nil }
        self.rawValue = guid
    }

    /// Uses a UUID from the caller as the id.
    public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

    /// The GUID in lower case.
    @inlinable public var description: String { rawValue }

    // Inlinable, since ids are compared and hashed everywhere.
    /// Compares the GUIDs; their case does not matter, since all are stored in lower case.
    @inlinable public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    /// Orders ids by their text, for lists with one fixed order.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    /// Hashes the GUID.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// An id that somebody chose: any text, so that one that is not allowed can be reported with all other problems.
///
/// - Parameter Owner: what it identifies, so that the compiler tells one kind of id from another
@frozen
public struct TextIdentifier<Owner>: RawRepresentable, Hashable, Comparable, Sendable, Codable, CodingKeyRepresentable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The text as it was chosen.
    public let rawValue: String

    /// Takes any text. The checks of the owner report one that is not allowed.
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes any text, as ``init(rawValue:)`` does.
    @inlinable public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Takes a literal as it is.
    @inlinable public init(stringLiteral value: String) { rawValue = value }

    /// The text as it was chosen.
    @inlinable public var description: String { rawValue }

    // Inlinable, since ids are compared and hashed everywhere.
    /// Compares the texts; case counts.
    @inlinable public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    /// Orders ids by their text, for lists with one fixed order.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    /// Hashes the text.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The textual form of a GUID: 8-4-4-4-12 hexadecimal digits.
package enum GUID {
    /// Returns the text in lower case; `nil` if it is no GUID.
    package static func lowercased(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            default:
                guard Hexadecimal.isDigit(byte) else { return nil }
            }
        }
        return text.lowercased()
    }
}
