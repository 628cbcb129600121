import EnvelopeService
import HTTPMessages
import Hummingbird

/// Requires an access token, and restricts an account's paths to the account's users.
struct BearerAuthentication: RouterMiddleware {
    let tokens: any AccessTokens

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.identity = try await tokens.identity(
            authorization: request.headers[.authorization], account: context.parameters.get("accountId"),
            onBehalfOf: request.headers[named: "X-DocuSign-Act-On-Behalf"])
        return try await next(request, context)
    }
}
