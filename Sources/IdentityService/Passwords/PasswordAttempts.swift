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
/// Strangers are counted in three ways. The first is by address and network together, so that nobody locks others out
/// of their own account from one other network; this needs to know where requests come from. The second is by network.
/// The third is by address, with a wider limit, against guesses from many networks at once.
///
/// A browser that has signed in with the address before is counted by itself: strangers cannot lock it out.
struct PasswordAttempts: Sendable {
    let counts: SignInAttemptCounts
    let limits: PasswordLimits

    /// Counts an attempt before the password is checked, so that simultaneous attempts all count. An attempt that has
    /// to wait is not counted.
    ///
    /// - Throws: ``HubError`` 429
    func begin(_ visitor: PasswordVisitor, at date: Date) async throws {
        let (own, shared) = names(of: visitor)
        guard try await counts.counts.count(own + shared, window: limits.window, at: date) else {
            throw SignInAttemptCounts.tooMany(max(1, limits.window), at: date)
        }
    }

    /// Clears this person's count after a correct password, and does not count the attempt as wrong elsewhere.
    func succeed(_ visitor: PasswordVisitor, at date: Date) async throws {
        let (own, shared) = names(of: visitor)
        for limit in own { try await counts.counts.clear(limit.name) }
        try await counts.counts.withdraw(shared.map(\.name), window: limits.window, at: date)
    }

    /// Withdraws an attempt whose password was not checked.
    func withdraw(_ visitor: PasswordVisitor, at date: Date) async throws {
        let (own, shared) = names(of: visitor)
        try await counts.counts.withdraw((own + shared).map(\.name), window: limits.window, at: date)
    }

    /// Returns the counts that are this person's alone as far as is known, and those that they share with others.
    private func names(of visitor: PasswordVisitor) -> (own: [CallLimit], shared: [CallLimit]) {
        func limit(_ kind: String, _ parts: String..., limit: Int) -> CallLimit {
            CallLimit(counts.name(kind, parts), limit: limit)
        }
        if let browser = visitor.knownBrowser {
            return ([limit("password-browser", browser.text, visitor.email, limit: limits.perBrowser)], [])
        }
        let address = limit("passwords", visitor.email, limit: limits.perAddress)
        guard let network = visitor.network else { return ([], [address]) }
        return (
            [limit("password", visitor.email, network, limit: limits.perPair)],
            [limit("password-network", network, limit: limits.perNetwork), address]
        )
    }
}
