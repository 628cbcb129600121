import Accounts
import IdentityService
import Ledger

/// The service's database, with the tables of the ledger, accounts, tokens, and sign-in.
public struct ServiceDatabase: Sendable {
    let sql: any SQLDatabase

    /// Opens the database of a data directory, creating it or migrating its schema.
    /// - Throws: ``StorageError``, also for the database of a newer version of this program
    public init(_ directory: DataDirectory) throws {
        do {
            sql = try directory.exclusively { try SQLiteDatabase(file: directory.database, schema: Self.schema) }
        } catch {
            if let sentence = StorageError(database: error, in: directory.url) { throw sentence }
            throw error
        }
    }

    /// Each table follows those that it refers to. Secrets are stored as SHA-256 hashes.
    private static let schema = SQLSchema([
        .init(
            "accounts",
            AccountStore.tables + AccountStore.disclosureTable + AccountStore.mailTables
                + AuthorizationStore.tables + AccountStore.tokenTable + AccountStore.keyTable),
        .ledger, .service, .connect, .mail, .bulkSends, .applications, .hooks, .identity,
    ])
}
