import Foundation
import HTTPMessages
import Ledger
import RowndDialect
import ServiceCalls

/// Signing in to an app on the sign-in page in a browser, as RFC 8252 has it for native apps.
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
        ]
    }

    /// What tells such a visit from one to an OpenID provider.
    private static let mark = Data("browser".utf8)

    private var store: IdentityStore { service.stores.identity }
    private var attempts: SignInAttemptCounts {
        SignInAttemptCounts(
            counts: service.stores.counts, secrets: service.stores.secrets, configuration: service.configuration)
    }

    private func begin(_ call: ServiceCall) async throws -> HubVisit {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let date = service.now()
        try await attempts.countAttempt(from: call.remoteAddress, at: date)
        let redirect = try body.needed("return_url", longest: 2000)
        guard app.settings.allowsRedirect(redirect), !redirect.contains("#") else {
            throw HubError(400, "E_REDIRECT", "The application does not allow signing in to lead to this address.")
        }
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
        // The fragment stays in the browser.
        return HubVisit(
            challengeID: secrets.id.text, url: "\(service.issuer)/web_app?app_key=\(app.key)#\(fragment)")
    }

    /// Ends a visit for the page: returns where the browser goes on.
    private func finish(_ call: ServiceCall) async throws -> [String: String] {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let date = service.now()
        try await attempts.countAttempt(from: call.remoteAddress, at: date)
        let link = Secret(text: try body.needed("link", longest: 100))
        let isNew = try body.text("user_type", longest: 20) == "new_user"
        let caller = try body.flag("cancelled") ? nil : try await service.caller(of: call)
        guard let taken = try await store.take(state: link, at: date), taken.appID == app.id,
            taken.pending == Self.mark, let redirect = taken.redirect
        else { throw HubError(404, "E_CHALLENGE", "This sign-in is not open any more; begin again in the app.") }
        guard let caller else { return ["redirect": redirect + "#error=access_denied"] }
        guard caller.app.id == app.id,
            let next = try await store.prove(
                taken.hash,
                ProvenIdentity(here: caller.user.id, isNew: isNew, method: caller.user.body.lastMethod ?? "email"),
                at: date)
        else { throw HubError(404, "E_CHALLENGE", "This sign-in is not open any more; begin again in the app.") }
        // The app begins a session of its own.
        _ = try await store.endSessions(of: caller.user.id, only: caller.claims.sessionID)
        return ["redirect": redirect + "#code=\(next.text)"]
    }
}
