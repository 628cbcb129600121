import Foundation

/// The time zone of a person when they acted, as their browser named it.
///
/// The distance is kept beside the name, since governments change what a name means.
public struct LocalZone: Hashable, Sendable, Codable {
    /// The zone's name in the IANA time zone database, such as `Asia/Kolkata`.
    public let name: String
    /// The zone's distance from UTC at the time of the act in seconds, positive to the east.
    public let secondsFromUTC: Int

    private enum CodingKeys: String, CodingKey {
        case name
        case secondsFromUTC = "secondsFromUtc"
    }

    /// The greatest length of a zone's name.
    private static let longestName = 64

    /// Takes the zone of a name as it is at a time; `nil` for a name that this system does not know.
    public init?(named name: String, at date: Date) {
        guard name.utf8.count <= Self.longestName, name.utf8.allSatisfy(Self.isUsual),
            let zone = TimeZone(identifier: name)
        else { return nil }
        self.name = name
        secondsFromUTC = zone.secondsFromGMT(for: date)
    }

    private static func isUsual(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }

    /// The zone for times around the act.
    public var timeZone: TimeZone { TimeZone(identifier: name) ?? TimeZone(secondsFromGMT: secondsFromUTC) ?? .gmt }
}
