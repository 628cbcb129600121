extension CountersignClient {
    /// Resumes the last user's saved session, online or offline.
    ///
    /// Calls that need the server throw ``CountersignError/needsLogIn`` until a new log-in. If the user logged in
    /// through the sign-in page, the token is renewed when needed instead.
    ///
    /// - Throws: ``CountersignError/noSavedSession`` if nobody has logged in at this server, or the last user has
    ///   logged out. ``savedSessions()`` lists other users who have not.
    @discardableResult
    public func resumeSavedSession() async throws(CountersignError) -> CountersignSession {
        let generation = await desk.begin()
        guard let saved = try await savedSession() else { throw .noSavedSession }
        return try await resume(saved, generation)
    }

    /// Resumes one of the saved sessions, like ``resumeSavedSession()`` does with the last user's. The app has to
    /// verify who is using it, because no password is requested.
    ///
    /// - Throws: ``CountersignError/noSavedSession`` if the user has logged out meanwhile
    @discardableResult
    public func resume(_ session: SavedSession) async throws(CountersignError) -> CountersignSession {
        let generation = await desk.begin()
        // The stored refresh token may be newer than the session's.
        guard let saved = try await sessionStore.session(of: session.userKey), saved.configured == server else {
            throw .noSavedSession
        }
        return try await resume(saved, generation)
    }

    /// Returns the last user's saved session; `nil` if nobody has logged in at this server, or the last user has logged
    /// out.
    public func savedSession() async throws(CountersignError) -> SavedSession? {
        guard let saved = try await sessionStore.last(), saved.configured == server else { return nil }
        return saved
    }

    /// Returns the saved sessions at this server of all users who have not logged out on this device, the last user's
    /// first.
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
            // The session works. It only will not be resumed at the app's next start.
            log(.error, "the session could not be saved: \(error)")
        }
        return session
    }
}
