import Accounts
import DocuSignDialect
import Foundation
import Ledger
import ServiceCalls

extension AccessTokens {
    /// Authenticates a request by its access token (RFC 6750 §2.1) or, without one, by the password in
    /// `X-DocuSign-Authentication`, and authorizes it for the account in the path.
    ///
    /// - Throws: `APIError`, ``TooManyPasswords`` and the store's errors
    func identity(of call: ServiceCall) async throws -> Identity {
        let account = call.parameters["accountId"]?.lowercased()
        let identity: Identity
        if let header = call.headers[.authorization] {
            guard let token = Self.token(in: header), let found = try await self.identity(for: token, in: account)
            else { throw APIError(.authorizationInvalidToken, "The access token is not known to this service.") }
            identity = found
        } else if let header = call.headers[named: PasswordHeader.name] {
            let shown = try PasswordHeader(header)
            identity = try await user(of: shown.credentials, in: account, call)
            if let other = shown.onBehalfOf { try Self.check(other, is: identity, "SendOnBehalfOf") }
        } else {
            throw APIError(
                .userAuthenticationFailed, "The request has no Authorization header with a bearer token.")
        }
        if let account, account != identity.accountID {
            throw APIError(
                .userDoesNotBelongToAccount, "The access token belongs to another account than \(account.prefix(64)).")
        }
        if let other = call.headers[named: Self.behalfHeader] { try Self.check(other, is: identity, Self.behalfHeader) }
        return identity
    }

    private static var behalfHeader: String { "X-DocuSign-Act-On-Behalf" }

    private func user(
        of credentials: PasswordCredentials, in account: String?, _ call: ServiceCall
    ) async throws -> Identity {
        switch try await answer(to: credentials, in: account, from: call.remoteAddress) {
        case .user(let identity): return identity
        case .unknownApplication:
            throw APIError(.partnerAuthenticationFailed, "No app has the integration key in \(PasswordHeader.name).")
        case .wrong:
            throw APIError(
                .userAuthenticationFailed, "The user name or the password in \(PasswordHeader.name) is wrong.")
        case .locked(let wait): throw TooManyPasswords(wait: wait)
        }
    }

    /// Acting for another user is rejected.
    private static func check(_ other: String, is identity: Identity, _ name: String) throws(APIError) {
        let user = other.trimmingCharacters(in: .whitespaces).lowercased()
        guard user != identity.userID, user != identity.email.lowercased() else { return }
        throw APIError(
            .userLacksPermissions,
            "\(name) names \(user.prefix(100)); this service answers only for the user who signs in.")
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
