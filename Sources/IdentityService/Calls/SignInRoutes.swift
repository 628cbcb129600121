import Essentials
import Foundation
import HTTPMessages
import Ledger
import Passkeys
import RowndDialect
import ServiceCalls
import Words

/// Signing in by e-mail or by text message, with a code or a link, and as a guest.
///
/// No answer tells whether an address has a user: it is the same until the person has shown that the address is theirs.
struct SignInRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        [
            APIRoute(.post, "hub/auth/init", needsToken: false) { try .json(try await begin($0)) },
            APIRoute(.post, "hub/auth/instant", needsToken: false) { try .json(try await instant($0)) },
            APIRoute(.post, "hub/auth/complete", needsToken: false) { try await complete($0) },
            APIRoute(.post, "hub/auth/challenge_status", needsToken: false) { try .json(try await status($0)) },
            APIRoute(.post, "hub/auth/challenge_resend", needsToken: false) { try await resend($0) },
            APIRoute(.get, "hub/auth/magic/:link", needsToken: false, answersHead: false) { try await open($0) },
        ]
    }

    private var configuration: IdentityServiceConfiguration { service.configuration }
    private var store: IdentityStore { service.stores.identity }
    private var attempts: SignInAttemptCounts {
        SignInAttemptCounts(service)
    }

    // MARK: Beginning

    private func begin(_ call: ServiceCall) async throws -> HubChallenge {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: configuration.requestLimit)
        try await attempts.countAttempt(from: call.remoteAddress, at: service.now())
        if try body.flag("is_anonymous") { return try await guest(.guest, app, call, data: [:]) }
        let address = try address(body)
        let redirect = try body.text("return_url", longest: 2000)
        if let redirect, redirect != "NATIVE_APP", !app.settings.allowsRedirect(redirect) {
            throw HubError(400, "E_REDIRECT", "The application does not allow signing in to lead to this address.")
        }
        let binding = try body.text("code_challenge", longest: 128)
        if binding != nil, try body.text("code_challenge_method") ?? "S256" != "S256" {
            throw HubError.unusable("code_challenge_method can only be S256.")
        }
        let intent = try body.intent()
        let challenge = Challenge(
            appID: app.id, address: address.text, network: call.remoteAddress.map(RemoteNetwork.name), binding: binding,
            userID: try await service.userID(of: call, adds: body.flag("adds_address")),
            keptSession: try await service.keptSession(body, of: call), intent: intent, redirect: redirect)
        let date = service.now()
        try await attempts.countCode(for: address, of: app.id, from: call.remoteAddress, at: date)
        let secrets = try await store.add(
            challenge, life: configuration.challengeLife, tries: configuration.codeTries, at: date)
        try await send(secrets, to: address, app, isBound: binding != nil, in: .wanted(by: call), at: date)
        return HubChallenge(challengeID: secrets.id.text, message: "A code was sent to the address.")
    }

    private func address(_ body: HubBody) throws -> SignInAddress {
        if let typed = try body.text("phone", longest: 320) {
            guard configuration.sendsTextMessages else {
                throw HubError(400, "E_PHONE", "This service sends no text messages; sign in with an e-mail address.")
            }
            guard let number = SignInAddress.phone(typed) else {
                throw HubError(
                    400, "E_PHONE",
                    "The phone number “\(typed)” is not valid; it begins with + and the country's code.")
            }
            return number
        }
        let typed = try body.needed("email", longest: 320)
        guard let address = SignInAddress.email(typed) else {
            throw HubError(400, "E_EMAIL", "The e-mail address “\(typed)” is not valid.")
        }
        return address
    }

    private func guest(
        _ beginning: IdentityUser.Beginning, _ app: IdentityApp, _ call: ServiceCall, data: [String: JSONValue]
    ) async throws -> HubChallenge {
        guard app.settings.guests else {
            throw HubError(403, "E_GUESTS", "The application has no guests; sign in with an e-mail address.")
        }
        try await attempts.countGuest(from: call.remoteAddress, at: service.now())
        let result = try await store.signIn(
            nil, beganAs: beginning, data: data, of: app,
            Visit("anonymous", userAgent: call.headers[.userAgent], at: service.now()),
            life: configuration.sessionLife)
        let (_, tokens) = try await service.tokens(after: result)
        return HubChallenge(tokens: tokens, userType: tokens.userType)
    }

    /// Makes a user without the person's doing.
    private func instant(_ call: ServiceCall) async throws -> HubChallenge {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: configuration.requestLimit)
        try await attempts.countAttempt(from: call.remoteAddress, at: service.now())
        let data = try ProfileCheck(
            schema: app.settings.schema.mapValues(\.optional), limit: configuration.profileLimit(ofGuest: true),
            writer: .user
        ).profile(body.object("user_data") ?? [:], on: [:], merges: true)
        var answer = try await guest(.instant, app, call, data: data)
        answer.userType = "instant_user"
        return answer
    }

    private func send(
        _ secrets: ChallengeSecrets, to address: SignInAddress, _ app: IdentityApp, isBound: Bool,
        in language: Language,
        at date: Date
    ) async throws {
        let order = try CodeMessage(
            appName: app.name, address: address.text, code: secrets.code, link: isBound ? secrets.link : nil,
            language: language, endsAt: date.addingTimeInterval(configuration.challengeLife),
            sealedBy: service.stores.secrets)
        try await service.stores.jobs.add([try order.job(of: app.id, link: secrets.link)], at: date)
        service.stored()
    }

    private func resend(_ call: ServiceCall) async throws -> HTTPReply {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: configuration.requestLimit)
        try await attempts.countAttempt(from: call.remoteAddress, at: service.now())
        let date = service.now()
        let id = Secret(text: try body.needed("challenge_id", longest: 100))
        guard let known = try await store.challenge(id, of: app.id, at: date) else { throw Self.noChallenge }
        try await attempts.countCode(
            for: SignInAddress(stored: known.address), of: app.id, from: call.remoteAddress, at: date)
        guard
            let (challenge, secrets) = try await store.renew(
                id, of: app.id, life: configuration.challengeLife, at: date)
        else { throw Self.noChallenge }
        try await send(
            secrets, to: SignInAddress(stored: challenge.address), app, isBound: challenge.binding != nil,
            in: .wanted(by: call), at: date)
        return try .json(["message": "A new code was sent."])
    }

    // MARK: Ending

    private static let noChallenge = HubError(400, "E_CHALLENGE", "There is no such sign-in any more; begin again.")

    private func complete(_ call: ServiceCall) async throws -> HTTPReply {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: configuration.requestLimit)
        try await attempts.countAttempt(from: call.remoteAddress, at: service.now())
        let date = service.now()
        let id = Secret(text: try body.needed("challenge_id", longest: 100))
        let result = try await attempts.met(
            id, of: app.id, with: try body.needed("token", longest: 100),
            verifier: try body.text("code_verifier", longest: 128), from: call.remoteAddress, at: date, store)
        switch result {
        case .met: return try .json(["result": "success"])
        case .wrong(let left):
            throw HubError(
                400, "E_CODE", "The code is not right; \(left == 1 ? "one try is" : "\(left) tries are") left.")
        case .locked(let end):
            let wait = end.timeIntervalSince(date)
            throw HubError(
                429, "E_LOCKED",
                ["The code was wrong too often; ask for a new one in \(HubError.minutes(wait))."], wait: wait)
        case .unknown: throw Self.noChallenge
        }
    }

    private func status(_ call: ServiceCall) async throws -> HubChallengeStatus {
        let app = try await service.app(of: call)
        let body = try await HubBody(call, limit: configuration.requestLimit)
        let result = try await store.finish(
            Secret(text: try body.needed("challenge_id", longest: 100)).hash, of: app, visit(call),
            verifier: try body.text("code_verifier", longest: 128), life: configuration.sessionLife)
        if case .pending = result { return HubChallengeStatus(status: "pending") }
        let (signedIn, tokens) = try await service.tokens(after: result)
        var answer = HubChallengeStatus(status: "verified")
        (answer.accessToken, answer.refreshToken) = (tokens.accessToken, tokens.refreshToken)
        (answer.userID, answer.appID, answer.userType) = (signedIn.user.id, app.id, tokens.userType)
        answer.method = signedIn.user.body.lastMethod
        return answer
    }

    private func visit(_ call: ServiceCall) -> Visit {
        Visit("email", userAgent: call.headers[.userAgent], at: service.now())
    }

    /// Answers the link of a message. In the app that asked, it signs in. A browser gets the sign-in page, which
    /// finishes only where the sign-in began; a program that only looks at links changes nothing.
    private func open(_ call: ServiceCall) async throws -> HTTPReply {
        let link = Secret(text: String((call.parameters["link"] ?? "").prefix(100)))
        let date = service.now()
        try await attempts.countAttempt(from: call.remoteAddress, at: date)
        guard call.headers[named: "x-rownd-magic-allow-exp"] != nil else {
            guard let id = try await store.app(ofLink: link, at: date), let app = try await store.app(id) else {
                return .deadEnd("link.overTitle", "over.text", call)
            }
            // The fragment stays in the browser.
            return .seeOther("\(service.issuer)/web_app?app_key=\(app.key)#link=\(link.text)")
        }
        let app = try await service.app(of: call)
        let verifier = call.headers[named: "x-countersign-code-verifier"]
        guard let met = try await store.meet(link: link, of: app.id, verifier: verifier, at: date) else {
            throw HubError(
                401, "E_LINK", "The link has expired, was used, or belongs to a sign-in that began elsewhere.")
        }
        let result = try await store.finish(
            met.hash, of: app, visit(call), verifier: verifier, life: configuration.sessionLife)
        let (signedIn, tokens) = try await service.tokens(after: result)
        var answer = HubChallengeStatus(status: "verified")
        answer.redirect = met.redirect
        (answer.accessToken, answer.refreshToken) = (tokens.accessToken, tokens.refreshToken)
        (answer.userID, answer.appID, answer.userType) = (signedIn.user.id, app.id, tokens.userType)
        answer.method = signedIn.user.body.lastMethod
        return try .json(answer)
    }
}

extension ProfileField {
    /// The field where a profile begins empty.
    var optional: ProfileField {
        var field = self
        field.required = false
        return field
    }
}
