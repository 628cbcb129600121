import DocuSignDialect
import Foundation
import Ledger

/// Knows whose access tokens are whose.
public protocol AccessTokens: Sendable {
    /// Whose token this is; nil when it is nobody's, or no longer.
    func identity(for token: Secret) async throws -> Identity?
}

extension AccessTokens {
    /// Lets in who shows an access token (RFC 6750 §2.1), and to an account's paths only who belongs to the account.
    ///
    /// - Parameters:
    ///   - header: the value of `Authorization`.
    ///   - account: the account that the path names, if it names one.
    ///   - other: the value of `X-DocuSign-Act-On-Behalf`, if there is one: nobody acts for another user.
    /// - Throws: `APIError`, and what the store finds wrong.
    public func identity(
        authorization header: String?, account: String?, onBehalfOf other: String? = nil
    ) async throws -> Identity {
        guard let header else {
            throw APIError(
                .userAuthenticationFailed, "The request has no Authorization header with a bearer token.")
        }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts.first?.lowercased() == "bearer", let token = parts.last,
            let identity = try await identity(for: Secret(text: String(token)))
        else {
            throw APIError(.authorizationInvalidToken, "The access token is not known to this service.")
        }
        if let account, account.lowercased() != identity.accountID {
            throw APIError(
                .userDoesNotBelongToAccount, "The access token belongs to another account than \(account.prefix(64)).")
        }
        if let other = other?.trimmingCharacters(in: .whitespaces).lowercased(),
            other != identity.userID, other != identity.email.lowercased()
        {
            throw APIError(
                .userLacksPermissions,
                "X-DocuSign-Act-On-Behalf names \(other.prefix(100)); this service answers only for the token's own user."
            )
        }
        return identity
    }
}
