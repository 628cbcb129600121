import Essentials
import Foundation

/// Thrown if too many passwords are waiting to be checked.
struct PasswordBenchFull: Error, Sendable {
    /// Seconds until a retry should succeed.
    let wait: TimeInterval
}

/// Checks passwords one at a time, and limits how many may wait.
final class PasswordBench: Sendable {
    /// The suggested wait before a retry, in seconds.
    private static let pause: TimeInterval = 5

    private actor Judge {
        private(set) var judged = 0

        func judge(_ password: String, _ stored: StoredPassword) throws -> Bool {
            judged += 1
            return try stored.matches(password)
        }
    }

    private struct Queue {
        var all = 0
        var byNetwork: [String: Int] = [:]

        mutating func leave(_ network: String?) {
            all -= 1
            guard let network, let count = byNetwork[network] else { return }
            byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }

    private let places: Int
    private let reserved: Int
    private let share: Int
    private let worker = Judge()
    private let waiting = Locked(Queue())
    /// Awaited before each check; set by tests.
    let beforeCheck = Locked<(@Sendable () async throws -> Void)?>(nil)

    /// - Parameters:
    ///   - places: the number of passwords that may wait at once; at a tenth of a second each, the last waits for all
    ///     the others
    ///   - reserved: additional places for known browsers, so that a flood by strangers does not keep them out
    ///   - share: the number of places that one network may use at once
    init(places: Int, reserved: Int, share: Int) {
        (self.places, self.reserved, self.share) = (places, reserved, share)
    }

    /// The number of passwords checked so far.
    var judged: Int { get async { await worker.judged } }

    /// The number of passwords that are being checked or wait.
    var occupied: Int { waiting.withLock { $0.all } }

    /// - Parameters:
    ///   - isKnown: whether the person's browser is known
    ///   - network: the network of the request; `nil` if unknown
    func judge(
        _ password: String, _ stored: StoredPassword, isKnown: Bool, network: String? = nil
    ) async throws -> Bool {
        let hasPlace = waiting.withLock { waiting in
            guard waiting.all < (isKnown ? places + reserved : places) else { return false }
            if let network {
                guard isKnown || waiting.byNetwork[network, default: 0] < share else { return false }
                waiting.byNetwork[network, default: 0] += 1
            }
            waiting.all += 1
            return true
        }
        guard hasPlace else { throw PasswordBenchFull(wait: Self.pause) }
        defer { waiting.withLock { $0.leave(network) } }
        try await beforeCheck.withLock { $0 }?()
        return try await worker.judge(password, stored)
    }
}
