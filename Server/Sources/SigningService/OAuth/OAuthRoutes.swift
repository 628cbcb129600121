import EnvelopeService
import Foundation

/// The authorization code grant with proof keys: RFC 6749 §4.1, RFC 7636, for native apps RFC 8252.
struct OAuthRoutes: Sendable {
    let authorizations: AuthorizationStore
    let passwords: PasswordStore
    let attempts: SignInAttempts
    /// Whether browsers reach the service over TLS.
    let isSecure: Bool
    /// Whether the other end of a connection is a person's own: behind a proxy it is everybody's, and one person's wrong
    /// passwords must not keep the others out.
    let countsConnections: Bool
    let base: @Sendable () -> URL
    let now: @Sendable () -> Date

    /// No form is larger, in bytes.
    private static let formLimit = 64 * 1024

    var routes: [APIRoute] {
        [
            APIRoute("GET", "oauth/auth", needsToken: false) { try await ask($0) },
            APIRoute("POST", "oauth/auth", needsToken: false) { try await allow($0) },
            APIRoute("POST", "oauth/token", needsToken: false) { try await token($0) },
        ]
    }

    // MARK: The sign-in page

    private func ask(_ request: APIRequest) async throws -> APIAnswer {
        try await answering(FormFields(request.query)) { wish in
            let cookie = SignInForm.cookie(of: request) ?? .random()
            return SignInPage(request: wish, form: SignInForm.proof(of: cookie)).answer(
                headers: ["set-cookie": SignInForm.cookie(cookie, isSecure: isSecure)])
        }
    }

    private func allow(_ request: APIRequest) async throws -> APIAnswer {
        guard request.mediaType == "application/x-www-form-urlencoded", !OriginRule.isForeign(request, base: base())
        else { return Self.refusal("Open the app again and start from there.", status: 403) }
        let text = String(decoding: try await request.body.data(limit: Self.formLimit), as: UTF8.self)
        guard let fields = try? FormFields(text) else { return Self.refusal("The form cannot be read.", status: 400) }
        return try await answering(fields) { wish in
            guard SignInForm.isOwn(fields, request), let cookie = SignInForm.cookie(of: request) else {
                return Self.refusal(
                    "The sign-in page was open for too long, or your browser keeps no cookies. Open the app again and "
                        + "start from there.", status: 403)
            }
            guard fields["act"] != "cancel" else {
                throw AuthorizationRequest.Refusal.sent(
                    to: wish.redirectURI, OAuthError(.accessDenied, "the person cancelled"), state: wish.state)
            }
            return try await signIn(wish, fields, request, cookie)
        }
    }

    private func signIn(
        _ wish: AuthorizationRequest, _ fields: FormFields, _ request: APIRequest, _ cookie: Secret
    ) async throws -> APIAnswer {
        let email = fields["email"] ?? ""
        var page = SignInPage(request: wish, form: SignInForm.proof(of: cookie), email: email)
        let remoteAddress = countsConnections ? request.remoteAddress : nil
        if let wait = await attempts.begin(email: email, remoteAddress: remoteAddress, at: now()) {
            let minutes = Int((wait / 60).rounded(.up))
            page.problem =
                "That was wrong too often. Wait \(minutes) \(minutes == 1 ? "minute" : "minutes") and try again."
            return page.answer(status: 429, headers: ["retry-after": String(Int(wait.rounded(.up)))])
        }
        guard let user = try await passwords.user(email: email, password: fields["password"] ?? "") else {
            // The same words whether the address or the password was wrong.
            page.problem = "The e-mail address or the password is not right."
            return page.answer(status: 401)
        }
        await attempts.succeed(email: email, remoteAddress: remoteAddress)
        let code = try await authorizations.authorize(wish, userID: user, at: now())
        var items = [("code", code.text)]
        if let state = wish.state { items.append(("state", state)) }
        return .seeOther(RedirectURI.adding(items, to: wish.redirectURI))
    }

    /// Reads the request and answers it; what is wrong is told to the application where it may be, else to the person.
    private func answering(
        _ fields: FormFields, _ answer: (AuthorizationRequest) async throws -> APIAnswer
    ) async throws -> APIAnswer {
        do {
            let authorizations = authorizations
            return try await answer(AuthorizationRequest(fields) { try await authorizations.application($0) })
        } catch AuthorizationRequest.Refusal.shown(let sentence) {
            return Self.refusal(sentence, status: 400)
        } catch AuthorizationRequest.Refusal.sent(let redirectURI, let error, let state) {
            // `error_message` is the eSignature API's word, `error_description` that of RFC 6749 §4.1.2.1.
            var items = [
                ("error", error.error.rawValue), ("error_description", error.errorDescription),
                ("error_message", error.errorDescription),
            ]
            if let state { items.append(("state", state)) }
            return .seeOther(RedirectURI.adding(items, to: redirectURI))
        }
    }

    private static func refusal(_ sentence: String, status: Int) -> APIAnswer {
        PlainPage(title: "Signing in is not possible", body: "<p>\(PlainPage.escaped(sentence))</p>")
            .answer(status: status)
    }

    // MARK: Tokens

    private func token(_ request: APIRequest) async throws -> APIAnswer {
        do {
            guard request.mediaType == "application/x-www-form-urlencoded" else {
                throw OAuthError(.invalidRequest, "the body is no form")
            }
            let text = String(decoding: try await request.body.data(limit: Self.formLimit), as: UTF8.self)
            let fields = try FormFields(text)
            let application = try await application(fields, request.headers["authorization"])
            let result: Result<OAuthTokens, OAuthError>
            switch fields["grant_type"] {
            case "authorization_code":
                guard let code = fields["code"] else { throw OAuthError(.invalidRequest, "code is missing") }
                result = try await authorizations.redeem(
                    code: Secret(text: code), application: application, verifier: fields["code_verifier"],
                    redirectURI: fields["redirect_uri"], at: now())
            case "refresh_token":
                guard let token = fields["refresh_token"] else {
                    throw OAuthError(.invalidRequest, "refresh_token is missing")
                }
                result = try await authorizations.refresh(Secret(text: token), application: application, at: now())
            case nil:
                throw OAuthError(.invalidRequest, "grant_type is missing")
            default:
                throw OAuthError(
                    .unsupportedGrantType, "grant_type can only be authorization_code and refresh_token")
            }
            return try .json(TokenAnswer(try result.get()))
        } catch let error as OAuthError {
            return try error.answer(challenged: request.headers["authorization"] != nil)
        }
    }

    /// The application that asks: with its secret in the header (RFC 6749 §2.3.1), or without one by its key alone.
    private func application(_ fields: FormFields, _ header: String?) async throws -> OAuthApplication {
        let unknown = OAuthError(.invalidClient, "issuer_not_found")
        if let header {
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

/// What the token endpoint gives (RFC 6749 §5.1).
private struct TokenAnswer: Encodable {
    let accessToken: String
    let tokenType = "Bearer"
    let expiresIn: Int
    let refreshToken: String
    let scope: String

    init(_ tokens: OAuthTokens) {
        accessToken = tokens.accessToken.text
        expiresIn = Int(tokens.life)
        refreshToken = tokens.refreshToken.text
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
