import ClientSupport
import DescribedErrors
import Foundation
import HTTPMessages

extension CountersignClient {
    /// Logs in with an access token and details of its user. The server verifies both and supplies the name and e-mail
    /// address.
    ///
    /// The new session replaces the one in use, which ends. Once the server rejects the token, calls throw
    /// ``CountersignError/refused(status:code:message:trace:)`` with status 401, and a new log-in is needed.
    ///
    /// - Throws: ``CountersignError/accountMismatch(what:)`` if the token belongs to another user or account;
    ///   ``CountersignError/sessionEnded`` if another log-in or a log-out started before this one finished
    @discardableResult
    public func logIn(accessToken: String, account: AccountDetails) async throws(CountersignError) -> CountersignSession
    {
        try await open(.fixed(accessToken), expecting: account, await desk.begin(), SessionLife())
    }

    /// Logs in with a provider of access tokens. The provider is called now, and again each time the server rejects its
    /// token. One call serves all requests in flight.
    ///
    /// - Parameters:
    ///   - account: the account that the token has to be for; `nil` for the token's user and their default account
    ///   - tokens: returns a new access token
    /// - Throws: the errors of the log-in with a token, and ``CountersignError/noToken(reason:underlying:)`` if the provider
    ///   throws
    @discardableResult
    public func logIn(
        account: AccountDetails? = nil, tokens: @escaping @Sendable () async throws -> String
    ) async throws(CountersignError) -> CountersignSession {
        let renew: SessionTokens.Renewal = { () async throws(CountersignError) -> String in
            do {
                return try await tokens()
            } catch let error as CountersignError {
                throw error
            } catch is CancellationError {
                throw .cancelled
            } catch {
                throw .noToken(reason: error.sentence, underlying: UnderlyingError(error))
            }
        }
        return try await open(.renewable(nil, renew), expecting: account, await desk.begin(), SessionLife())
    }

    /// Logs in through the server's sign-in page, with an authorization code and PKCE. The refresh token is kept in the
    /// credential store, so that the saved session can also continue online.
    ///
    /// - Parameters:
    ///   - presenter: shows the sign-in page
    ///   - accountID: `nil` for the user's default account
    /// - Throws: ``CountersignError/authorizationRefused(code:message:)`` if the person or the server refused;
    ///   ``CountersignError/authorizationForged`` if the answer does not belong to a log-in of this app
    @discardableResult
    public func logIn(
        with presenter: any AuthorizationPresenter, accountID: String? = nil
    ) async throws(CountersignError) -> CountersignSession {
        let flow = try oauthFlow()
        let generation = await desk.begin()
        let tokens = try await flow.authorize(with: presenter)
        try await desk.check(generation)
        let life = SessionLife()
        let refresh = OAuthRefresh(flow: flow, refreshToken: tokens.refreshToken)
        let session = try await open(
            tokens.refreshToken == nil ? .fixed(tokens.accessToken) : .renewable(tokens.accessToken, refresh.renewal),
            expecting: nil, accountID: accountID, generation, life, refreshToken: tokens.refreshToken)
        await refresh.keep(
            in: sessionStore, for: savedSession(of: session.user, refreshToken: tokens.refreshToken))
        return session
    }

    private func open(
        _ source: SessionTokens.Source, expecting account: AccountDetails?, accountID: String? = nil,
        _ generation: Int, _ life: SessionLife, refreshToken: String? = nil
    ) async throws(CountersignError) -> CountersignSession {
        let tokens = SessionTokens(source)
        let identity = APIClient(
            server: accountServer.address, accountID: "", transport: configuration.transport, tokens: tokens,
            life: life, timeout: configuration.apiTimeout, retries: configuration.retries, log: log)
        let answer = try await identity.answer(
            UserInfoAnswer.self, to: APIRequest(.get, ["oauth", "userinfo"], in: .root))
        let details = try answer.details(
            userID: account?.userID, accountID: account?.accountID ?? accountID, server: account?.server,
            followsBase: accountServer.isSeparate)
        let address =
            if let own = details.server {
                try ServerAddress(own, allowsPlainHTTP: configuration.allowsPlainHTTP)
            } else { server }
        let user = SessionUser(account: details, server: address, storageFolder: configuration.storageFolder)
        let session = try await install(user, tokens, generation, life)
        do throws(CountersignError) {
            try await sessionStore.save(savedSession(of: user, refreshToken: refreshToken), of: life)
        } catch {
            // The session works. It only cannot be resumed at the app's next start.
            log(.error, "the session could not be saved: \(error)")
            session.events.announce(.accountDataFailed(error: error))
        }
        return session
    }

    func install(
        _ user: SessionUser, _ tokens: SessionTokens, _ generation: Int, _ life: SessionLife
    ) async throws(CountersignError) -> CountersignSession {
        do {
            try PrivateFile.makeFolder(user.folder.deletingLastPathComponent())
            try PrivateFile.makeFolder(user.folder)
        } catch {
            throw CountersignError(supporting: error)
        }
        let session = CountersignSession(
            user: user, configuration: configuration, tokens: tokens, life: life, events: events)
        let last = try await desk.install(session, generation)?.user.key
        // Nobody else may see the last user's page or use its cookies.
        if let last, last != user.key { presentation.dismiss() }
        if await isAnother(user, than: last) { await clearWebData() }
        return session
    }

    /// Whether the last user, since the app was started or before, was somebody else.
    private func isAnother(_ user: SessionUser, than last: String?) async -> Bool {
        if let last { return last != user.key }
        do throws(CountersignError) {
            return try await sessionStore.lastKey().map { $0 != user.key } ?? false
        } catch {
            return true
        }
    }

    private func savedSession(of user: SessionUser, refreshToken: String? = nil) -> SavedSession {
        SavedSession(
            account: user.account, server: user.server, configured: server, savedAt: configuration.now(),
            refreshToken: refreshToken)
    }

    func oauthFlow() throws(CountersignError) -> OAuthFlow {
        guard let settings = configuration.oauth else {
            throw .invalidConfiguration(what: "oauth is missing")
        }
        return OAuthFlow(
            settings: settings, root: accountServer.address.root, transport: configuration.transport,
            timeout: configuration.apiTimeout, language: configuration.language)
    }
}
