import ClientSupport
import Foundation
import HTTPMessages

/// The log-in with an authorization code and PKCE (RFC 6749 §4.1, RFC 7636), and the renewal of its tokens (§6).
///
/// ``CountersignClient/logIn(with:accountID:)`` performs all steps. The individual steps are for apps with their own
/// browser.
package struct OAuthFlow: Sendable {
    package let settings: OAuthSettings
    /// The base of `/oauth/auth`, `/oauth/token` and `/oauth/revoke`.
    let root: URL
    let transport: any HTTPTransport
    let timeout: TimeInterval
    let language: SigningLanguage?

    /// Returns the URL of the sign-in page for an attempt.
    package func page(for attempt: AuthorizationAttempt) throws(CountersignError) -> URL {
        var items = [
            ("response_type", "code"), ("scope", settings.scopes.joined(separator: " ")),
            ("client_id", settings.clientID), ("redirect_uri", settings.redirectURL.absoluteString),
            ("state", attempt.state), ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ]
        if settings.asksForPassword { items.append(("prompt", "login")) }
        if let language { items.append(("ui_locales", language.rawValue.replacing("_", with: "-"))) }
        let query = FormText.text(items)
        guard let url = URL(string: endpoint("auth").absoluteString + "?" + query) else {
            throw .invalidConfiguration(what: "oauth cannot be written as an address")
        }
        return url
    }

    /// Returns the code in the URL that the sign-in page redirected to.
    ///
    /// - Throws: ``CountersignError/authorizationForged`` if the URL or its `state` does not belong to this attempt;
    ///   ``CountersignError/authorizationRefused(code:message:)`` if it reports an error instead of a code
    package func code(in redirect: URL, for attempt: AuthorizationAttempt) throws(CountersignError) -> String {
        guard RedirectTarget(settings.redirectURL).isReached(by: redirect),
            let parts = URLComponents(url: redirect, resolvingAgainstBaseURL: true)
        else { throw .authorizationForged }
        // A repeated parameter is invalid.
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard values.updateValue(item.value ?? "", forKey: item.name) == nil else { throw .authorizationForged }
        }
        guard values["state"] == attempt.state else { throw .authorizationForged }
        if let error = values["error"] {
            let message = values["error_message"] ?? values["error_description"] ?? ""
            throw .authorizationRefused(
                code: CountersignError.shown(error, 128), message: CountersignError.shown(message, 1000))
        }
        guard let code = values["code"], !code.isEmpty else { throw .authorizationForged }
        return code
    }

    func authorize(with presenter: any AuthorizationPresenter) async throws(CountersignError) -> OAuthTokens {
        let attempt = AuthorizationAttempt()
        let page = try page(for: attempt)
        let redirect: URL
        do {
            redirect = try await presenter.authorize(at: page, redirectURL: settings.redirectURL)
        } catch let error as CountersignError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .authorizationRefused(code: "page_failed", message: error.sentence)
        }
        let code = try code(in: redirect, for: attempt)
        return try await tokens([
            ("grant_type", "authorization_code"), ("code", code), ("client_id", settings.clientID),
            ("redirect_uri", settings.redirectURL.absoluteString), ("code_verifier", attempt.verifier),
        ])
    }

    func renewed(_ refreshToken: String) async throws(CountersignError) -> OAuthTokens {
        try await tokens([
            ("grant_type", "refresh_token"), ("refresh_token", refreshToken), ("client_id", settings.clientID),
        ])
    }

    /// Revokes a refresh token and the tokens issued from it (RFC 7009 §2.1). The answer is ignored, because servers
    /// without this call reject it.
    ///
    /// - Parameter timeout: how long to wait for a byte from the server, in seconds
    func revoke(_ refreshToken: String, timeout: TimeInterval) async throws(CountersignError) {
        _ = try await post(
            [("token", refreshToken), ("token_type_hint", "refresh_token"), ("client_id", settings.clientID)],
            to: "revoke", timeout: timeout)
    }

    /// Sent once: a code or refresh token works only once, and the effect of a request with a lost answer is unknown.
    private func tokens(_ form: [(String, String)]) async throws(CountersignError) -> OAuthTokens {
        let reply = try await post(form, to: "token", timeout: timeout)
        if (400...401).contains(reply.status), let body = try? JSONDecoder().decode(RefusalBody.self, from: reply.body),
            let error = body.error
        {
            throw .authorizationRefused(
                code: CountersignError.shown(error, 128),
                message: CountersignError.shown(body.errorDescription ?? "", 1000))
        }
        guard (200..<300).contains(reply.status) else { throw CountersignError(refusal: reply) }
        return try reply.decoded(OAuthTokens.self)
    }

    private func post(
        _ form: [(String, String)], to name: String, timeout: TimeInterval
    ) async throws(CountersignError) -> HTTPReply {
        try await transport.reply(
            to: HTTPCall(
                .post, url: endpoint(name),
                headers: [.contentType: "application/x-www-form-urlencoded", .accept: "application/json"],
                body: Data(FormText.text(form).utf8)), timeout: timeout)
    }

    private func endpoint(_ name: String) -> URL { root.appending(path: "oauth/\(name)") }
}
