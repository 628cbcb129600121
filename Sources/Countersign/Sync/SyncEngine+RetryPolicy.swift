import Foundation

extension SyncEngine {
    /// How often an envelope is tried in one pass, and how long the pass waits between attempts.
    public struct RetryPolicy: Sendable, Hashable {
        /// At least 1.
        public var attempts: Int
        /// Delay before the second attempt, in seconds; doubled before each further one.
        public var firstDelay: TimeInterval
        /// The longest delay in seconds, whatever the server asks for.
        public var longestDelay: TimeInterval

        /// Raises values that are too small: `attempts` to 1, delays in seconds to 0.
        public init(attempts: Int = 5, firstDelay: TimeInterval = 1, longestDelay: TimeInterval = 60) {
            self.attempts = max(1, attempts)
            self.firstDelay = max(0, firstDelay)
            self.longestDelay = max(0, longestDelay)
        }

        /// Returns the delay in seconds before the attempt after `attempt` (from 1).
        ///
        /// - Parameter asked: the delay that the server asked for, in seconds
        func delay(after attempt: Int, asked: TimeInterval?) -> TimeInterval {
            let doubled = firstDelay * pow(2, Double(min(attempt, 30) - 1))
            return min(longestDelay, max(doubled, asked ?? 0))
        }
    }
}
