import Ledger

/// The service's database: the ledger's tables, and those of accounts, tokens and sign-in beside them.
public struct ServiceDatabase: Sendable {
    let sql: any SQLDatabase

    /// Opens the database of a data directory, making it and bringing its schema up to date.
    /// - Throws: ``StorageError``, also for the database of a newer version of this program.
    public init(_ directory: DataDirectory) throws {
        do {
            sql = try directory.exclusively { try SQLiteDatabase(file: directory.database, schema: Self.schema) }
        } catch {
            if let sentence = StorageError(database: error, in: directory.url) { throw sentence }
            throw error
        }
    }

    /// A table comes after those that it refers to. Secrets are kept as SHA-256 hashes.
    private static let schema = SQLSchema([
        .init(
            "accounts",
            AccountStore.tables + AccountStore.disclosureTable + PasswordStore.table + KnownBrowsers.table
                + AuthorizationStore.tables + AccountStore.tokenTable),
        .ledger, .service,
    ])
}
