/// The session in use, and the most recently started log-in.
actor SessionDesk {
    private(set) var session: CountersignSession?
    private var generation = 0

    /// Starts a log-in. An earlier one still in progress will be dropped.
    func begin() -> Int {
        generation += 1
        return generation
    }

    /// - Throws: ``CountersignError/sessionEnded`` if another log-in or a log-out has started meanwhile
    func check(_ generation: Int) throws(CountersignError) {
        guard generation == self.generation else { throw .sessionEnded }
    }

    /// Replaces the session in use, which ends.
    ///
    /// - Returns: the session that ended
    func install(_ session: CountersignSession, _ generation: Int) throws(CountersignError) -> CountersignSession? {
        try check(generation)
        let last = self.session
        last?.end()
        self.session = session
        return last
    }

    /// Ends the user's session. Log-ins in progress are dropped.
    ///
    /// - Returns: whether the session in use belonged to the user
    func endSession(of user: SessionUser) -> Bool {
        generation += 1
        guard let session, session.user.key == user.key else { return false }
        session.end()
        self.session = nil
        return true
    }
}
