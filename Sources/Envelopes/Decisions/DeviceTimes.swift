import Foundation

/// Checks the times that a device claims for its events.
///
/// A device's clock may be wrong, so a tolerance applies in each direction. No act may lie before the user's account
/// existed, before the events already stored or before the device's own earlier events, each by more than the
/// tolerance; and none of the device's counts may run backward.
package struct DeviceTimes: Sendable {
    private struct Count: Hashable {
        let device: Data?
        let name: String
    }

    private let clockBehind: TimeInterval
    /// The latest time that a device may claim.
    private let latest: Date
    /// The newest time so far.
    private var newest: Date
    private var counts: [Count: Int] = [:]

    /// Tolerance in milliseconds for an act that was witnessed before another but stored after it.
    private static let longestWait = 60_000

    /// - Parameters:
    ///   - now: the service's time
    ///   - clockAhead: seconds by which a device's clock may be ahead of `now`
    ///   - clockBehind: seconds by which an event may lie before the newest event so far
    ///   - account: the time at which the user's account was created
    package init(now: Date, clockAhead: TimeInterval, clockBehind: TimeInterval, account: Date) {
        self.clockBehind = clockBehind
        latest = now.addingTimeInterval(clockAhead)
        newest = account
    }

    /// Records a stored event.
    package mutating func note(_ event: Event) {
        // A message may be sent while the device is offline.
        if !event.body.kind.isAboutMessages { newest = max(newest, event.at) }
        guard let device = event.device, let name = device.count else { return }
        let count = Count(device: device.publicKey, name: name)
        counts[count] = max(counts[count] ?? 0, device.elapsed)
    }

    /// Checks a new event, then records it.
    package mutating func check(_ event: Event, _ device: DeviceEvidence) throws(DeviceRefusal) {
        guard event.at <= latest else {
            throw .clockAhead
        }
        guard event.at >= newest.addingTimeInterval(-clockBehind) else {
            throw .clockBehind
        }
        guard device.elapsed >= 0, device.serverTime.map({ $0.elapsed >= 0 }) ?? true else {
            throw .elapsedNegative
        }
        if let name = device.count, let last = counts[Count(device: device.publicKey, name: name)],
            device.elapsed < last - Self.longestWait
        {
            throw .elapsedBackward
        }
        note(event)
    }
}
