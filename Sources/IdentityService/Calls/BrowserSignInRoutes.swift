import Foundation
import HTTPMessages
import Ledger
import RowndDialect
import ServiceCalls

/// Signing in to an app on the sign-in page in a browser, as RFC 8252 has it for native apps; and showing a signed-in
/// user's account page there.
///
/// The app asks for a visit, shows the page, and gets the person back at one of the application's redirects with a
/// link in the fragment. Only the app that asked can use it: it has the verifier (RFC 7636). So neither a link that a
/// stranger sends nor an app that catches another's redirect gets a session.
struct BrowserSignInRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        [
            APIRoute(.post, "hub/auth/browser", needsToken: false) { try .json(try await begin($0)) },
            APIRoute(.post, "hub/auth/browser/finish", needsToken: false) { try .json(try await finish($0)) },
            APIRoute(.post, "hub/auth/browser/account", needsToken: false) { try .json(try await showAccount($0)) },
            APIRoute(.post, "hub/auth/browser/account/token", needsToken: false) { try .json(try await account($0)) },
        ]
    }

    /// What tells such a visit from one to an OpenID provider.
    private static let mark = Data("browser".utf8)

    private var store: IdentityStore { service.stores.identity }
    private var attempts: SignInAttemptCounts {
        SignInAttemptCounts(service)
    }

    private func begin(_ call: ServiceCall) async throws -> HubVisit {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let date = service.now()
        try await attempts.countAttempt(from: call.remoteAddress, at: date)
        let redirect = try redirect(body, app)
        let binding = try body.needed("code_challenge", longest: 128)
        guard try body.text("code_challenge_method") ?? "S256" == "S256" else {
            throw HubError.unusable("code_challenge_method can only be S256.")
        }
        let intent = try body.intent()
        let secrets = try await store.add(
            Challenge(
                appID: app.id, address: "browser:\(Secret.random().text)", binding: binding,
                userID: try await service.userID(of: call), intent: intent, redirect: redirect),
            life: service.configuration.challengeLife, tries: 1, pending: Self.mark, at: date)
        var words = ["browser": secrets.link.text]
        words["intent"] = intent
        words["type"] = try body.text("sign_in_type", longest: 20)
        let fragment = FormText.text(words.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return HubVisit(challengeID: secrets.id.text, url: page(app, fragment))
    }

    /// The fragment stays in the browser.
    private func page(_ app: IdentityApp, _ fragment: String) -> String {
        "\(service.issuer)/web_app?app_key=\(app.key)#\(fragment)"
    }

    private func redirect(_ body: HubBody, _ app: IdentityApp) throws -> String {
        let redirect = try body.needed("return_url", longest: 2000)
        guard app.settings.allowsRedirect(redirect), !redirect.contains("#") else {
            throw HubError(400, "E_REDIRECT", "The application does not allow signing in to lead to this address.")
        }
        return redirect
    }

    /// Ends a visit for the page: returns where the browser goes on.
    private func finish(_ call: ServiceCall) async throws -> [String: String] {
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let caller = try body.flag("cancelled") ? nil : try await service.caller(of: call)
        let over = HubError(404, "E_CHALLENGE", "This sign-in is not open any more; begin again in the app.")
        guard let (taken, app) = try await take(body, of: call), taken.pending == Self.mark,
            let redirect = taken.redirect
        else { throw over }
        guard let caller else { return ["redirect": redirect + "#error=access_denied"] }
        let begunAt = taken.expiresAt.addingTimeInterval(-service.configuration.challengeLife)
        let proven = ProvenIdentity(
            here: caller.user.id, isNew: caller.user.createdAt > begunAt,
            method: caller.user.body.lastMethod ?? "email")
        guard caller.app.id == app.id,
            let next = try await store.prove(taken.hash, proven, at: service.now())
        else { throw over }
        // The app begins a session of its own.
        _ = try await store.endSessions(of: caller.user, only: caller.claims.sessionID)
        return ["redirect": redirect + "#code=\(next.text)"]
    }

    /// Takes the link of a visit to one of the calling application's pages. It works once.
    private func take(
        _ body: HubBody, of call: ServiceCall
    ) async throws -> (IdentityStore.TakenVisit, IdentityApp)? {
        let app = try await service.app(of: call)
        try await attempts.countAttempt(from: call.remoteAddress, at: service.now())
        let link = Secret(text: try body.needed("link", longest: 100))
        guard let taken = try await store.take(state: link, at: service.now()), taken.appID == app.id else {
            return nil
        }
        return (taken, app)
    }

    // MARK: The account page

    /// The session whose user's account is shown. The page's token is valid no longer than the app's.
    private struct Shown: Codable {
        let sessionID: String
        let endsAt: Date
    }

    private static let patience: TimeInterval = 120
    private static let purpose = "account-page"

    /// Makes a link to the account page, for an app whose user is signed in.
    private func showAccount(_ call: ServiceCall) async throws -> HubVisit {
        let caller = try await service.caller(of: call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let redirect = try redirect(body, caller.app)
        let date = service.now()
        try await attempts.countOpening(of: caller.user, at: date)
        let shown = Shown(sessionID: caller.claims.sessionID, endsAt: caller.claims.expires.value)
        let sealed = try service.stores.secrets.seal(JSONEncoder().encode(shown), for: Self.purpose)
        let secrets = try await store.add(
            Challenge(appID: caller.app.id, address: "account:\(Secret.random().text)", redirect: redirect),
            life: Self.patience, tries: 1, pending: sealed, at: date)
        return HubVisit(challengeID: secrets.id.text, url: page(caller.app, "account=\(secrets.link.text)"))
    }

    /// Exchanges such a link, once, for a token of the same session.
    private func account(_ call: ServiceCall) async throws -> [String: String] {
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let date = service.now()
        guard let (taken, _) = try await take(body, of: call), let redirect = taken.redirect,
            let shown = try? JSONDecoder().decode(
                Shown.self, from: service.stores.secrets.open(taken.pending, for: Self.purpose)),
            let user = try await store.user(ofSession: shown.sessionID, at: date), shown.endsAt > date
        else { throw HubError(404, "E_CHALLENGE", "This link is not valid any more; open the account in the app.") }
        let claims = AccessToken(
            user, sessionID: shown.sessionID, issuer: service.issuer, at: date,
            life: shown.endsAt.timeIntervalSince(date))
        return ["access_token": try await service.tokens.token(claims, at: date), "redirect": redirect]
    }
}
