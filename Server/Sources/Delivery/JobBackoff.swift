import Foundation

/// How long a job waits after each failure, and when it is given up.
package struct JobBackoff: Sendable, Hashable {
    /// Seconds after the first failure.
    package var first: TimeInterval
    /// The longest wait in seconds, before a random part of up to a fifth is added or taken off.
    package var most: TimeInterval
    /// Seconds after its storage at which a job that still fails is given up.
    package var life: TimeInterval

    package init(first: TimeInterval, most: TimeInterval, life: TimeInterval) {
        self.first = first
        self.most = most
        self.life = life
    }

    /// Half a minute, doubled up to four hours, for three days.
    package static let mail = JobBackoff(first: 30, most: 4 * 3600, life: 3 * 86_400)
    /// Half a minute, doubled up to twelve hours, for fifteen days.
    package static let webhook = JobBackoff(first: 30, most: 12 * 3600, life: 15 * 86_400)
    /// A second, doubled up to ten minutes, for ever: the work is the service's own.
    package static let own = JobBackoff(first: 1, most: 600, life: .infinity)

    /// Returns the same backoff with another first wait.
    package func beginning(with first: TimeInterval) -> JobBackoff {
        JobBackoff(first: first, most: most, life: life)
    }

    /// Returns the seconds to wait.
    ///
    /// - Parameters:
    ///   - attempts: the number of attempts so far, from 1
    ///   - jitter: a random number in 0...1; the wait is between four and six fifths of the doubled one
    package func delay(after attempts: Int, jitter: Double) -> TimeInterval {
        let doubled = first * pow(2, Double(min(max(attempts, 1) - 1, 40)))
        return min(doubled, most) * (0.8 + 0.4 * min(max(jitter, 0), 1))
    }

    /// Whether a job stored at this time is given up.
    func givesUp(storedAt: Date, at date: Date) -> Bool { date.timeIntervalSince(storedAt) >= life }
}
