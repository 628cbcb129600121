import Essentials
import Foundation
import Ledger
import ServiceCalls

/// Counts attempts to sign in, for all processes that share the store. Names of counts are keyed hashes: the store has
/// no addresses.
///
/// A network in which somebody has signed in with an address is known for it. What strangers do with the address
/// counts elsewhere, so that they use up nothing of its owner's.
struct SignInAttemptCounts: Sendable {
    let counts: SQLCallCountStore
    let secrets: any SecretBox
    let configuration: IdentityServiceConfiguration
    /// `nil` if no network is known.
    var networks: KnownNetworks?

    /// The window in which wrong codes are counted, in seconds.
    private static let wrongCodeWindow: TimeInterval = 3600

    /// Counts an attempt of a network.
    ///
    /// - Throws: ``HubError`` 429
    func countAttempt(from address: String?, at date: Date) async throws {
        guard let address else { return }
        try await count("network", [RemoteNetwork.name(of: address)], limit: configuration.attemptsPerNetwork, at: date)
    }

    /// Counts a new guest of a network.
    ///
    /// - Throws: ``HubError`` 429
    func countGuest(from address: String?, at date: Date) async throws {
        let network = address.map(RemoteNetwork.name) ?? ""
        try await count("guest", [network], limit: configuration.guestsPerNetwork, at: date)
    }

    /// Counts that a user begins something that stays open for a while.
    ///
    /// - Throws: ``HubError`` 429
    func countOpening(of user: IdentityUser, at date: Date) async throws {
        try await count("opening", [user.appID, user.id], limit: configuration.openingsPerUser, at: date)
    }

    /// Counts a message with a code: for the network, so that no stranger uses up an address's codes alone, and for
    /// all together, so that nobody's mailbox is flooded. Text messages cost money, so a network gets few of them,
    /// whatever the numbers, and all networks together only so many.
    ///
    /// - Throws: ``HubError`` 429
    func countCode(for address: SignInAddress, of app: String, from remote: String?, at date: Date) async throws {
        let network = remote.map(RemoteNetwork.name) ?? ""
        let parts = [app, Self.mailbox(of: address)]
        if address.kind == .phone {
            try await count("texts", [network], limit: configuration.textMessagesPerNetwork, at: date)
        }
        try await count("code", parts + [network], limit: configuration.codesPerAddress, at: date)
        // The owner's own network has only its own limit.
        if try await !isKnown(remote, for: address, of: app, at: date) {
            try await count("codes", parts, limit: configuration.codesFromEverywhere, at: date)
        }
        if address.kind == .phone {
            try await count("texts-in-all", [], limit: configuration.textMessagesInAll, at: date)
        }
    }

    /// Counts a code that somebody entered, before it is compared, so that simultaneous ones all count.
    ///
    /// - Returns: the count to take back if the code is not wrong; `nil` for the owner's own network, which has its
    ///   tries for each code
    /// - Throws: ``HubError`` 429
    private func countEntry(
        for address: SignInAddress, of app: String, from remote: String?, at date: Date
    ) async throws -> String? {
        guard try await !isKnown(remote, for: address, of: app, at: date) else { return nil }
        let name = name("wrong-code", [app, Self.mailbox(of: address)])
        let limit = CallLimit(name, limit: configuration.wrongCodesPerHour)
        guard try await counts.count([limit], window: Self.wrongCodeWindow, at: date) else {
            throw Self.tooMany(Self.wrongCodeWindow, at: date)
        }
        return name
    }

    /// Compares a code that somebody entered, and counts it if it is wrong.
    ///
    /// - Throws: ``HubError`` 429
    func met(
        _ id: Secret, of app: String, with text: String, verifier: String?, from remote: String?, at date: Date,
        _ store: IdentityStore
    ) async throws -> CodeResult {
        guard let (challenge, left) = try await store.openChallenge(id, of: app, at: date) else { return .unknown }
        let address = SignInAddress(stored: challenge.address)
        // Where no tries are left, nothing is compared.
        let entry = left > 0 ? try await countEntry(for: address, of: app, from: remote, at: date) : nil
        let result = try await store.meet(id, of: app, with: text, verifier: verifier, at: date)
        switch result {
        case .met:
            try await withdraw(entry, at: date)
            try await know(remote, for: address, of: app, at: date)
        case .unknown: try await withdraw(entry, at: date)
        case .wrong, .locked: break
        }
        return result
    }

    private func withdraw(_ entry: String?, at date: Date) async throws {
        guard let entry else { return }
        try await counts.withdraw([entry], window: Self.wrongCodeWindow, at: date)
    }

    /// Notes that the owner of an address has signed in from a network.
    func know(_ remote: String?, for address: SignInAddress, of app: String, at date: Date) async throws {
        guard let networks, let name = networkName(remote, for: address, of: app) else { return }
        try await networks.note(name, at: date)
    }

    private func isKnown(
        _ remote: String?, for address: SignInAddress, of app: String, at date: Date
    ) async throws -> Bool {
        guard let networks, let name = networkName(remote, for: address, of: app) else { return false }
        return try await networks.isKnown(name, since: date.addingTimeInterval(-configuration.knownNetworkLife))
    }

    private func networkName(_ remote: String?, for address: SignInAddress, of app: String) -> String? {
        remote.map { name("known-network", [app, address.text, RemoteNetwork.name(of: $0)]) }
    }

    /// Counts a refresh of a session.
    ///
    /// - Throws: ``HubError`` 429
    func countRefresh(of session: String, at date: Date) async throws {
        try await count("refresh", [session], limit: configuration.refreshesPerSession, at: date)
    }

    private func count(_ kind: String, _ parts: [String], limit: Int, at date: Date) async throws {
        let window = max(1, configuration.attemptWindow)
        guard try await counts.count(name(kind, parts), window: window, at: date) <= limit else {
            throw Self.tooMany(window, at: date)
        }
    }

    /// One person's sub-addresses are one mailbox.
    private static func mailbox(of address: SignInAddress) -> String {
        address.kind == .email ? EmailAddress.mailbox(of: address.text) : address.text
    }

    /// Returns a refusal until the window ends.
    static func tooMany(_ window: TimeInterval, at date: Date) -> HubError {
        let end = ((date.timeIntervalSince1970 / window).rounded(.down) + 1) * window
        return .tooMany(wait: end - date.timeIntervalSince1970)
    }

    /// The name of a count, which does not tell the parts.
    func name(_ kind: String, _ parts: [String]) -> String {
        "identity/\(kind)/"
            + secrets.hash(of: parts.joined(separator: "\n"), for: "identity-count").base64EncodedString()
    }
}

extension SignInAttemptCounts {
    init(_ service: IdentityService) {
        self.init(
            counts: service.stores.counts, secrets: service.stores.secrets, configuration: service.configuration,
            networks: KnownNetworks(database: service.stores.identity.database))
    }
}
