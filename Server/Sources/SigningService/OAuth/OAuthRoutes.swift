import EnvelopeService
import Foundation
import HTTPMessages
import Ledger

/// The authorization code grant with proof keys: RFC 6749 §4.1, RFC 7636, for native apps RFC 8252.
struct OAuthRoutes: Sendable {
    let authorizations: AuthorizationStore
    let passwords: PasswordStore
    let browsers: KnownBrowsers
    let attempts: SignInAttempts
    /// Whether browsers reach the service over TLS.
    let isSecure: Bool
    /// Whether a connection's remote address belongs to one person. Behind a proxy everyone shares it, and one
    /// person's wrong passwords must not lock the others out.
    let countsConnections: Bool
    let base: @Sendable () -> URL
    let now: @Sendable () -> Date

    /// The maximum size of a form, in bytes.
    static let formLimit = 64 * 1024

    var routes: [APIRoute] {
        [
            APIRoute(.get, "oauth/auth", needsToken: false) { try await ask($0) },
            APIRoute(.post, "oauth/auth", needsToken: false) { try await allow($0) },
            APIRoute(.post, "oauth/token", needsToken: false) { try await token($0) },
            APIRoute(.post, "oauth/revoke", needsToken: false) { try await revoke($0) },
        ]
    }

    // MARK: The sign-in page

    private func ask(_ request: ServiceCall) async throws -> HTTPReply {
        try await answering(FormFields(request.query)) { wish in
            let cookie = SignInForm.cookie(of: request) ?? .random()
            return SignInPage(request: wish, form: SignInForm.proof(of: cookie)).answer(
                headers: [.setCookie: SignInForm.cookie(cookie, isSecure: isSecure)])
        }
    }

    private func allow(_ request: ServiceCall) async throws -> HTTPReply {
        guard request.headers.mediaType == "application/x-www-form-urlencoded",
            !OriginRule.isForeign(request, base: base())
        else { return Self.refusal("Open the app again and start from there.", status: 403) }
        let text = String(decoding: try await request.body.data(limit: Self.formLimit), as: UTF8.self)
        guard let fields = try? FormFields(text) else {
            return Self.refusal("We could not read the form. Open the app again and start from there.", status: 400)
        }
        return try await answering(fields) { wish in
            guard SignInForm.isOwn(fields, request), let cookie = SignInForm.cookie(of: request) else {
                return Self.refusal(
                    "The sign-in page was open for too long, or your browser blocks cookies. Open the app again and "
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
        _ wish: AuthorizationRequest, _ fields: FormFields, _ request: ServiceCall, _ cookie: Secret
    ) async throws -> HTTPReply {
        let email = fields["email"] ?? ""
        var page = SignInPage(request: wish, form: SignInForm.proof(of: cookie), email: email)
        let visitor = SignInVisitor(
            email: email, remoteAddress: countsConnections ? request.remoteAddress : nil,
            knownBrowser: try await browsers.known(request, email: email, at: now()))
        if let wait = await attempts.begin(visitor, at: now()) {
            let minutes = Int((wait / 60).rounded(.up))
            page.problem =
                "Too many failed attempts. Wait \(minutes) \(minutes == 1 ? "minute" : "minutes") and try again."
            return page.answer(status: 429, headers: [.retryAfter: String(Int(wait.rounded(.up)))])
        }
        let user: String?
        do {
            user = try await passwords.user(
                email: email, password: fields["password"] ?? "", isKnown: visitor.knownBrowser != nil,
                network: visitor.network)
        } catch let full as PasswordBenchFull {
            await attempts.withdraw(visitor)
            page.problem = "Too many people are signing in right now. Try again in a few seconds."
            return page.answer(status: 503, headers: [.retryAfter: String(Int(full.wait.rounded(.up)))])
        }
        guard let user else {
            // The same message for a wrong address and a wrong password.
            page.problem = "The e-mail address or the password is wrong."
            return page.answer(status: 401)
        }
        await attempts.succeed(visitor)
        let browser = try await browsers.welcome(userID: user, insteadOf: visitor.knownBrowser, at: now())
        let code = try await authorizations.authorize(wish, userID: user, at: now())
        var items = [("code", code.text)]
        if let state = wish.state { items.append(("state", state)) }
        return .seeOther(
            RedirectURI.adding(items, to: wish.redirectURI),
            headers: [.setCookie: browsers.header(browser, isSecure: isSecure)])
    }

    /// Reads and answers the request. Errors are reported to the application if permitted, otherwise to the person.
    private func answering(
        _ fields: FormFields, _ answer: (AuthorizationRequest) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        do {
            let authorizations = authorizations
            return try await answer(AuthorizationRequest(fields) { try await authorizations.application($0) })
        } catch AuthorizationRequest.Refusal.shown(let sentence) {
            return Self.refusal(sentence, status: 400)
        } catch AuthorizationRequest.Refusal.sent(let redirectURI, let error, let state) {
            // `error_message` is the eSignature API's name, `error_description` that of RFC 6749 §4.1.2.1.
            var items = [
                ("error", error.error.rawValue), ("error_description", error.errorDescription),
                ("error_message", error.errorDescription),
            ]
            if let state { items.append(("state", state)) }
            return .seeOther(RedirectURI.adding(items, to: redirectURI))
        }
    }

    private static func refusal(_ sentence: String, status: Int) -> HTTPReply {
        PlainPage(title: "You cannot sign in", body: "<p>\(PlainPage.escaped(sentence))</p>")
            .answer(status: status)
    }
}
