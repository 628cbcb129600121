import Accounts
import DocuSignDialect
import Foundation
import Ledger
import ServiceCalls

extension AccessTokens {
    /// Authenticates a request by its access token (RFC 6750 §2.1), and authorizes it for the account in the path.
    ///
    /// - Parameters:
    ///   - header: the value of `Authorization`
    ///   - account: the account in the path, if any
    ///   - other: the value of `X-DocuSign-Act-On-Behalf`, if any; acting for another user is rejected
    /// - Throws: `APIError` and the store's errors
    public func identity(
        authorization header: String?, account: String?, onBehalfOf other: String? = nil
    ) async throws -> Identity {
        guard let header else {
            throw APIError(
                .userAuthenticationFailed, "The request has no Authorization header with a bearer token.")
        }
        guard let token = Self.token(in: header),
            let identity = try await identity(for: token, in: account?.lowercased())
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

    /// Returns the address that the sender of a request has proven by signing in; `nil` if they have not.
    ///
    /// - Parameter header: the value of `Authorization`
    func provenAddress(authorization header: String?) async throws -> String? {
        guard let header, let token = Self.token(in: header) else { return nil }
        return try await provenAddress(for: token)
    }

    private static func token(in header: String) -> Secret? {
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(text: String(parts[1]))
    }
}
