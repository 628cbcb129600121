#if canImport(CPostgreSQL)
    import Ledger

    /// The migrations of an `SQLSchema`, each once in a database, in a transaction of its own.
    enum PostgreSQLMigration {
        /// Of programs that start together, the first one migrates, and the others wait for it ("countersign", in bytes).
        private static let lock = 0x636f_756e_7465_7273

        /// - Parameter session: a connection that is used for nothing else; the lock ends with it
        /// - Throws: ``StorageError``, also if a newer version of the program has changed the database
        static func run(_ schema: SQLSchema, in session: PostgreSQLSession) throws {
            try session.command("SET statement_timeout = 0; SET lock_timeout = 0; SELECT pg_advisory_lock(\(lock))")
            try session.command("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
            try session.command(PostgreSQLSession.markTable)
            try session.command("DELETE FROM \"lastCommit\" WHERE \"changedAt\" < now() - interval '1 day'")
            let done = Set(try session.values("SELECT name FROM migration", as: String.self))
            let names = schema.steps.map(\.name)
            guard done.subtracting(names).isEmpty else {
                throw StorageError.database(
                    reason: "a newer version of Countersign has changed it; use that version or a later one")
            }
            for step in schema.steps where !done.contains(step.name) {
                try session.begin(writes: true)
                do {
                    try session.command(PostgreSQLStatement.schema(step.statements))
                    try session.run("INSERT INTO migration (name) VALUES (?)", [step.name])
                    guard try session.commit() == nil else {
                        throw StorageError.unavailable(reason: "the connection was lost; start again")
                    }
                } catch {
                    session.rollBack()
                    throw error
                }
            }
        }
    }
#endif
