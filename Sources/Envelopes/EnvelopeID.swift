import Foundation

/// The id of an envelope: a lower-case GUID (RFC 9562 §4) such as `0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90`.
///
/// An envelope keeps its id from the first draft on, wherever it was made.
public struct EnvelopeID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    /// Accepts a GUID in either case and stores it in lower case; returns `nil` for anything else.
    public init?(rawValue: String) {
        guard let guid = GUID.lowercased(rawValue) else { return nil }
        self.rawValue = guid
    }

    /// Uses a UUID from the caller as the id.
    public init(_ uuid: UUID) {
        rawValue = uuid.uuidString.lowercased()
    }

    public var description: String { rawValue }
}

/// The id of a tab: a lower-case GUID, unique within its envelope.
public struct TabID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CodingKeyRepresentable,
    CustomStringConvertible
{
    public let rawValue: String

    /// Accepts a GUID in either case and stores it in lower case; returns `nil` for anything else.
    public init?(rawValue: String) {
        guard let guid = GUID.lowercased(rawValue) else { return nil }
        self.rawValue = guid
    }

    /// Uses a UUID from the caller as the id.
    public init(_ uuid: UUID) {
        rawValue = uuid.uuidString.lowercased()
    }

    public var description: String { rawValue }

    public static func < (left: TabID, right: TabID) -> Bool { left.rawValue < right.rawValue }
}

/// The textual form of a GUID: 8-4-4-4-12 hexadecimal digits.
enum GUID {
    static func lowercased(_ text: String) -> String? {
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

/// Hexadecimal digits in either case.
enum Hexadecimal {
    static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default:
            false
        }
    }
}
