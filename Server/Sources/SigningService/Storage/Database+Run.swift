import GRDB

extension Database {
    /// Carries out a statement that comes again and again: SQLite reads its text once for each connection.
    func run(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
