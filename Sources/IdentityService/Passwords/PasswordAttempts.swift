import Foundation
import Ledger
import ServiceCalls

/// The origin of an attempt, as known before the password is checked.
struct PasswordVisitor: Sendable {
    /// The entered e-mail address, whether or not such a user exists.
    let email: String
    /// The network of the request; `nil` if unknown, as behind a proxy.
    let network: String?
    /// The cookie of an earlier sign-in with this address; `nil` for an unknown browser.
    let knownBrowser: Secret?

    init(email: String, remoteAddress: String?, knownBrowser: Secret? = nil) {
        self.email = String(email.lowercased().prefix(254))
        network = remoteAddress.map(RemoteNetwork.name)
        self.knownBrowser = knownBrowser
    }
}

/// Limits the number of wrong passwords before a person has to wait, for all processes that share the store.
///
/// Strangers are counted in three ways. The first is by address and network together, so that nobody can lock others
/// out of their own account from elsewhere; this needs to know where requests come from. The second is by network. The
/// third is by address, with a wider limit, against guesses from many networks at once.
///
/// A browser that has signed in with the address before is counted by itself: strangers cannot lock it out.
struct PasswordAttempts: Sendable {
    private enum Key {
        case pair(email: String, network: String)
        case browser(Secret, email: String)
        case network(String)
        case address(String)
    }

    let counts: SignInAttemptCounts
    let limits: PasswordLimits

    /// Counts an attempt before the password is checked, so that simultaneous attempts all count. An attempt that has
    /// to wait is not counted.
    ///
    /// - Throws: ``HubError`` 429
    func begin(_ visitor: PasswordVisitor, at date: Date) async throws {
        var counted: [Key] = []
        for (key, limit) in keys(of: visitor) {
            counted.append(key)
            let (kind, parts) = Self.name(key)
            do {
                try await counts.count(kind, parts, limit: limit, window: limits.window, at: date)
            } catch let refusal as HubError {
                for key in counted { try await withdraw(key, at: date) }
                throw refusal
            }
        }
    }

    /// Clears this person's counts after a correct password, and does not count the attempt as wrong elsewhere.
    func succeed(_ visitor: PasswordVisitor, at date: Date) async throws {
        for (key, _) in keys(of: visitor) {
            switch key {
            case .pair, .browser:
                let (kind, parts) = Self.name(key)
                try await counts.clear(kind, parts)
            case .network, .address: try await withdraw(key, at: date)
            }
        }
    }

    /// Withdraws an attempt whose password was not checked.
    func withdraw(_ visitor: PasswordVisitor, at date: Date) async throws {
        for (key, _) in keys(of: visitor) { try await withdraw(key, at: date) }
    }

    private func withdraw(_ key: Key, at date: Date) async throws {
        let (kind, parts) = Self.name(key)
        try await counts.withdraw(kind, parts, window: limits.window, at: date)
    }

    private func keys(of visitor: PasswordVisitor) -> [(Key, limit: Int)] {
        if let browser = visitor.knownBrowser {
            return [(.browser(browser, email: visitor.email), limits.perBrowser)]
        }
        guard let network = visitor.network else { return [(.address(visitor.email), limits.perAddress)] }
        return [
            (.pair(email: visitor.email, network: network), limits.perPair), (.network(network), limits.perNetwork),
            (.address(visitor.email), limits.perAddress),
        ]
    }

    private static func name(_ key: Key) -> (kind: String, parts: [String]) {
        switch key {
        case .pair(let email, let network): ("password", [email, network])
        case .browser(let cookie, let email): ("password-browser", [cookie.text, email])
        case .network(let network): ("password-network", [network])
        case .address(let email): ("passwords", [email])
        }
    }
}
