import Foundation
import HTTPMessages

/// Which calls are sent again when there was no answer, and how long is waited before.
///
/// Only calls that change nothing when they are repeated are: a lost answer to any other leaves it unknown whether the
/// server did what was asked.
public struct RetryRule: Sendable {
    /// Seconds to wait before the second, third … attempt; as many as there are further attempts. Default: 0.5 and 2.
    public var pauses: [TimeInterval]
    /// The most seconds to wait when the server says how long. Default: 30.
    public var longestPause: TimeInterval
    /// Waits; replaced in tests.
    var wait: @Sendable (TimeInterval) async throws -> Void

    public init(pauses: [TimeInterval] = [0.5, 2], longestPause: TimeInterval = 30) {
        self.pauses = pauses
        self.longestPause = longestPause
        wait = { try await Task.sleep(for: .seconds($0)) }
    }

    /// Whether a status says that the server could not answer now.
    static func isPassing(_ status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

    /// Seconds to wait before attempt number `attempt`, from 1; nil when there is none.
    func pause(before attempt: Int, after reply: HTTPReply?) -> TimeInterval? {
        guard attempt >= 1, attempt <= pauses.count else { return nil }
        let asked = reply?.headers[.retryAfter].flatMap { TimeInterval($0) } ?? 0
        return min(max(pauses[attempt - 1], asked, 0), longestPause)
    }
}
