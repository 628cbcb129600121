import EnvelopeService
import Foundation
import HTTPMessages
import Ledger

/// The endpoints that applications call without a person.
extension OAuthRoutes {
    /// Exchanges a code, a refresh token, or an assertion.
    func token(_ request: ServiceCall) async throws -> HTTPReply {
        try await answering(request) { fields in
            guard let grant = fields["grant_type"] else {
                throw OAuthError(.invalidRequest, "grant_type is missing")
            }
            let result: Result<OAuthTokens, OAuthError>
            switch grant {
            case "authorization_code":
                let application = try await application(fields, request)
                guard let code = fields["code"] else { throw OAuthError(.invalidRequest, "code is missing") }
                result = try await authorizations.redeem(
                    code: Secret(text: code), application: application, verifier: fields["code_verifier"],
                    redirectURI: fields["redirect_uri"], at: now())
            case "refresh_token":
                let application = try await application(fields, request)
                guard let token = fields["refresh_token"] else {
                    throw OAuthError(.invalidRequest, "refresh_token is missing")
                }
                result = try await authorizations.refresh(Secret(text: token), application: application, at: now())
            case Self.assertionGrant:
                guard let text = fields["assertion"] else { throw OAuthError(.invalidRequest, "assertion is missing") }
                let assertion = try SignedAssertion(text)
                result = try await authorizations.tokens(
                    for: assertion, sentTo: [request.base, base()], at: now())
            default:
                // The application is not looked up before that.
                throw OAuthError(
                    .unsupportedGrantType,
                    "grant_type can only be authorization_code, refresh_token and \(Self.assertionGrant)")
            }
            return try .json(TokenAnswer(try result.get()))
        }
    }

    /// RFC 7523 §2.1.
    private static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Revokes tokens, as an app does when its user logs out (RFC 7009 §2.1). `token_type_hint` is ignored. The answer
    /// is empty, also for an invalid token (§2.2).
    func revoke(_ request: ServiceCall) async throws -> HTTPReply {
        try await answering(request) { fields in
            let application = try await application(fields, request)
            guard let token = fields["token"] else { throw OAuthError(.invalidRequest, "token is missing") }
            try await authorizations.revoke(Secret(text: token), application: application, at: now())
            return HTTPReply(status: 200, headers: [.cacheControl: "no-store"])
        }
    }

    /// Reads the fields of a body; errors are answered in OAuth's format.
    private func answering(
        _ request: ServiceCall, _ answer: (FormFields) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        do {
            let fields = try FormFields(
                body: try await request.body.data(limit: Self.formLimit), type: request.headers[.contentType])
            return try await answer(fields)
        } catch let error as OAuthError {
            return try error.answer(challenged: request.headers[.authorization] != nil)
        }
    }

    /// Returns the calling application, authenticated by its secret in the header (RFC 6749 §2.3.1), or identified by
    /// its key if it has none.
    private func application(_ fields: FormFields, _ request: ServiceCall) async throws -> OAuthApplication {
        let unknown = OAuthError(.invalidClient, "issuer_not_found")
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Data(base64Encoded: String(parts[1]))
            else { throw unknown }
            let pair = String(decoding: bytes, as: UTF8.self).split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let id = pair[0].removingPercentEncoding,
                let secret = pair[1].removingPercentEncoding,
                fields["client_id"].map({ $0.lowercased() == id.lowercased() }) ?? true,
                let application = try await authorizations.application(
                    id.lowercased(), secret: secret.isEmpty ? nil : Secret(text: secret))
            else { throw unknown }
            return application
        }
        guard let id = fields["client_id"] else { throw OAuthError(.invalidRequest, "client_id is missing") }
        let secret = fields["client_secret"].map { Secret(text: $0) }
        guard let application = try await authorizations.application(id.lowercased(), secret: secret) else {
            throw unknown
        }
        return application
    }
}

/// The answer of the token endpoint (RFC 6749 §5.1).
private struct TokenAnswer: Encodable {
    let accessToken: String
    let tokenType = "Bearer"
    let expiresIn: Int
    /// Left out for an assertion.
    let refreshToken: String?
    let scope: String

    init(_ tokens: OAuthTokens) {
        accessToken = tokens.accessToken.text
        expiresIn = Int(tokens.life)
        refreshToken = tokens.refreshToken?.text
        scope = tokens.scope.text
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case scope
    }
}
