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
    private let waiting = Mutex(Queue())

    /// - Parameters:
    ///   - places: for how many passwords at once; at a tenth of a second each, the last waits for all before it.
    ///   - reserved: places beyond those, for people in browsers that are known, whom a flood by strangers must not
    ///     keep out.
    ///   - share: how many of them one network may have at once.
    init(places: Int, reserved: Int, share: Int) {
        (self.places, self.reserved, self.share) = (places, reserved, share)
    }

    var judged: Int { get async { await worker.judged } }

    /// - Parameters:
    ///   - isKnown: whether the person's browser is known.
    ///   - network: where the request comes from; nil where that is not known.
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
        return try await worker.judge(password, stored)
    }
}
