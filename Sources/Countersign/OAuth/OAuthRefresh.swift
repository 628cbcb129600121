/// A session's refresh token. ``AccessTokens`` sees to it that one renewal is under way at a time.
actor OAuthRefresh {
    private let flow: OAuthFlow
    private var refreshToken: String?
    private var kept: (sessions: SavedSessions, userKey: String)?

    init(flow: OAuthFlow, refreshToken: String?) {
        self.flow = flow
        self.refreshToken = refreshToken
    }

    /// Keeps each refresh token that takes the place of the one before with a saved session.
    func keep(in sessions: SavedSessions, for saved: SavedSession) async {
        kept = (sessions, saved.userKey)
        if saved.refreshToken != refreshToken { await save(replacing: saved.refreshToken) }
    }

    nonisolated var renewal: AccessTokens.Renewal {
        { () async throws(CountersignError) -> String in try await self.renew() }
    }

    private func renew() async throws(CountersignError) -> String {
        guard let refreshToken else { throw .needsLogIn }
        let tokens: OAuthTokens
        do throws(CountersignError) {
            tokens = try await flow.renewed(refreshToken)
        } catch {
            // Used up, expired or taken back: it will never work again.
            guard case .authorizationRefused(code: "invalid_grant", _) = error else { throw error }
            self.refreshToken = nil
            await save(replacing: refreshToken)
            throw .needsLogIn
        }
        if let next = tokens.refreshToken, next != refreshToken {
            self.refreshToken = next
            await save(replacing: refreshToken)
        }
        return tokens.accessToken
    }

    /// A store that fails does not end the session; it only will not go on after the app's next start.
    private func save(replacing previous: String?) async {
        guard let kept else { return }
        try? await kept.sessions.update(kept.userKey, to: refreshToken, replacing: previous)
    }
}
