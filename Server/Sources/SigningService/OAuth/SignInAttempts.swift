import Foundation

/// How often somebody may be wrong about a password before they have to wait.
///
/// Counted for the address that was typed, whether there is such a user or not, and for the other end of the
/// connection. Kept in memory: a restart forgives.
actor SignInAttempts {
    struct Limits: Sendable {
        var perAddress = 5
        var perConnection = 50
        /// Seconds after the first wrong password until all are forgotten.
        var window: TimeInterval = 15 * 60
        /// How many addresses and connections are remembered; beyond that the oldest are forgotten.
        var remembered = 20_000
    }

    private struct Count {
        var wrong: Int
        var since: Date
    }

    private let limits: Limits
    private var counts: [String: Count] = [:]

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Counts an attempt before the password is looked at, so that many at once count as many.
    /// - Returns: seconds to wait; nil when the attempt may be made.
    func begin(email: String, remoteAddress: String?, at date: Date) -> TimeInterval? {
        let keys = Self.keys(email, remoteAddress)
        var wait: TimeInterval = 0
        for (key, limit) in zip(keys, [limits.perAddress, limits.perConnection]) {
            guard let count = counts[key], date.timeIntervalSince(count.since) < limits.window else {
                counts[key] = nil
                continue
            }
            if count.wrong >= limit {
                wait = max(wait, limits.window - date.timeIntervalSince(count.since))
            }
        }
        guard wait == 0 else { return max(1, wait) }
        for key in keys { counts[key, default: Count(wrong: 0, since: date)].wrong += 1 }
        forgetOldest()
        return nil
    }

    /// The password was right: what was counted for the address is forgotten.
    func succeed(email: String, remoteAddress: String?) {
        let keys = Self.keys(email, remoteAddress)
        counts[keys[0]] = nil
        if keys.count > 1 { counts[keys[1]]?.wrong -= 1 }
    }

    private func forgetOldest() {
        guard counts.count > limits.remembered else { return }
        let oldest = counts.sorted { $0.value.since < $1.value.since }.prefix(limits.remembered / 10)
        for (key, _) in oldest { counts[key] = nil }
    }

    private static func keys(_ email: String, _ remoteAddress: String?) -> [String] {
        ["e:" + String(email.lowercased().prefix(254))] + (remoteAddress.map { ["a:" + $0] } ?? [])
    }
}
