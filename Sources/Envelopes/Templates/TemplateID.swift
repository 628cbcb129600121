import Foundation

/// The id of a template: a lower-case GUID (RFC 9562 §4).
public struct TemplateID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
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

    public static func < (left: TemplateID, right: TemplateID) -> Bool { left.rawValue < right.rawValue }
}
