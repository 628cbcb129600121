import Foundation

/// The name of a template: a GUID in lower case (RFC 9562 §4).
public struct TemplateID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    /// Takes a GUID in either case and keeps it in lower case; anything else gives nil.
    public init?(rawValue: String) {
        guard let guid = GUID.lowercased(rawValue) else { return nil }
        self.rawValue = guid
    }

    /// Names a template after a UUID that the caller has drawn.
    public init(_ uuid: UUID) {
        rawValue = uuid.uuidString.lowercased()
    }

    public var description: String { rawValue }

    public static func < (left: TemplateID, right: TemplateID) -> Bool { left.rawValue < right.rawValue }
}
