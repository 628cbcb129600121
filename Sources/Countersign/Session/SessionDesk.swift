/// Which session is in use, and which log-in was begun last.
actor SessionDesk {
    private(set) var session: CountersignSession?
    private var generation = 0

    /// Begins a log-in. One that was begun earlier and is still under way will be dropped.
    func begin() -> Int {
        generation += 1
        return generation
    }

    /// - Throws: ``CountersignError/sessionEnded`` when another log-in or a log-out was begun meanwhile.
    func check(_ generation: Int) throws(CountersignError) {
        guard generation == self.generation else { throw .sessionEnded }
    }

    /// Puts a session in the place of the one in use, which ends.
    ///
    /// - Returns: the one that ended.
    func install(_ session: CountersignSession, _ generation: Int) throws(CountersignError) -> CountersignSession? {
        try check(generation)
        let last = self.session
        last?.end()
        self.session = session
        return last
    }

    /// Ends the user's session. Log-ins that are under way are dropped.
    ///
    /// - Returns: whether the session in use was the user's.
    func endSession(of user: SessionUser) -> Bool {
        generation += 1
        guard let session, session.user.key == user.key else { return false }
        session.end()
        self.session = nil
        return true
    }
}
