/// A session's refresh token. ``SessionTokens`` sees to it that one renewal of the session is under way at a time.
///
/// A refresh token works once, and a server that is shown one twice may take the whole sign-in back. Others may have the
/// same one - another instance, the session before a resumed one, another process with the same store - so renewals of a
/// user take turns, and each begins with what the store has by then.
actor OAuthRefresh {
    private struct Keeping {
        let sessions: SavedSessions
        let userKey: String
        let turns: Turns
        /// What the store was known to hold last.
        var known: String?
    }

    private let flow: OAuthFlow
    private var refreshToken: String?
    private var keeping: Keeping?

    init(flow: OAuthFlow, refreshToken: String?) {
        self.flow = flow
        self.refreshToken = refreshToken
    }

    /// Keeps each refresh token that takes the place of the one before with a saved session.
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
        // Another process may have traded it at this very moment, and kept what it got.
        if await takeNewer(), let newer = refreshToken {
            do throws(CountersignError) {
                return try await trade(newer)
            } catch {
                guard error.isInvalidGrant else { throw error }
            }
        }
        // Used up, expired or taken back: it will never work again.
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

    /// Takes the store's token in place of this one when somebody else has kept it there.
    ///
    /// - Returns: whether it did.
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

    /// A store that fails does not end the session; it only will not go on after the app's next start.
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
