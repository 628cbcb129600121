import Essentials
import Foundation
import HTTPMessages
import Ledger
import Passkeys
import RowndDialect
import ServiceCalls

/// Registering passkeys and signing in with them (WebAuthn Level 3).
struct PasskeyRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        [
            APIRoute(.get, "hub/auth/passkeys/registration", needsToken: false, answersHead: false) {
                try .json(try await registrationOptions($0))
            },
            APIRoute(.post, "hub/auth/passkeys/registration", needsToken: false) { try .json(try await register($0)) },
            APIRoute(.get, "hub/auth/passkeys/authentication", needsToken: false, answersHead: false) {
                try .json(try await signInOptions($0))
            },
            APIRoute(.post, "hub/auth/passkeys/authentication", needsToken: false) { try .json(try await signIn($0)) },
            APIRoute(.get, "me/auth/passkeys", needsToken: false) { try .json(try await list($0)) },
            APIRoute(.delete, "me/auth/passkeys/:passkey", needsToken: false) { try await remove($0) },
        ]
    }

    /// Seconds for which a browser's question is open.
    private static let patience: TimeInterval = 300
    private static let refused = HubError(401, "E_PASSKEY", "The passkey cannot be used here.")

    private var store: IdentityStore { service.stores.identity }

    private func relyingParty(_ app: IdentityApp) -> RelyingParty {
        let base = service.base()
        let own = AppSettings.origin(of: base) ?? base.absoluteString
        let id = app.settings.passkeyDomain ?? base.host(percentEncoded: true) ?? ""
        // Apps of the domain name its origin (Apple's associated domains).
        return RelyingParty(
            id: id, origins: Set([own, "https://\(id)"] + app.settings.origins), topOrigins: Set(app.settings.origins))
    }

    private func check(_ app: IdentityApp) throws(HubError) {
        guard app.settings.passkeys else { throw HubError(403, "E_PASSKEYS", "The application has no passkeys.") }
    }

    // MARK: Registration

    private func registrationOptions(_ call: ServiceCall) async throws -> JSONValue {
        let caller = try await service.caller(of: call)
        try check(caller.app)
        try await SignInAttemptCounts(service).countOpening(of: caller.user, at: service.now())
        let challenge = try await store.newPasskeyChallenge(
            of: caller.app.id, user: caller.user.id, life: Self.patience, at: service.now())
        let name = caller.user.email ?? caller.user.phone ?? caller.user.id
        let known = try await store.passkeys(of: caller.user)
        let party = relyingParty(caller.app)
        return [
            "challenge": .string(challenge.text),
            "rp": ["id": .string(party.id), "name": .string(caller.app.name)],
            "user": ["id": .string(caller.user.id), "name": .string(name), "displayName": .string(name)],
            "pubKeyCredParams": .array(
                party.algorithms.map { ["type": "public-key", "alg": .integer(Int($0.rawValue))] }),
            "excludeCredentials": .array(
                known.map { ["type": "public-key", "id": .string(Base64URL.encode($0.id))] }),
            "authenticatorSelection": [
                "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
            ],
            "attestation": "none", "timeout": .integer(Int(Self.patience * 1000)),
        ]
    }

    private func register(_ call: ServiceCall) async throws -> JSONValue {
        let caller = try await service.caller(of: call)
        try check(caller.app)
        let parts = try PasskeyParts(try await HubBody(call, limit: service.configuration.requestLimit))
        let challenge = try await takenChallenge(parts, of: caller.app, user: caller.user.id)
        let registration: Registration
        do {
            registration = try relyingParty(caller.app).registration(
                from: RegistrationResponse(
                    id: parts.id, clientDataJSON: parts.clientDataJSON,
                    attestationObject: parts.needed("attestationObject")),
                challenge: challenge, userHandle: Array(caller.user.id.utf8))
        } catch let error as PasskeyError {
            throw HubError(400, "E_PASSKEY", error.description)
        }
        try await store.add(
            registration.passkey, to: caller.user, in: caller.claims.sessionID, userAgent: call.headers[.userAgent],
            at: service.now())
        return ["verified": true, "id": .string(Base64URL.encode(parts.id))]
    }

    // MARK: Signing in

    private func signInOptions(_ call: ServiceCall) async throws -> JSONValue {
        let app = try await service.app(of: call)
        try check(app)
        try await countAttempt(call)
        let challenge = try await store.newPasskeyChallenge(
            of: app.id, user: nil, life: Self.patience, at: service.now())
        return [
            "challenge": .string(challenge.text), "rpId": .string(relyingParty(app).id),
            "timeout": .integer(Int(Self.patience * 1000)), "userVerification": "required", "allowCredentials": [],
        ]
    }

    private func signIn(_ call: ServiceCall) async throws -> JSONValue {
        let app = try await service.app(of: call)
        try check(app)
        try await countAttempt(call)
        // Before the challenge is used up, so that a client can renew the guest's token and repeat the call.
        let guestID = try await service.userID(of: call)
        let parts = try PasskeyParts(try await HubBody(call, limit: service.configuration.requestLimit))
        let challenge = try await takenChallenge(parts, of: app, user: nil)
        guard let (passkey, userID) = try await store.passkey(parts.id, of: app.id) else { throw Self.refused }
        let assertion: Assertion
        do {
            assertion = try relyingParty(app).assertion(
                from: AssertionResponse(
                    id: parts.id, clientDataJSON: parts.clientDataJSON,
                    authenticatorData: parts.needed("authenticatorData"), signature: parts.needed("signature"),
                    userHandle: parts.optional("userHandle")),
                by: passkey, challenge: challenge, isUserKnown: false)
        } catch is PasskeyError {
            throw Self.refused
        }
        let date = service.now()
        guard
            try await store.noteUse(
                passkey, counter: assertion.counter, isBackedUp: assertion.isBackedUp, of: app.id, at: date)
        else { throw Self.refused }
        let result = try await store.signIn(
            userID, guestID: guestID, of: app,
            Visit("passkey", userAgent: call.headers[.userAgent], at: date),
            life: service.configuration.sessionLife)
        let (_, tokens) = try await service.tokens(after: result)
        return [
            "verified": true, "access_token": .string(tokens.accessToken),
            "refresh_token": .string(tokens.refreshToken),
            "user_type": "existing_user",
        ]
    }

    private func countAttempt(_ call: ServiceCall) async throws {
        try await SignInAttemptCounts(service).countAttempt(from: call.remoteAddress, at: service.now())
    }

    /// Returns the challenge that the response answers, and ends it.
    private func takenChallenge(_ parts: PasskeyParts, of app: IdentityApp, user: String?) async throws -> [UInt8] {
        struct Named: Decodable { let challenge: String }
        guard let named = try? JSONDecoder().decode(Named.self, from: Data(parts.clientDataJSON)),
            named.challenge.utf8.count <= 100, let bytes = Base64URL.decode(named.challenge),
            try await store.take(Secret(text: named.challenge), of: app.id, user: user, at: service.now())
        else {
            throw HubError(
                user == nil ? 401 : 400, "E_PASSKEY_CHALLENGE", "The request for a passkey has expired or was answered."
            )
        }
        return bytes
    }

    // MARK: The user's passkeys

    private func list(_ call: ServiceCall) async throws -> JSONValue {
        let caller = try await service.caller(of: call)
        let found = try await store.passkeys(of: caller.user)
        return [
            "passkeys": .array(
                found.map { passkey in
                    [
                        "id": .string(Base64URL.encode(passkey.id)),
                        "user_agent": passkey.userAgent.map { .string($0) } ?? .null,
                        "created": .string(passkey.createdAt.formatted(.iso8601)),
                    ]
                })
        ]
    }

    private func remove(_ call: ServiceCall) async throws -> HTTPReply {
        let caller = try await service.caller(of: call)
        guard let id = Base64URL.decode(call.parameters["passkey"] ?? ""),
            try await store.deletePasskey(id, of: caller.user)
        else { throw HubError.nothing("passkey") }
        return HTTPReply(status: 204, headers: [.cacheControl: "no-store"])
    }
}

/// The parts of an authenticator's response in JSON, each in base64url.
struct PasskeyParts {
    let id: [UInt8]
    let clientDataJSON: [UInt8]
    private let response: [String: JSONValue]

    /// - Throws: ``HubError`` 400 for a part that is missing or not base64url
    init(_ body: HubBody) throws(HubError) {
        guard try body.text("type") ?? "public-key" == "public-key" else {
            throw .unusable("type can only be public-key.")
        }
        guard let response = try body.object("response") else { throw .unusable("response is missing.") }
        self.response = response
        guard let id = Base64URL.decode(try body.needed("id", longest: 4000)), !id.isEmpty else {
            throw .unusable("id is not base64url.")
        }
        self.id = id
        clientDataJSON = try Self.part("clientDataJSON", response) ?? []
    }

    func needed(_ name: String) throws(HubError) -> [UInt8] {
        guard let bytes = try Self.part(name, response) else { throw .unusable("response.\(name) is missing.") }
        return bytes
    }

    func optional(_ name: String) throws(HubError) -> [UInt8]? { try Self.part(name, response) }

    private static func part(_ name: String, _ response: [String: JSONValue]) throws(HubError) -> [UInt8]? {
        switch response[name] {
        case nil, .null: return nil
        case .string(let text):
            guard let bytes = Base64URL.decode(text) else { throw .unusable("response.\(name) is not base64url.") }
            return bytes
        default: throw .unusable("response.\(name) has to be a text.")
        }
    }
}
