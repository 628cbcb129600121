import ClientSupport

/// A session's refresh token. ``SessionTokens`` ensures that the session runs one renewal at a time.
///
/// A refresh token works once, and a server that sees one twice may revoke the whole sign-in. Others may hold the same
/// token: another instance, the session before a resumed one, or another process with the same store. So renewals of a
/// user take turns, and each starts with the token then in the store.
actor OAuthRefresh {
    private struct Keeping {
        let sessions: SavedSessions
        let userKey: String
        let turns: Turns
        /// The last token known to be in the store.
        var known: String?
    }

    private let flow: OAuthFlow
    private var refreshToken: String?
    private var keeping: Keeping?

    init(flow: OAuthFlow, refreshToken: String?) {
        self.flow = flow
        self.refreshToken = refreshToken
    }

    /// Saves each new refresh token with a saved session.
    func keep(in sessions: SavedSessions, for saved: SavedSession) async {
        keeping = Keeping(
            sessions: sessions, userKey: saved.userKey, turns: RenewalTurns.turns(of: saved.userKey),
            known: saved.refreshToken)
        if saved.refreshToken != refreshToken { await save() }
    }

    nonisolated var renewal: SessionTokens.Renewal {
        { () async throws(CountersignError) -> String in try await self.renew() }
    }

    private func renew() async throws(CountersignError) -> String {
        guard let turns = keeping?.turns else { return try await renewInTurn() }
        return try await turns.take { () async throws(CountersignError) in try await self.renewInTurn() }
    }

    private func renewInTurn() async throws(CountersignError) -> String {
        await takeNewer()
        guard let shown = refreshToken else { throw .needsLogIn }
        do throws(CountersignError) {
            return try await trade(shown)
        } catch {
            guard error.isInvalidGrant else { throw error }
        }
        // Another process may have exchanged the token at this very moment, and stored the new one.
        if await takeNewer(), let newer = refreshToken {
            do throws(CountersignError) {
                return try await trade(newer)
            } catch {
                guard error.isInvalidGrant else { throw error }
            }
        }
        // Used, expired or revoked: it will never work again.
        refreshToken = nil
        await save()
        throw .needsLogIn
    }

    private func trade(_ shown: String) async throws(CountersignError) -> String {
        let tokens = try await flow.renewed(shown)
        if let next = tokens.refreshToken, next != shown {
            refreshToken = next
            await save()
        }
        return tokens.accessToken
    }

    /// Adopts the store's token if somebody else has stored a newer one.
    ///
    /// - Returns: whether the token was replaced
    @discardableResult
    private func takeNewer() async -> Bool {
        guard let keeping, let saved = try? await keeping.sessions.session(of: keeping.userKey),
            let newer = saved.refreshToken, newer != keeping.known
        else { return false }
        self.keeping?.known = newer
        guard newer != refreshToken else { return false }
        refreshToken = newer
        return true
    }

    /// Saves the token. A failing store does not end the session, but the session cannot be resumed at the app's next
    /// start.
    private func save() async {
        guard let keeping else { return }
        let (token, known) = (refreshToken, keeping.known)
        if (try? await keeping.sessions.update(keeping.userKey, to: token, replacing: known)) == true {
            self.keeping?.known = token
        }
    }
}

extension CountersignError {
    fileprivate var isInvalidGrant: Bool {
        if case .authorizationRefused(code: "invalid_grant", _) = self { true } else { false }
    }
}
