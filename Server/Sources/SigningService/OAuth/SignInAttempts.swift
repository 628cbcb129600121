import EnvelopeService
import Foundation

/// Who tries to sign in, as far as it can be told before the password is looked at.
struct SignInVisitor: Sendable {
    /// The address that was typed, whether there is such a user or not.
    let email: String
    /// Where the request comes from; nil where that is not known, as behind a proxy.
    let network: String?
    /// The hash of a cookie from an earlier success with this address; nil for a browser that has none.
    let knownBrowser: Data?

    init(email: String, remoteAddress: String?, knownBrowser: Data? = nil) {
        self.email = String(email.lowercased().prefix(254))
        network = remoteAddress.map(Self.network)
        self.knownBrowser = knownBrowser
    }

    /// One person's connections: an IPv4 address, or the first 64 bits of an IPv6 address, which a household has to
    /// itself (RFC 6177).
    static func network(of address: String) -> String {
        let text = String(address.prefix { $0 != "%" })
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        let all = withUnsafeBytes(of: &bytes) { Array($0) }
        // An IPv4 address in the other's form (RFC 4291 §2.5.5.2).
        if all[..<10].allSatisfy({ $0 == 0 }), all[10] == 0xFF, all[11] == 0xFF {
            return all[12...].map { String($0) }.joined(separator: ".")
        }
        return all[..<8].map { String(format: "%02x", $0) }.joined() + "/64"
    }
}

/// How often somebody may be wrong about a password before they have to wait.
///
/// Strangers are counted by address and network together, so that nobody keeps others out of their own account from
/// elsewhere - which takes a service that knows where requests come from; by network, and - against guesses from many networks at once - by address with a wider limit. A browser
/// from which the address has signed in before is counted by itself alone: what strangers do does not lock it out.
/// Kept in memory: a restart forgives.
actor SignInAttempts {
    struct Limits: Sendable {
        /// For one address from one network.
        var perPair = 5
        /// For one address from one browser that is known.
        var perBrowser = 5
        /// For one address from all networks.
        var perAddress = 50
        /// For one network, whatever addresses are typed.
        var perNetwork = 50
        /// Seconds after the first wrong password until all are forgotten.
        var window: TimeInterval = 15 * 60
        /// How many counts are remembered; beyond that the oldest are forgotten.
        var remembered = 40_000
    }

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

    private let limits: Limits
    private var counts: [Key: Count] = [:]

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Counts an attempt before the password is looked at, so that many at once count as many.
    /// - Returns: seconds to wait; nil when the attempt may be made.
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

    /// The password was right: what was counted for this person is forgotten, and the attempt was not a wrong one.
    func succeed(_ visitor: SignInVisitor) {
        for (key, _) in keys(of: visitor) {
            switch key {
            case .pair, .browser: counts[key] = nil
            case .address, .network: counts[key]?.wrong -= 1
            }
        }
    }

    /// The password was not looked at.
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
