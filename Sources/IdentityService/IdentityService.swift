import Foundation
import HTTPMessages
import Ledger
import RowndDialect
import ServiceCalls

/// The calls of Rownd's hub API: signing people in without passwords, their tokens, and their profiles.
///
///     let identity = IdentityService(configuration, stores: stores, base: { address })
///     let reply = await identity.answer(call)
public struct IdentityService: Sendable {
    /// What the service keeps its state in.
    public struct Stores: Sendable {
        /// Applications, users, sign-ins and sessions.
        public var identity: IdentityStore
        /// The counts of attempts and messages.
        public var counts: SQLCallCountStore
        /// Takes the jobs that carry codes to mailboxes and telephones.
        public var jobs: any JobQueue
        /// Seals the service's keys, and the codes in waiting messages.
        public var secrets: any SecretBox

        /// The stores may share one database.
        public init(
            identity: IdentityStore, counts: SQLCallCountStore, jobs: any JobQueue, secrets: any SecretBox
        ) {
            self.identity = identity
            self.counts = counts
            self.jobs = jobs
            self.secrets = secrets
        }
    }

    /// The settings that the service was made with.
    public let configuration: IdentityServiceConfiguration
    /// The stores that the service was made with.
    public let stores: Stores
    let tokens: TokenSigner
    /// One password at a time: each needs memory, and a flood of them must not exhaust it.
    let passwordBench: PasswordBench
    /// `nil` if the service reaches no OpenID providers.
    let providers: ProviderDirectory?
    /// The service's public address without a trailing slash, which is also the issuer of its tokens.
    let base: @Sendable () -> URL
    let now: @Sendable () -> Date
    /// Called for failures of the service itself, with the trace that the answer names; `nil` if it names none.
    let report: @Sendable (any Error, String?) -> Void
    /// Called when a job was added.
    let stored: @Sendable () -> Void
    /// All calls that the service answers, for a dispatcher with others beside them.
    public private(set) var calls: FramedRoutes<Void>
    private var dispatcher: Dispatcher<Void>

    /// - Parameters:
    ///   - connection: calls OpenID providers; `nil` to offer none
    ///   - base: returns the service's public address without a trailing slash, the issuer of its tokens
    ///   - report: called for failures of the service itself, with the trace that the answer names
    ///   - stored: called when a job was added
    public init(
        _ configuration: IdentityServiceConfiguration = IdentityServiceConfiguration(), stores: Stores,
        providers connection: ProviderConnection? = nil, base: @escaping @Sendable () -> URL,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error, String?) -> Void = { _, _ in },
        stored: @escaping @Sendable () -> Void = {}
    ) {
        self.stored = stored
        self.configuration = configuration
        self.stores = stores
        self.base = base
        self.now = now
        self.report = report
        passwordBench = PasswordBench(
            places: configuration.passwords.waiting, reserved: configuration.passwords.reserved,
            share: configuration.passwords.share)
        providers = connection.map { ProviderDirectory($0, now: now) }
        tokens = TokenSigner(store: stores.identity, secrets: stores.secrets, configuration: configuration)
        let frame = HubFrame(knowsNetworks: configuration.knowsNetworks, now: now, report: report)
        calls = FramedRoutes(frame, [])
        dispatcher = Dispatcher([], otherwise: frame)
        calls = FramedRoutes(
            frame,
            AppRoutes(service: self).routes + AssociationRoutes(service: self).routes
                + SignInRoutes(service: self).routes + TokenRoutes(service: self).routes
                + ProfileRoutes(service: self).routes + AdministrationRoutes(service: self).routes
                + OpenIDRoutes(service: self).routes + BrowserSignInRoutes(service: self).routes
                + PasskeyRoutes(service: self).routes
                + PageRoutes(service: self).routes)
        dispatcher = Dispatcher([calls], otherwise: frame)
    }

    /// All calls that the service answers.
    public var routes: [APIRoute] { dispatcher.routes }

    /// Removes sign-ins and sessions that have expired, and guests who have not come back.
    public func removeExpired() async throws {
        let date = now()
        try await stores.identity.removeExpired(at: date, guestLife: configuration.guestLife)
        try await KnownNetworks(database: stores.identity.database).forget(
            before: date.addingTimeInterval(-configuration.knownNetworkLife))
    }

    var issuer: String { base().absoluteString }

    /// Answers a request, for callers without an HTTP server. Never throws: an error becomes a response.
    public func answer(_ call: ServiceCall) async -> HTTPReply { await dispatcher.answer(call) }

    // MARK: Who calls

    /// Returns the application of a call.
    ///
    /// - Throws: ``HubError`` 401
    func app(of call: ServiceCall) async throws -> IdentityApp {
        guard let key = call.headers[named: "x-rownd-app-key"], key.utf8.count <= 200,
            let app = try await stores.identity.app(key: key)
        else { throw HubError.noAppKey }
        return app
    }

    /// Returns the application whose server calls, and which the path names.
    func administeredApp(of call: ServiceCall) async throws -> IdentityApp {
        guard let key = call.headers[named: "x-rownd-app-key"], let secret = call.headers[named: "x-rownd-app-secret"],
            key.utf8.count <= 200, secret.utf8.count <= 200, let app = try await stores.identity.app(key: key),
            try await stores.identity.isSecret(secret, of: app.id)
        else { throw HubError.noSecret }
        // For other applications, the path appears not to exist.
        guard call.parameters["app"] ?? app.id == app.id else { throw HubError.nothing("application") }
        return app
    }

    /// A user who calls, with their application and token.
    struct Caller: Sendable {
        let app: IdentityApp
        let user: IdentityUser
        let claims: AccessToken
    }

    /// Returns the user of the call's access token.
    ///
    /// - Throws: ``HubError`` 401, also after the session has ended
    func caller(of call: ServiceCall) async throws -> Caller {
        guard let token = call.headers.bearer, let caller = try await caller(token: token) else {
            throw HubError.noToken
        }
        if let named = call.parameters["app"], named != caller.app.id { throw HubError.nothing("application") }
        return caller
    }

    /// Returns the guest whose token a sign-in has, if it has one: their data is kept. Whoever has an account may be
    /// somebody else than the person who signs in, so only those who ask for it add the address to their account.
    ///
    /// - Parameter adds: whether the person asks for it
    /// - Throws: ``HubError`` 401 for a token that is not valid, so that the client renews it and no data is lost
    func userID(of call: ServiceCall, adds: Bool = false) async throws -> String? {
        guard adds || call.headers.bearer != nil else { return nil }
        let user = try await caller(of: call).user
        return adds || user.isAnonymous ? user.id : nil
    }

    /// Returns the session that goes on when its guest becomes a user; `nil` if the body asks for none. The account page
    /// asks for it: its session is the app's, which gets no other.
    ///
    /// - Throws: ``HubError`` 401 for a token that is not valid
    func keptSession(_ body: HubBody, of call: ServiceCall) async throws -> String? {
        try body.flag("keeps_session") ? try await caller(of: call).claims.sessionID : nil
    }

    /// Returns the e-mail address that a token's user has proven; `nil` if the token is not valid, its session has
    /// ended, the user has proven no address, or the application's users may not sign documents with its tokens.
    public func provenAddress(of token: String) async throws -> String? {
        guard let caller = try await caller(token: token), caller.app.settings.signing,
            caller.user.isEmailVerified
        else {
            return nil
        }
        return caller.user.email
    }

    private func caller(token: String) async throws -> Caller? {
        let date = now()
        guard let claims = try await tokens.claims(token, issuer: issuer, app: nil, at: date),
            let user = try await stores.identity.user(ofSession: claims.sessionID, at: date), user.id == claims.userID,
            claims.audience.value.contains("app:\(user.appID)"), let app = try await stores.identity.app(user.appID)
        else { return nil }
        return Caller(app: app, user: user, claims: claims)
    }

    // MARK: Tokens

    /// Makes both tokens for somebody who has signed in.
    func tokens(for signedIn: SignedIn) async throws -> HubTokens {
        try await tokens(
            for: signedIn.user, sessionID: signedIn.sessionID, signedIn.refreshToken,
            userType: signedIn.isNew ? "new_user" : "existing_user")
    }

    func tokens(
        for user: IdentityUser, sessionID: String, _ refreshToken: Secret, userType: String? = nil
    ) async throws -> HubTokens {
        let date = now()
        let claims = AccessToken(
            user, sessionID: sessionID, issuer: issuer, at: date, life: configuration.accessLife)
        return HubTokens(
            accessToken: try await tokens.token(claims, at: date), refreshToken: refreshToken.text, userType: userType)
    }

    /// Returns the tokens of a sign-in.
    ///
    /// - Throws: ``HubError`` for a sign-in that is not complete
    func tokens(after result: SignInResult) async throws -> (SignedIn, HubTokens) {
        switch result {
        case .signedIn(let signedIn): return (signedIn, try await tokens(for: signedIn))
        case .pending, .unknown: throw HubError(400, "E_CHALLENGE", "There is no such sign-in any more.")
        case .noUser: throw HubError(400, "E_SIGN_IN_USER_NOT_FOUND", "There is no user with this address.")
        case .taken: throw HubError(409, "E_ADDRESS_TAKEN", "This address belongs to another account.")
        case .full: throw HubError(409, "E_ADDRESS_KNOWN", "The account already has an address of this kind.")
        case .disabled: throw HubError(403, "E_USER_DISABLED", "The application has disabled this user.")
        }
    }
}

extension HTTPFields {
    /// The token of `Authorization: Bearer …`; `nil` for none.
    var bearer: String? {
        guard let field = self[.authorization], field.utf8.count <= 20_000 else { return nil }
        let parts = field.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
