import ClientSupport
import Essentials
import Foundation

/// The server's time, measured with its answers and a clock that nobody can set. Before the first answer, it is the
/// device's time.
final class ServerClock: Sendable {
    /// A measurement, valid until the device is started again.
    struct Measurement: Sendable, Hashable, Codable {
        /// Identifies the device's start.
        let boot: String
        /// The server's time in milliseconds since 1970.
        let server: Int
        /// Milliseconds from the device's start to the answer.
        let device: Int
    }

    private let clock: DeviceClock
    private let wallClock: @Sendable () -> Date
    private let measured = Locked<Measurement?>(nil)

    init(clock: DeviceClock, wallClock: @escaping @Sendable () -> Date) {
        self.clock = clock
        self.wallClock = wallClock
    }

    var measurement: Measurement? { measured.withLock { $0 } }

    /// Uses an earlier measurement unless the device was started again, or there is a newer one.
    func restore(_ earlier: Measurement) {
        guard earlier.boot == clock.boot(), earlier.device <= clock.sinceBoot() else { return }
        measured.withLock { if $0 == nil { $0 = earlier } }
    }

    /// Records the `Date` of an answer that has just arrived.
    func note(_ text: String?) {
        guard let date = text.flatMap(HTTPDate.date), let boot = clock.boot() else { return }
        // The field has no fractions.
        let new = Measurement(
            boot: boot, server: Int(date.timeIntervalSince1970 * 1000) + 500, device: clock.sinceBoot())
        measured.withLock { $0 = new }
    }

    func now() -> Date {
        guard let measurement else { return wallClock() }
        let elapsed = clock.sinceBoot() - measurement.device
        return Date(timeIntervalSince1970: Double(measurement.server + elapsed) / 1000)
    }
}
