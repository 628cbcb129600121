import Ledger
import ServiceCalls

/// Looks up access tokens.
public protocol AccessTokens: Sendable {
    /// Returns the identity of a token; `nil` if it is unknown or no longer valid.
    ///
    /// - Parameter account: the account in the request's path, for a token whose holder has users in several accounts
    func identity(for token: Secret, in account: String?) async throws -> Identity?

    /// Returns the e-mail address that the holder of a token has proven by signing in; `nil` for any other token.
    func provenAddress(for token: Secret) async throws -> String?
}
