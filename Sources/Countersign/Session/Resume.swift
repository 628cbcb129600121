extension CountersignClient {
    /// Goes on with the saved session of the last user, with or without a network.
    ///
    /// What needs the server throws ``CountersignError/needsLogIn`` until a fresh log-in, except where the log-in was
    /// made through the sign-in page: then the token is renewed when it is needed.
    ///
    /// - Throws: ``CountersignError/noSavedSession`` when nobody has logged in at this server, or the last user logged
    ///   out. ``savedSessions()`` lists others who have not.
    @discardableResult
    public func resumeSavedSession() async throws(CountersignError) -> CountersignSession {
        let generation = await desk.begin()
        guard let saved = try await savedSession() else { throw .noSavedSession }
        return try await resume(saved, generation)
    }

    /// Goes on with one of the saved sessions, as ``resumeSavedSession()`` does with the last user's. Who it is the app
    /// has to make sure of: nobody is asked for a password.
    ///
    /// - Throws: ``CountersignError/noSavedSession`` when the user has logged out meanwhile.
    @discardableResult
    public func resume(_ session: SavedSession) async throws(CountersignError) -> CountersignSession {
        let generation = await desk.begin()
        // Its refresh token may be another one by now.
        guard let saved = try await sessionStore.session(of: session.userKey), saved.configured == server else {
            throw .noSavedSession
        }
        return try await resume(saved, generation)
    }

    /// The last user's saved session; nil when nobody has logged in at this server, or the last user logged out.
    public func savedSession() async throws(CountersignError) -> SavedSession? {
        guard let saved = try await sessionStore.last(), saved.configured == server else { return nil }
        return saved
    }

    /// The saved sessions at this server of everybody who has not logged out of this device, the last user's first.
    public func savedSessions() async throws(CountersignError) -> [SavedSession] {
        try await sessionStore.all().filter { $0.configured == server }
    }

    private func resume(_ saved: SavedSession, _ generation: Int) async throws(CountersignError) -> CountersignSession {
        let life = SessionLife()
        let user = SessionUser(
            account: saved.account, server: saved.server, storageFolder: configuration.storageFolder)
        var source = SessionTokens.Source.none
        if let refreshToken = saved.refreshToken, configuration.oauth != nil {
            let refresh = OAuthRefresh(flow: try oauthFlow(), refreshToken: refreshToken)
            await refresh.keep(in: sessionStore, for: saved)
            source = .renewable(nil, refresh.renewal)
        }
        let session = try await install(user, SessionTokens(source), generation, life)
        do throws(CountersignError) {
            try await sessionStore.use(saved.userKey, of: life)
        } catch {
            // The session works; it only is not the one that is gone on with at the app's next start.
            log(.error, "the session could not be saved: \(error)")
        }
        return session
    }
}
