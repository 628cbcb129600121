import DocuSignDialect
import Foundation
import HTTPTypes
import Hummingbird

/// Lets in who shows an access token (RFC 6750 §2.1), and to an account's paths only who belongs to the account.
struct BearerAuthentication: RouterMiddleware {
    let accounts: AccountStore

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard let header = request.headers[.authorization] else {
            throw APIError(
                .userAuthenticationFailed, "The request has no Authorization header with a bearer token.")
        }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts.first?.lowercased() == "bearer", let token = parts.last,
            let identity = try await accounts.identity(for: Secret(text: String(token)))
        else {
            throw APIError(.authorizationInvalidToken, "The access token is not known to this service.")
        }
        if let account = context.parameters.get("accountId"), account.lowercased() != identity.accountID {
            throw APIError(
                .userDoesNotBelongToAccount, "The access token belongs to another account than \(account.prefix(64)).")
        }
        var context = context
        context.identity = identity
        return try await next(request, context)
    }
}

extension ServiceContext {
    /// Whose request this is; every route behind ``BearerAuthentication`` has one.
    func requireIdentity() throws -> Identity {
        guard let identity else {
            throw APIError(.userAuthenticationFailed, "The request has no access token.")
        }
        return identity
    }
}
