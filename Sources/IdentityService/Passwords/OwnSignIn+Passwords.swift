import Foundation
import Ledger

extension OwnSignIn {
    var passwords: PasswordStore { PasswordStore(database: store.database) }
    private var browsers: KnownBrowsers {
        KnownBrowsers(database: store.database, limits: service.configuration.passwords)
    }

    /// Returns the id of the user with an address and a password; `nil` for a wrong one. An address without a password
    /// takes the same work, so that the response time does not reveal which addresses exist.
    ///
    /// - Parameters:
    ///   - browser: the cookie that ``remember(_:insteadOf:)`` gave the browser; some places are reserved for known
    ///     browsers
    ///   - remoteAddress: who asks; `nil` if unknown. One network gets only a share of the places
    /// - Throws: ``HubError`` 429 after too many wrong passwords, 503 if too many wait for their turn
    public func owner(
        of email: String, password: String, browser: Secret?, from remoteAddress: String?
    ) async throws -> String? {
        let date = service.now()
        // SQLite reads a text up to its first zero byte. So a text that goes on after one would find the account of the
        // address before it, and have wrong passwords counted under a name of its own.
        let isAddress = SignInAddress.email(email) != nil
        var known: Secret?
        if isAddress, let browser, try await browsers.isKnown(browser, email: email, at: date) { known = browser }
        let visitor = PasswordVisitor(email: email, remoteAddress: remoteAddress, knownBrowser: known)
        let attempts = PasswordAttempts(counts: attempts, limits: service.configuration.passwords)
        try await attempts.begin(visitor, at: date)
        guard password.utf8.count <= StoredPassword.longest else { return nil }
        let found = isAddress ? try await passwords.password(of: email) : nil
        let stored =
            found?.password
            ?? StoredPassword(
                salt: Data(count: 16), hash: Data(count: 32), cost: service.configuration.passwordCost)
        let isRight: Bool
        do {
            isRight = try await service.passwordBench.judge(
                password, stored, isKnown: known != nil, network: visitor.network)
        } catch let full as PasswordBenchFull {
            try await attempts.withdraw(visitor, at: date)
            throw HubError(503, "E_BUSY", ["Too many people are signing in right now."], wait: full.wait)
        }
        // While it waited, the password may have been changed or removed.
        guard isRight, let found, let now = try await passwords.password(of: email),
            now.owner == found.owner, now.password == found.password
        else { return nil }
        try await attempts.succeed(visitor, at: date)
        return found.owner
    }

    /// Remembers the browser of a user who has signed in: strangers who enter wrong passwords cannot lock it out.
    ///
    /// - Parameter former: what the browser had before
    /// - Returns: what the browser keeps from now on
    public func remember(_ owner: String, insteadOf former: Secret?) async throws -> Secret {
        try await browsers.welcome(owner, insteadOf: former, at: service.now())
    }
}
