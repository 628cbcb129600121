import Foundation

extension SyncEngine {
    /// How often an envelope is tried in one pass, and how long a pass waits in between.
    public struct RetryPolicy: Sendable, Hashable {
        /// At least 1.
        public var attempts: Int
        /// Seconds before the second attempt; doubled before each further one.
        public var firstDelay: TimeInterval
        /// The longest wait in seconds, whatever the server asks for.
        public var longestDelay: TimeInterval

        public init(attempts: Int = 5, firstDelay: TimeInterval = 1, longestDelay: TimeInterval = 60) {
            self.attempts = max(1, attempts)
            self.firstDelay = max(0, firstDelay)
            self.longestDelay = max(0, longestDelay)
        }

        /// Seconds before the attempt after `attempt` (from 1).
        ///
        /// - Parameter asked: what the server asked for.
        func delay(after attempt: Int, asked: TimeInterval?) -> TimeInterval {
            let doubled = firstDelay * pow(2, Double(min(attempt, 30) - 1))
            return min(longestDelay, max(doubled, asked ?? 0))
        }
    }
}
