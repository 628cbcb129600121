import Essentials
import Foundation

/// A time that tests can advance.
package final class MovableTime: Sendable {
    private let state: Locked<Date>

    package init(_ date: Date = Moment.start) { state = Locked(date) }

    package var now: Date {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    package func advance(_ seconds: TimeInterval) {
        state.withLock { $0 += seconds }
    }
}

/// The time at which tests take place.
package enum Moment {
    package static let start = Date(timeIntervalSince1970: 1_795_253_700)
}
