import Accounts
import EnvelopeService
import Foundation
import IdentityService
import Ledger

/// The tokens that calls of the signing APIs may have: an account's own, and those of people who have signed in to an
/// application of the identity service with a user's e-mail address.
struct SenderTokens: AccessTokens {
    let accounts: AccountStore
    let identity: IdentityService
    let authorizations: AuthorizationStore
    /// Whether a connection's remote address belongs to one person (see ``OAuthRoutes/countsConnections``).
    let countsConnections: Bool

    func identity(for token: Secret, in account: String?) async throws -> Identity? {
        if let found = try await accounts.identity(for: token) { return found }
        guard let address = try await provenAddress(for: token) else { return nil }
        return try await accounts.identity(address: address, preferring: account)
    }

    func provenAddress(for token: Secret) async throws -> String? { try await identity.provenAddress(of: token.text) }

    /// An access token of the user is as good as their password, and is checked without its work.
    func answer(
        to credentials: PasswordCredentials, in account: String?, from remoteAddress: String?
    ) async throws -> PasswordAnswer {
        guard try await authorizations.application(credentials.integrationKey.lowercased()) != nil else {
            return .unknownApplication
        }
        let name = credentials.username.lowercased()
        if let user = try await identity(for: Secret(text: credentials.password), in: account),
            name == user.userID || name == user.email.lowercased()
        {
            return .user(user)
        }
        let named = try await accounts.identity(user: name)
        do {
            let owner = try await identity.ownSignIn.owner(
                of: named?.email ?? credentials.username, password: credentials.password, browser: nil,
                from: countsConnections ? remoteAddress : nil)
            guard let owner, named.map({ $0.userID == owner }) ?? true,
                let user = try await accounts.identity(user: owner)
            else { return .wrong }
            return .user(user)
        } catch let refusal as HubError {
            return .locked(wait: refusal.wait ?? 60)
        }
    }
}
