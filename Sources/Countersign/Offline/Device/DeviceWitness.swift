import ClientSupport
import Envelopes
import Foundation

/// Supplies a device's evidence about an event.
public struct DeviceWitness: Sendable {
    package var clock = DeviceClock.system
    /// Returns the device's time zone; called for each action, because people travel.
    public var zone: @Sendable () -> TimeZone
    /// Facts about the device that the app discloses, at most 32 texts; none by default. ``systemFacts`` has the facts
    /// available to any app. A server of the eSignature API gets `model` and `name` as `deviceModel` and `deviceName`.
    public var facts: [String: String]
    /// Returns the device's location, if the app discloses it; called for each action.
    public var position: @Sendable () async -> Position?

    /// A geographic position.
    public typealias Position = DeviceEvidence.Position

    /// - Parameters:
    ///   - zone: default: the system's current zone
    ///   - facts: at most 32 texts; default: none
    ///   - position: default: no position is disclosed
    public init(
        zone: @escaping @Sendable () -> TimeZone = { .current }, facts: [String: String] = [:],
        position: @escaping @Sendable () async -> Position? = { nil }
    ) {
        self.zone = zone
        self.facts = facts
        self.position = position
    }

    package init(
        clock: DeviceClock, zone: @escaping @Sendable () -> TimeZone = { .current }, facts: [String: String] = [:],
        position: @escaping @Sendable () async -> Position? = { nil }
    ) {
        self.init(zone: zone, facts: facts, position: position)
        self.clock = clock
    }

    /// The system's name and version, and the app's name. None of these identifies the device.
    public static var systemFacts: [String: String] {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        #if os(iOS)
            let system = "iOS"
        #elseif os(macOS)
            let system = "macOS"
        #else
            let system = "Linux"
        #endif
        return [
            "system": "\(system) \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            "app": ProcessInfo.processInfo.processName,
        ]
    }

    /// - Parameter times: counts the time between actions, and holds the last time reported by the server
    func evidence(at date: Date, _ times: ServerTimes) async throws(CountersignError) -> DeviceEvidence {
        let count = try await times.count()
        let serverTime = try await times.last()
        let zone = zone()
        var reported: [String: String] = [:]
        for (name, value) in facts.sorted(by: { $0.key < $1.key })
        where reported.count < EnvelopeLimits.deviceFacts && name.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) {
            reported[Self.cut(name, EnvelopeLimits.deviceFactName)] = Self.cut(value, EnvelopeLimits.deviceFact)
        }
        return DeviceEvidence(
            zone: zone.identifier, secondsFromUTC: zone.secondsFromGMT(for: date), elapsed: count.elapsed,
            count: count.name, serverTime: serverTime, facts: reported, position: await position())
    }

    /// Returns a text shortened to a number of UTF-8 bytes.
    private static func cut(_ text: String, _ limit: Int) -> String {
        var text = text
        while text.utf8.count > limit { text = String(text.dropLast(max(1, (text.utf8.count - limit) / 4))) }
        return text
    }
}
