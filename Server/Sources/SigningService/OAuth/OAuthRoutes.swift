import EnvelopeService
import Foundation
import HTTPMessages
import IdentityService
import Ledger
import PageKit

/// The authorization code grant with proof keys: RFC 6749 §4.1, RFC 7636, for native apps RFC 8252.
struct OAuthRoutes: Sendable {
    let authorizations: AuthorizationStore
    /// How people sign in.
    let people: OwnSignIn
    /// Whether people may sign in with a code by mail, not only with a password.
    let offersCodes: Bool
    /// How long a browser is known, in seconds.
    let browserLife: TimeInterval
    /// Returns the id of the user with an address.
    let user: @Sendable (String) async throws -> String?
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
            return page(wish, cookie).answer(
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
            guard SignInForm.isOwn(fields, request, for: wish), let cookie = SignInForm.cookie(of: request) else {
                return Self.refusal(
                    "The sign-in page was open for too long, or your browser blocks cookies. Open the app again and "
                        + "start from there.", status: 403)
            }
            guard fields["act"] != "cancel" else {
                throw AuthorizationRequest.Refusal.sent(
                    to: wish.redirectURI, OAuthError(.accessDenied, "the person cancelled"), state: wish.state)
            }
            switch fields["act"] {
            case "code" where offersCodes: return try await sendCode(wish, fields, request, cookie)
            case "confirm" where offersCodes: return try await enterCode(wish, fields, request, cookie)
            case "password": return page(wish, cookie, email: fields["email"]).answer()
            default: return try await signIn(wish, fields, request, cookie)
            }
        }
    }

    private func page(_ wish: AuthorizationRequest, _ cookie: Secret, email: String? = nil) -> SignInPage {
        SignInPage(request: wish, form: SignInForm.proof(of: cookie, for: wish), offersCodes: offersCodes, email: email)
    }

    // MARK: Codes

    private func sendCode(
        _ wish: AuthorizationRequest, _ fields: FormFields, _ request: ServiceCall, _ cookie: Secret
    ) async throws -> HTTPReply {
        let email = (fields["email"] ?? "").trimmingCharacters(in: .whitespaces)
        var first = page(wish, cookie, email: email)
        do {
            let id = try await people.begin(email, browser: cookie, from: address(request))
            return CodePage(
                request: wish, form: SignInForm.proof(of: cookie, for: wish), challenge: id.text, email: email
            )
            .answer()
        } catch let refusal as HubError {
            first.problem =
                refusal.status == 429 ? .tooManyAttempts(wait: refusal.wait ?? 60) : .needsAddress
            return first.answer(status: refusal.status, headers: Self.retry(refusal.wait))
        }
    }

    private func enterCode(
        _ wish: AuthorizationRequest, _ fields: FormFields, _ request: ServiceCall, _ cookie: Secret
    ) async throws -> HTTPReply {
        guard let challenge = fields["challenge"] else {
            return page(wish, cookie).answer(status: 400)
        }
        let email = fields["email"] ?? ""
        var code = CodePage(
            request: wish, form: SignInForm.proof(of: cookie, for: wish), challenge: challenge, email: email)
        var first = page(wish, cookie, email: email)
        let outcome: OwnSignIn.Outcome
        do {
            outcome = try await people.complete(
                Secret(text: challenge), code: fields["code"] ?? "", browser: cookie, from: address(request))
        } catch let refusal as HubError {
            code.problem = .tooManyAttempts(wait: refusal.wait ?? 60)
            return code.answer(status: refusal.status, headers: Self.retry(refusal.wait))
        }
        switch outcome {
        case .proven(let address, let owner):
            if let owner { return try await authorized(wish, owner, request) }
            // Only now is it safe to tell: the person has shown that the address is theirs.
            guard let user = try await user(address) else {
                first.problem = .noAccount
                return first.answer(status: 401)
            }
            return try await authorized(wish, user, request)
        case .wrong(let left):
            code.problem = .codeWrong(left: left)
            return code.answer(status: 401)
        case .locked(let wait):
            first.problem = .tooManyAttempts(wait: wait)
            return first.answer(status: 429, headers: Self.retry(wait))
        case .over:
            first.problem = .codeOver
            return first.answer(status: 401)
        }
    }

    private func address(_ request: ServiceCall) -> String? { countsConnections ? request.remoteAddress : nil }

    private static func retry(_ wait: TimeInterval?) -> HTTPFields {
        wait.map { [.retryAfter: String(Int(max(1, $0).rounded(.up)))] } ?? [:]
    }

    // MARK: Passwords

    private func signIn(
        _ wish: AuthorizationRequest, _ fields: FormFields, _ request: ServiceCall, _ cookie: Secret
    ) async throws -> HTTPReply {
        let email = fields["email"] ?? ""
        var page = page(wish, cookie, email: email)
        let owner: String?
        do {
            owner = try await people.owner(
                of: email, password: fields["password"] ?? "", browser: request.cookie(named: KnownBrowserCookie.name),
                from: address(request))
        } catch let refusal as HubError {
            page.problem = refusal.status == 429 ? .tooManyAttempts(wait: refusal.wait ?? 60) : .busy
            return page.answer(status: refusal.status, headers: Self.retry(refusal.wait))
        }
        guard let owner else {
            page.problem = .wrongPassword
            return page.answer(status: 401)
        }
        return try await authorized(wish, owner, request)
    }

    /// Sends the browser of somebody who has signed in back to the application.
    private func authorized(
        _ wish: AuthorizationRequest, _ user: String, _ request: ServiceCall
    ) async throws -> HTTPReply {
        let code = try await authorizations.authorize(wish, userID: user, at: now())
        let browser = try await people.remember(user, insteadOf: request.cookie(named: KnownBrowserCookie.name))
        var items = [("code", code.text)]
        if let state = wish.state { items.append(("state", state)) }
        return .seeOther(
            RedirectURI.adding(items, to: wish.redirectURI),
            headers: [.setCookie: KnownBrowserCookie.header(browser, life: browserLife, isSecure: isSecure)])
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
            var items = [("error", error.error.rawValue)]
            if let description = error.errorDescription {
                items += [("error_description", description), ("error_message", description)]
            }
            if let state { items.append(("state", state)) }
            return .seeOther(RedirectURI.adding(items, to: redirectURI))
        }
    }

    private static func refusal(_ sentence: String, status: Int) -> HTTPReply {
        PlainPage(title: "You cannot sign in", body: "<p>\(PlainPage.escaped(sentence))</p>")
            .answer(status: status)
    }
}
