import Accounts
import Envelopes
import Foundation
import IdentityService
import Ledger

/// What a service keeps: its tables - those of the ledger, accounts, tokens, and sign-in - and its documents. The
/// service and the commands for operators get their stores from here, so that all of them write by the same rules.
public struct ServiceStorage: Sendable {
    let directory: DataDirectory
    let database: any SQLDatabase

    /// Opens a data directory, creating its database or migrating its schema.
    /// - Throws: ``StorageError``, also for the database of a newer version of this program
    public init(_ directory: DataDirectory) throws {
        self.directory = directory
        do {
            database = try directory.exclusively { try SQLiteDatabase(file: directory.database, schema: Self.schema) }
        } catch {
            if let sentence = StorageError(database: error, in: directory.url) { throw sentence }
            throw error
        }
    }

    /// Opens an existing data directory, whether or not a service is running on it.
    /// - Throws: ``StorageError``, also for a folder without data
    init(existing folder: URL) throws {
        try self.init(DataDirectory(existing: folder))
    }

    /// The documents and adopted signatures.
    func blobs() throws -> FolderBlobStore { try FolderBlobStore(folder: directory.blobs) }

    /// The envelopes. What follows from their events - jobs, the end of visits - is stored with them.
    func ledger(
        timer: EnvelopeTimer = EnvelopeTimer(), now: @escaping @Sendable () -> Date = { Date() },
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws -> EnvelopeLedger {
        EnvelopeLedger(
            events: SQLEventStore(database, jobs: EnvelopeJobs(timer: timer), endsVisits: true, now: now),
            blobs: try blobs(), observe: observe)
    }

    /// Accounts and users. A user who is removed loses their password and their known browsers too.
    func accounts(now: @escaping @Sendable () -> Date = { Date() }) -> AccountStore {
        AccountStore(database, now: now) { user, connection in
            try PasswordStore.remove(user, in: connection)
            try AuthorizationStore.forgetConsents(of: user, in: connection)
        }
    }

    /// Each table follows those that it refers to. Secrets are stored as SHA-256 hashes.
    private static let schema = SQLSchema([
        .init(
            "accounts",
            AccountStore.tables + AccountStore.disclosureTable + AccountStore.mailTables
                + AuthorizationStore.tables + AccountStore.tokenTable + AccountStore.keyTable),
        .ledger, .service, .connect, .mail, .bulkSends, .applications, .hooks, .identity, .composing,
        .init("integration-keys", AuthorizationStore.keyTables),
    ])
}
