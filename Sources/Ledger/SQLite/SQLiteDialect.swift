/// SQLite's own words for the tables of a ``SQLSchema``.
enum SQLiteDialect {
    /// Returns statements of a ``SQLSchema`` in SQLite's dialect.
    ///
    /// Columns hold only values of their type (`STRICT`). Other statements than `CREATE TABLE` stay as they are.
    static func statements(_ neutral: String) -> String {
        neutral.split(separator: ";", omittingEmptySubsequences: false).map(statement).joined(separator: ";")
    }

    private static func statement(_ neutral: Substring) -> String {
        guard neutral.drop(while: \.isWhitespace).hasPrefix("CREATE TABLE ") else { return String(neutral) }
        let table =
            neutral
            // Without AUTOINCREMENT, SQLite would use the highest number again after its row is deleted.
            .replacing(/\bNUMBERED KEY\b/, with: "INTEGER PRIMARY KEY AUTOINCREMENT")
            .replacing(/\bBIGINT\b/, with: "INTEGER")
            .replacing(/\bBYTES\b/, with: "BLOB")
        guard table.hasSuffix(" BY KEY") else { return table + " STRICT" }
        return table.dropLast("BY KEY".count) + "STRICT, WITHOUT ROWID"
    }
}
