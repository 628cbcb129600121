import Crypto
import Essentials
import Foundation
import Ledger
import Passkeys
import ServiceCalls

/// How the service's own users sign in to its API: with a code by mail, or with a password.
///
/// A code has the rules of an application's codes: it works once, and only in the browser that asked for it. Attempts and
/// messages are counted in the same way.
public struct OwnSignIn: Sendable {
    /// The result of a code.
    public enum Outcome: Sendable, Hashable {
        /// The address is the person's.
        ///
        /// - Parameter owner: the user whose password the address has; `nil` if it has none
        case proven(address: String, owner: String?)
        case wrong(left: Int)
        /// Wrong too often; wait so many seconds.
        case locked(wait: TimeInterval)
        /// Expired, used, never there, or of another browser.
        case over
    }

    let service: IdentityService

    init(_ service: IdentityService) {
        self.service = service
    }

    var store: IdentityStore { service.stores.identity }
    var attempts: SignInAttemptCounts {
        SignInAttemptCounts(service)
    }

    /// Sends a code. Nothing tells whether the address has a user.
    ///
    /// - Parameters:
    ///   - browser: a secret that the browser keeps
    ///   - remoteAddress: who asks; `nil` if unknown
    /// - Returns: the id of the sign-in
    /// - Throws: ``HubError`` 400 for a text that is no address, 429 for too many messages
    public func begin(_ typed: String, browser: Secret, from remoteAddress: String?) async throws -> Secret {
        guard let address = SignInAddress.email(typed) else {
            throw HubError(400, "E_EMAIL", "The e-mail address is not valid.")
        }
        let date = service.now()
        try await attempts.countAttempt(from: remoteAddress, at: date)
        let app = try await store.ownApp(at: date)
        try await attempts.countCode(for: address, of: app.id, from: remoteAddress, at: date)
        let secrets = try await store.add(
            Challenge(
                appID: app.id, address: address.text, network: remoteAddress.map(RemoteNetwork.name),
                binding: Base64URL.encode(SHA256.hash(data: Data(browser.text.utf8)))),
            life: service.configuration.challengeLife, tries: service.configuration.codeTries, at: date)
        let message = try CodeMessage(
            appName: app.name, address: address.text, code: secrets.code, link: nil,
            endsAt: date.addingTimeInterval(service.configuration.challengeLife), sealedBy: service.stores.secrets)
        try await service.stores.jobs.add([try message.job(of: app.id, link: secrets.link)], at: date)
        service.stored()
        return secrets.id
    }

    /// Compares a code.
    public func complete(
        _ id: Secret, code: String, browser: Secret, from remoteAddress: String?
    ) async throws -> Outcome {
        let date = service.now()
        try await attempts.countAttempt(from: remoteAddress, at: date)
        let app = try await store.ownApp(at: date)
        let digits = code.filter { !$0.isWhitespace }
        switch try await attempts.met(
            id, of: app.id, with: digits, verifier: browser.text, from: remoteAddress, at: date, store)
        {
        case .met:
            guard let address = try await store.takeMet(id, of: app.id, at: date) else { return .over }
            return .proven(address: address, owner: try await passwords.password(of: address)?.owner)
        case .wrong(let left): return .wrong(left: left)
        case .locked(let end): return .locked(wait: end.timeIntervalSince(date))
        case .unknown: return .over
        }
    }
}

extension IdentityService {
    /// How the service's own users sign in.
    public var ownSignIn: OwnSignIn { OwnSignIn(self) }
}
