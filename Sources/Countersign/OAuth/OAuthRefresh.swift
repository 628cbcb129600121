/// A session's refresh token. ``AccessTokens`` sees to it that one renewal is under way at a time.
actor OAuthRefresh {
    private let flow: OAuthFlow
    private var refreshToken: String?
    private var store: (sessions: SavedSessions, saved: SavedSession, life: SessionLife)?

    init(flow: OAuthFlow, refreshToken: String?) {
        self.flow = flow
        self.refreshToken = refreshToken
    }

    /// Keeps the refresh token, and each that takes its place, with a saved session.
    func keep(in sessions: SavedSessions, for saved: SavedSession, _ life: SessionLife) async {
        store = (sessions, saved, life)
        if saved.refreshToken != refreshToken { await save() }
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
            await save()
            throw .needsLogIn
        }
        if let next = tokens.refreshToken, next != refreshToken {
            self.refreshToken = next
            await save()
        }
        return tokens.accessToken
    }

    /// A store that fails does not end the session; it only will not go on after the app's next start.
    private func save() async {
        store?.saved.refreshToken = refreshToken
        guard let store else { return }
        try? await store.sessions.update(store.saved, of: store.life)
    }
}
