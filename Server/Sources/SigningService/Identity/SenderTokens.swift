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

    func identity(for token: Secret, in account: String?) async throws -> Identity? {
        if let found = try await accounts.identity(for: token) { return found }
        guard let address = try await provenAddress(for: token) else { return nil }
        return try await accounts.identity(address: address, preferring: account)
    }

    func provenAddress(for token: Secret) async throws -> String? { try await identity.provenAddress(of: token.text) }
}
