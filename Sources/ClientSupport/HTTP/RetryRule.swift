import Foundation
import HTTPMessages

/// Which calls are retried if the server does not answer, and the pauses between attempts.
///
/// Only calls that can be repeated without further effect are retried. After a lost answer to any other call, it is
/// unknown whether the server acted.
public struct RetryRule: Sendable {
    /// Pauses in seconds before the second, third … attempt; one per additional attempt. Default: 0.5 and 2.
    public var pauses: [TimeInterval]
    /// The longest pause in seconds if the server asks for one. Default: 30.
    public var longestPause: TimeInterval
    /// Waits; replaced in tests.
    package var wait: @Sendable (TimeInterval) async throws -> Void

    /// - Parameters:
    ///   - pauses: in seconds, one per additional attempt; empty for a single attempt
    ///   - longestPause: in seconds; applies to the pauses too
    public init(pauses: [TimeInterval] = [0.5, 2], longestPause: TimeInterval = 30) {
        self.pauses = pauses
        self.longestPause = longestPause
        wait = { try await Task.sleep(for: .seconds($0)) }
    }

    /// Whether a status means that the server could not answer now.
    package static func isPassing(_ status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

    /// Returns the pause in seconds before attempt number `attempt`, from 1; `nil` if there is no such attempt.
    package func pause(before attempt: Int, after reply: HTTPReply?) -> TimeInterval? {
        guard attempt >= 1, attempt <= pauses.count else { return nil }
        let asked = reply?.headers[.retryAfter].flatMap { TimeInterval($0) } ?? 0
        return min(max(pauses[attempt - 1], asked, 0), longestPause)
    }
}
