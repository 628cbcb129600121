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

    /// Checks a password that a program shows with a call.
    ///
    /// - Parameters:
    ///   - account: the account in the request's path, for a user who is in several accounts
    ///   - remoteAddress: who asks; `nil` if unknown
    func answer(
        to credentials: PasswordCredentials, in account: String?, from remoteAddress: String?
    ) async throws -> PasswordAnswer
}
