import EnvelopeService
import Foundation

/// The origin of a sign-in attempt, as known before the password is checked.
struct SignInVisitor: Sendable {
    /// The entered e-mail address, whether or not such a user exists.
    let email: String
    /// The network of the request; `nil` if unknown, as behind a proxy.
    let network: String?
    /// The hash of a cookie from an earlier sign-in with this address; `nil` for an unknown browser.
    let knownBrowser: Data?

    init(email: String, remoteAddress: String?, knownBrowser: Data? = nil) {
        self.email = String(email.lowercased().prefix(254))
        network = remoteAddress.map(RemoteNetwork.name)
        self.knownBrowser = knownBrowser
    }
}

/// Limits the number of wrong passwords before a person has to wait.
///
/// Strangers are counted in three ways. The first is by address and network together, so that nobody can lock others
/// out of their own account from elsewhere; this needs to know where requests come from. The second is by network. The
/// third is by address, with a wider limit, against guesses from many networks at once.
///
/// A browser that has signed in with the address before is counted by itself: strangers cannot lock it out. Counts are
/// kept in memory, so a restart clears them.
actor SignInAttempts {
    private struct Count {
        var wrong: Int
        var since: Date
    }

    private enum Key: Hashable {
        case pair(email: String, network: String)
        case browser(Data, email: String)
        case address(String)
        case network(String)
    }

    private let limits: SignInLimits
    private var counts: [Key: Count] = [:]

    init(_ limits: SignInLimits = SignInLimits()) {
        self.limits = limits
    }

    /// Counts an attempt before the password is checked, so that simultaneous attempts all count.
    /// - Returns: the seconds to wait; `nil` if the attempt may proceed
    func begin(_ visitor: SignInVisitor, at date: Date) -> TimeInterval? {
        let keys = keys(of: visitor)
        var wait: TimeInterval = 0
        for (key, limit) in keys {
            guard let count = counts[key], date.timeIntervalSince(count.since) < limits.window else {
                counts[key] = nil
                continue
            }
            if count.wrong >= limit {
                wait = max(wait, limits.window - date.timeIntervalSince(count.since))
            }
        }
        guard wait == 0 else { return max(1, wait) }
        for (key, _) in keys { counts[key, default: Count(wrong: 0, since: date)].wrong += 1 }
        forgetOldest()
        return nil
    }

    /// Clears this person's counts after a correct password, and does not count the attempt as wrong elsewhere.
    func succeed(_ visitor: SignInVisitor) {
        for (key, _) in keys(of: visitor) {
            switch key {
            case .pair, .browser: counts[key] = nil
            case .address, .network: counts[key]?.wrong -= 1
            }
        }
    }

    /// Withdraws an attempt whose password was not checked.
    func withdraw(_ visitor: SignInVisitor) {
        for (key, _) in keys(of: visitor) { counts[key]?.wrong -= 1 }
    }

    private func keys(of visitor: SignInVisitor) -> [(Key, limit: Int)] {
        if let browser = visitor.knownBrowser {
            return [(.browser(browser, email: visitor.email), limits.perBrowser)]
        }
        var keys: [(Key, limit: Int)] = [(.address(visitor.email), limits.perAddress)]
        if let network = visitor.network {
            keys.append((.pair(email: visitor.email, network: network), limits.perPair))
            keys.append((.network(network), limits.perNetwork))
        }
        return keys
    }

    private func forgetOldest() {
        guard counts.count > limits.remembered else { return }
        let oldest = counts.sorted { $0.value.since < $1.value.since }.prefix(limits.remembered / 10)
        for (key, _) in oldest { counts[key] = nil }
    }
}
