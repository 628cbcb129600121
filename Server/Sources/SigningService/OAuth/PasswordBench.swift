import Foundation
import Synchronization

/// So many passwords wait to be looked at that one more would wait for too long.
struct PasswordBenchFull: Error, Sendable {
    /// Seconds after which there should be a place.
    let wait: TimeInterval
}

/// Looks at passwords one after the other, and lets only so many wait.
final class PasswordBench: Sendable {
    /// Told to those for whom there is no place, in seconds.
    private static let pause: TimeInterval = 5

    private actor Judge {
        private(set) var judged = 0

        func judge(_ password: String, _ stored: StoredPassword) throws -> Bool {
            judged += 1
            return try stored.matches(password)
        }
    }

    private let places: Int
    private let reserved: Int
    private let worker = Judge()
    private let waiting = Mutex(0)

    /// - Parameters:
    ///   - places: for how many passwords at once; at a tenth of a second each, the last waits for all before it.
    ///   - reserved: places beyond those, for people in browsers that are known, whom a flood by strangers must not
    ///     keep out.
    init(places: Int, reserved: Int) {
        (self.places, self.reserved) = (places, reserved)
    }

    var judged: Int { get async { await worker.judged } }

    func judge(_ password: String, _ stored: StoredPassword, isKnown: Bool) async throws -> Bool {
        let hasPlace = waiting.withLock { waiting in
            guard waiting < (isKnown ? places + reserved : places) else { return false }
            waiting += 1
            return true
        }
        guard hasPlace else { throw PasswordBenchFull(wait: Self.pause) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await worker.judge(password, stored)
    }
}
