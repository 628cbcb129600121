import Foundation
import HTTPMessages
import JWTKit
import Ledger
import RowndDialect
import ServiceCalls

/// Renewing tokens, and exchanging another service's.
struct TokenRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        [APIRoute(.post, "hub/auth/token", needsToken: false) { try .json(try await token($0)) }]
    }

    private var attempts: SignInAttemptCounts {
        SignInAttemptCounts(service)
    }

    private func token(_ call: ServiceCall) async throws -> HubTokens {
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        if let refresh = try body.text("refresh_token", longest: 1000) {
            // The application's key may be left out, as the hub API has it.
            let app = call.headers[named: "x-rownd-app-key"] == nil ? nil : try await service.app(of: call)
            return try await renew(Secret(text: refresh), of: app)
        }
        let app = try await service.app(of: call)
        try await attempts.countAttempt(from: call.remoteAddress, at: service.now())
        if let named = try body.text("app_id", longest: 100), named != app.id { throw HubError.nothing("application") }
        return try await exchange(
            body.needed("id_token", longest: TokenHeader.longestToken), intent: body.intent(), call, app)
    }

    private func renew(_ token: Secret, of app: IdentityApp?) async throws -> HubTokens {
        let (store, date) = (service.stores.identity, service.now())
        // Before the token is used up, so that a refused client can show it again.
        if let session = try await store.session(ofRefresh: token) {
            try await attempts.countRefresh(of: session, at: date)
        }
        let result = try await store.refresh(
            token, of: app?.id, leeway: service.configuration.refreshLeeway, life: service.configuration.sessionLife,
            at: date)
        switch result {
        case .renewed(let user, let sessionID, let next):
            return try await service.tokens(for: user, sessionID: sessionID, next)
        case .unknown:
            throw HubError(400, "E_REFRESH_TOKEN", "The refresh token is not valid; sign in again.")
        case .reused:
            throw HubError(
                400, "E_REFRESH_TOKEN_USED",
                "The refresh token was used before, so its session has ended; sign in again.")
        }
    }

    /// Signs in with a token of another service that the application trusts.
    private func exchange(
        _ token: String, intent: String?, _ call: ServiceCall, _ app: IdentityApp
    ) async throws -> HubTokens {
        let date = service.now()
        let trusted = app.settings.issuers + (await providers(of: token, app))
        guard let (issuer, claims) = await ForeignToken.checked(token, by: trusted, at: date) else {
            throw HubError(
                401, "E_ID_TOKEN", "The token cannot be validated by any issuer that the application trusts.")
        }
        // Apps send whatever token they have; one that has expired is no reason to refuse another service's.
        let guestID = try? await service.userID(of: call)
        let result = try await service.stores.identity.signIn(
            ProvenIdentity(
                issuer: issuer.issuer, subject: claims.subject.value,
                email: claims.isEmailVerified ? claims.email : nil, method: issuer.method),
            guestID: guestID,
            intent: intent, of: app, Visit(issuer.method, userAgent: call.headers[.userAgent], at: date),
            life: service.configuration.sessionLife)
        return try await service.tokens(after: result).1
    }

    /// Returns the application's provider that a token names, with its keys of now, for each of its client ids.
    private func providers(of token: String, _ app: IdentityApp) async -> [TrustedIssuer] {
        guard let directory = service.providers,
            let header = TokenHeader(of: token), let issuer = ForeignToken.issuer(of: token)
        else { return [] }
        var trusted: [TrustedIssuer] = []
        for provider in app.settings.providers where provider.issuer == issuer {
            guard let keys = try? await directory.keys(of: issuer, for: header.keyID) else { continue }
            for client in [provider.clientID] + provider.appClientIDs {
                trusted.append(TrustedIssuer(issuer: issuer, audience: client, keys: keys, method: provider.method))
            }
        }
        return trusted
    }
}
