import Accounts
import EnvelopeService
import Essentials
import Foundation
import Ledger

/// A user of a stand-in, with an access token.
public struct StandInUser: Sendable, Hashable {
    /// GUIDs in lower case.
    public let accountID: String
    /// A GUID in lower case.
    public let userID: String
    /// The name that the user was added with.
    public let name: String
    /// The e-mail address that the user was added with.
    public let email: String
    /// Valid until the stand-in expires it.
    public let accessToken: String
}

/// Accounts and access tokens in memory.
final class StandInUsers: AccessTokens {
    private let tokens = Locked<[Data: Identity]>([:])

    func identity(for token: Secret, in account: String?) async throws -> Identity? {
        tokens.withLock { $0[token.hash] }
    }

    func provenAddress(for token: Secret) async throws -> String? { nil }

    func add(_ identity: Identity) -> StandInUser {
        let token = Secret.random()
        tokens.withLock { $0[token.hash] = identity }
        return StandInUser(
            accountID: identity.accountID, userID: identity.userID, name: identity.name, email: identity.email,
            accessToken: token.text)
    }

    func identity(of userID: String) -> Identity? {
        tokens.withLock { $0.values.first { $0.userID == userID } }
    }

    func expire(_ token: String) {
        let hash = Secret(text: token).hash
        // The user stays known, under a token that nobody has.
        tokens.withLock { tokens in
            if let identity = tokens.removeValue(forKey: hash) { tokens[Secret.random().hash] = identity }
        }
    }
}
