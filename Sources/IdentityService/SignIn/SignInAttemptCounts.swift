import Foundation
import Ledger
import ServiceCalls

/// Counts attempts to sign in, for all processes that share the store. Names of counts are keyed hashes: the store has
/// no addresses.
struct SignInAttemptCounts: Sendable {
    let counts: any CallCountStore
    let secrets: any SecretBox
    let configuration: IdentityServiceConfiguration

    /// Counts an attempt of a network.
    ///
    /// - Throws: ``HubError`` 429
    func countAttempt(from address: String?, at date: Date) async throws {
        guard let address else { return }
        try await count("network", [RemoteNetwork.name(of: address)], limit: configuration.attemptsPerNetwork, at: date)
    }

    /// Counts a message with a code: for the network, so that no stranger uses up an address's codes alone, and for
    /// all together, so that nobody's mailbox is flooded. Text messages cost money, so a network gets few of them,
    /// whatever the numbers.
    func countCode(for address: SignInAddress, of app: String, from network: String?, at date: Date) async throws {
        let parts = [app, address.text]
        if address.kind == .phone {
            let network = network.map(RemoteNetwork.name) ?? ""
            try await count("texts", [network], limit: configuration.textMessagesPerNetwork, at: date)
        }
        try await count(
            "code", parts + [network.map(RemoteNetwork.name) ?? ""], limit: configuration.codesPerAddress, at: date)
        try await count("codes", parts, limit: configuration.codesFromEverywhere, at: date)
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
