import Crypto
import Essentials
import Foundation
import HTTPMessages
import Ledger
import Passkeys
import RowndDialect
import ServiceCalls

/// Signing in through Apple or Google: the authorization code flow of OpenID Connect Core 1.0 §3.1 with PKCE and a
/// nonce.
///
/// The provider sends the browser back with a code. The service exchanges it and gives that browser a link; it finishes
/// the sign-in only where it began, as the link of a message does.
struct OpenIDRoutes {
    let service: IdentityService

    private static let callback = "hub/auth/openid/callback"

    var routes: [APIRoute] {
        [
            APIRoute(.post, "hub/auth/openid", needsToken: false) { try .json(try await begin($0)) },
            APIRoute(.get, Self.callback, needsToken: false, answersHead: false) { try await end($0) },
            // Apple posts its answer when it is asked for the address.
            APIRoute(.post, Self.callback, needsToken: false) { try await end($0) },
        ]
    }

    private var store: IdentityStore { service.stores.identity }
    private var attempts: SignInAttemptCounts {
        SignInAttemptCounts(service)
    }
    private var returnAddress: String { "\(service.issuer)/\(Self.callback)" }

    /// What the service has to know when the browser comes back.
    private struct Pending: Codable {
        let method: String
        let nonce: String
        let verifier: String
    }

    private func begin(_ call: ServiceCall) async throws -> HubVisit {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let date = service.now()
        try await attempts.countAttempt(from: call.remoteAddress, at: date)
        let method = try body.needed("method", longest: 20)
        guard let provider = app.settings.providers.first(where: { $0.method == method }),
            let directory = service.providers
        else { throw HubError(400, "E_PROVIDER", "The application has no sign-in with “\(method)”.") }
        let binding = try body.needed("code_challenge", longest: 128)
        guard try body.text("code_challenge_method") ?? "S256" == "S256" else {
            throw HubError.unusable("code_challenge_method can only be S256.")
        }
        let metadata: ProviderDirectory.Metadata
        do { metadata = try await directory.metadata(of: provider.issuer) } catch {
            service.report(error, nil)
            throw HubError(502, "E_PROVIDER", "The provider cannot be reached; try again later.")
        }
        let pending = Pending(method: method, nonce: Secret.random().text, verifier: Secret.random().text)
        let sealed = try service.stores.secrets.seal(JSONEncoder().encode(pending), for: "openid")
        // Each has an address of its own, so that nobody's wrong codes count for another.
        let secrets = try await store.add(
            Challenge(
                appID: app.id, address: "openid:\(Secret.random().text)", binding: binding,
                userID: try await service.userID(of: call), keptSession: try await service.keptSession(body, of: call),
                intent: body.intent()),
            life: service.configuration.challengeLife, tries: 1, pending: sealed, at: date)
        let challenge = Base64URL.encode(SHA256.hash(data: Data(pending.verifier.utf8)))
        var items = [
            ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", returnAddress),
            ("scope", "openid email"), ("state", secrets.link.text), ("nonce", pending.nonce),
            ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        if method == "apple" { items.append(("response_mode", "form_post")) }
        return HubVisit(
            challengeID: secrets.id.text, url: FormText.adding(items, to: metadata.authorizationEndpoint))
    }

    private func end(_ call: ServiceCall) async throws -> HTTPReply {
        let date = service.now()
        try await attempts.countAttempt(from: call.remoteAddress, at: date)
        let answer = try await parameters(call)
        guard let state = answer["state"],
            let taken = try await store.take(state: Secret(text: state), at: date),
            let app = try await store.app(taken.appID),
            let pending = try? JSONDecoder().decode(
                Pending.self, from: service.stores.secrets.open(taken.pending, for: "openid")),
            let provider = app.settings.providers.first(where: { $0.method == pending.method })
        else {
            return .deadEnd("over.title", "over.text", call)
        }
        let page = "\(service.issuer)/web_app?app_key=\(app.key)"
        guard let code = answer["code"], answer["iss"] ?? provider.issuer == provider.issuer
        else { return .seeOther("\(page)#openid_failed") }
        do {
            let proven = try await identity(code, pending, provider, at: date)
            guard let link = try await store.prove(taken.hash, proven, at: service.now()) else {
                return .seeOther("\(page)#openid_failed")
            }
            // The fragment stays in the browser.
            return .seeOther("\(page)#openid=\(link.text)")
        } catch {
            service.report(error, nil)
            return .seeOther("\(page)#openid_failed")
        }
    }

    private struct TokenAnswer: Decodable {
        let token: String

        private enum CodingKeys: String, CodingKey { case token = "id_token" }
    }

    /// The provider's token is not one that it made for this sign-in.
    struct WrongToken: Error {}

    /// Exchanges a code for the person's identity.
    private func identity(
        _ code: String, _ pending: Pending, _ provider: OpenIDProvider, at date: Date
    ) async throws -> ProvenIdentity {
        guard let directory = service.providers else { throw WrongToken() }
        let metadata = try await directory.metadata(of: provider.issuer)
        let form = FormText.text([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", returnAddress),
            ("client_id", provider.clientID), ("client_secret", try await provider.clientSecret(at: date)),
            ("code_verifier", pending.verifier),
        ])
        let body = try await directory.post(Data(form.utf8), to: metadata.tokenEndpoint)
        let token = try JSONDecoder().decode(TokenAnswer.self, from: body).token
        guard let header = TokenHeader(of: token) else { throw WrongToken() }
        let keys = try await directory.keys(of: provider.issuer, for: header.keyID)
        let trusted = TrustedIssuer(
            issuer: provider.issuer, audience: provider.clientID, keys: keys, method: provider.method)
        guard let (_, claims) = await ForeignToken.checked(token, by: [trusted], at: date),
            let nonce = claims.nonce, Data(nonce.utf8).isEqualInConstantTime(to: Data(pending.nonce.utf8)),
            claims.authorizedParty ?? provider.clientID == provider.clientID
        else { throw WrongToken() }
        return ProvenIdentity(
            issuer: provider.issuer, subject: claims.subject.value,
            email: claims.isEmailVerified ? claims.email?.lowercased() : nil, method: provider.method)
    }

    private func parameters(_ call: ServiceCall) async throws -> [String: String] {
        guard call.method == .post else { return call.query }
        guard call.headers.mediaType == "application/x-www-form-urlencoded" else {
            throw HubError(415, "E_REQUEST", "The request's body has to be a form.")
        }
        let data = try await call.body.data(limit: service.configuration.requestLimit)
        return FormText.items(String(decoding: data, as: UTF8.self))
    }
}
