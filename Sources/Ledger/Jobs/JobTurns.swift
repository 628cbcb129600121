/// The order in which due jobs run: fair queueing by start times, with one clock for all processes.
///
/// A job's turn is the one after the last that its share has in the queue, and never before the clock, which is the
/// turn of the last job claimed. So the shares take turns, however many jobs one of them adds at once, and a share that
/// added nothing for long has saved up nothing. A turn is found in one look at an index, and so is the next job.
struct JobTurns {
    private let connection: any SQLConnection
    private let clock: Int

    init(_ connection: any SQLConnection) throws {
        self.connection = connection
        clock = try connection.value("SELECT turn FROM jobClock WHERE name = 'turn'") ?? 0
    }

    /// Returns the turn of a share's next job.
    func next(of share: String) throws -> Int {
        let last: Int? = try connection.value(
            "SELECT turn FROM job WHERE share = ? AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1", [share])
        return max(clock, last ?? 0) + 1
    }

    /// Moves the clock on to the turn of a claimed job.
    func pass(_ turn: Int) throws {
        guard turn > clock else { return }
        try connection.run(
            """
            INSERT INTO jobClock (name, turn) VALUES ('turn', ?)
            ON CONFLICT (name) DO UPDATE SET turn = excluded.turn WHERE excluded.turn > jobClock.turn
            """, [turn])
    }
}
