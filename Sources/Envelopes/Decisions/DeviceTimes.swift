import Foundation

/// When a device says that something happened: claims, but within bounds.
///
/// Clocks are set and go wrong, so a day is allowed in each direction. Nobody acts before their account exists, a day
/// before the service's own last event, or a day before what the device itself recorded before; and no count of the
/// device's goes back.
package struct DeviceTimes: Sendable {
    private struct Count: Hashable {
        let device: Data?
        let name: String
    }

    private let clockBehind: TimeInterval
    /// The latest moment that a device may claim.
    private let latest: Date
    /// The newest time so far.
    private var newest: Date
    private var counts: [Count: Int] = [:]

    /// Milliseconds by which an act may have been witnessed before one that was stored first.
    private static let longestWait = 60_000

    /// - Parameters:
    ///   - now: the service's time.
    ///   - clockAhead: seconds by which a device's clock may be ahead of it.
    ///   - clockBehind: seconds by which what a device recorded may lie before what had happened by then.
    ///   - account: when the device's user got their account.
    package init(now: Date, clockAhead: TimeInterval, clockBehind: TimeInterval, account: Date) {
        self.clockBehind = clockBehind
        latest = now.addingTimeInterval(clockAhead)
        newest = account
    }

    /// Takes note of an event that is stored.
    package mutating func note(_ event: Event) {
        newest = max(newest, event.at)
        guard let device = event.device, let name = device.count else { return }
        let count = Count(device: device.publicKey, name: name)
        counts[count] = max(counts[count] ?? 0, device.elapsed)
    }

    /// Judges a new event and takes note of it.
    package mutating func check(_ event: Event, _ device: DeviceEvidence) throws(DeviceRefusal) {
        guard event.at <= latest else {
            throw DeviceRefusal("the device's clock was too far ahead of the service's.")
        }
        guard event.at >= newest.addingTimeInterval(-clockBehind) else {
            throw DeviceRefusal("the device's clock was too far behind what had happened before.")
        }
        guard device.elapsed >= 0, device.serverTime.map({ $0.elapsed >= 0 }) ?? true else {
            throw DeviceRefusal("the device counts less than nothing.")
        }
        if let name = device.count, let last = counts[Count(device: device.publicKey, name: name)],
            device.elapsed < last - Self.longestWait
        {
            throw DeviceRefusal("the device counts less than before.")
        }
        note(event)
    }
}
