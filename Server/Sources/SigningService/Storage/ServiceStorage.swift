import Accounts
import Envelopes
import Foundation
import IdentityService
import Ledger
import PostgreSQL

/// What a service keeps: its tables - those of the ledger, accounts, tokens, and sign-in - and its documents. The
/// service and the commands for operators get their stores from here, so that all of them write by the same rules.
public struct ServiceStorage: Sendable {
    let directory: DataDirectory
    let database: any SQLDatabase

    /// Whether documents, uploads and the authority's keys are in the database too: it is another machine's, and this
    /// one's folder holds nothing that another node would miss.
    let isShared: Bool

    /// Opens a data directory, creating its database or migrating its schema.
    ///
    /// - Parameters:
    ///   - address: the address of a PostgreSQL database, which the directory remembers; `nil` for the one that it
    ///     remembers, or else its own SQLite database
    ///   - settings: how many connections to open to PostgreSQL, and how long to wait for it
    /// - Throws: ``StorageError``, also for the database of a newer version of this program
    public init(
        _ directory: DataDirectory, database address: PostgreSQLAddress? = nil,
        settings: PostgreSQLSettings = PostgreSQLSettings()
    ) throws {
        self.directory = directory
        let used = try address ?? directory.rememberedAddress()
        isShared = used != nil
        do {
            if let used {
                try directory.checkHasNoDatabase()
                database = try Self.postgreSQL(used, settings)
                guard try !database.readWaiting(DataCopy.isUnfinished) else {
                    throw StorageError.database(
                        reason: "a copy into it has not come to its end; give countersign data copy again")
                }
            } else {
                database = try directory.exclusively {
                    try SQLiteDatabase(file: directory.database, schema: SQLSchema(Self.steps))
                }
            }
        } catch {
            if let sentence = StorageError(database: error, in: directory.url) { throw sentence }
            throw error
        }
    }

    /// Opens a PostgreSQL database beside the data directory of a service on one machine, which does not come to belong
    /// to it.
    init(shared address: PostgreSQLAddress, _ directory: DataDirectory) throws {
        self.directory = directory
        isShared = true
        database = try Self.postgreSQL(address, PostgreSQLSettings())
    }

    /// The tables of every service, each after those that it refers to.
    static let tables = SQLSchema(steps).tables

    /// Opens an existing data directory, whether or not a service is running on it.
    /// - Throws: ``StorageError``, also for a folder without data
    init(existing folder: URL) throws {
        try self.init(DataDirectory(existing: folder))
    }

    /// The documents and adopted signatures.
    func blobs() throws -> any BlobStore {
        isShared ? SQLBlobStore(database) : try FolderBlobStore(folder: directory.blobs)
    }

    /// The operator's key for secrets, which the database's secrets are sealed under.
    ///
    /// - Parameters:
    ///   - file: the operator's file; `nil` for the directory's own
    ///   - isFirst: whether a key that nothing tells anything about is remembered as the right one
    /// - Throws: ``StorageError`` if another key has been used before, or a shared database's is not named
    func secrets(_ file: URL?, isFirst: Bool = false) throws -> KeyedSecretBox {
        guard !isShared || file != nil || FileManager.default.fileExists(atPath: directory.secretKey.path) else {
            throw StorageError.file(
                path: directory.url.path,
                reason: "its database is shared by several nodes; name their key for secrets with --secret-key")
        }
        let box = try SecretKeyFile.box(in: directory, file: file)
        try database.writeWaiting { connection in
            let sample = try connection.value(
                "SELECT value FROM setting WHERE name = ?", [Self.keySample], as: String.self)
            guard let sample else {
                guard isFirst else { return }
                let sealed = try box.seal(Self.keySample, for: Self.keySample).base64EncodedString()
                try connection.run("INSERT INTO setting (name, value) VALUES (?, ?)", [Self.keySample, sealed])
                return
            }
            guard (try? box.open(Data(base64Encoded: sample) ?? Data(), for: Self.keySample)) != nil else {
                throw StorageError.unreadable(
                    what: "The database's secrets",
                    reason: "they were sealed under another key; name the file with that one with --secret-key")
            }
        }
        return box
    }

    /// The name of the setting that tells the right key for secrets from others: the name itself, sealed.
    private static let keySample = "keySample"

    /// Notes which PostgreSQL database the directory belongs to, once a node has opened all of it.
    func rememberAddress(_ address: PostgreSQLAddress?) throws {
        if let address { try directory.exclusively { try directory.remember(address) } }
    }

    /// The parts of unfinished uploads.
    func uploadParts() throws -> any UploadParts {
        isShared ? SQLUploadParts(database) : try FolderUploadParts(folder: directory.uploads)
    }

    /// The service's certificate authority.
    ///
    /// - Parameter secrets: the operator's key, under which a shared database keeps the authority's
    func authority(
        secrets: some SecretBox, at date: Date, listAddress: @escaping @Sendable () -> String?
    ) throws -> LocalAuthority {
        isShared
            ? try LocalAuthority(in: database, directory, secrets: secrets, at: date, listAddress: listAddress)
            : try LocalAuthority(directory, at: date, listAddress: listAddress)
    }

    /// Returns what is wrong with the authority's keys in the data directory; `nil` if they fit their certificates, or
    /// are not there. Those in a shared database are looked at when a node starts.
    func authorityProblem() -> String? {
        guard !isShared, FileManager.default.fileExists(atPath: directory.authority.path) else { return nil }
        do {
            _ = try LocalAuthority(directory, at: Date())
            return nil
        } catch {
            return "The keys in \(directory.authority.path) cannot be used: \(error)"
        }
    }

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
    private static let steps: [SQLSchema.Step] = [
        .init(
            "accounts",
            AccountStore.tables + AccountStore.disclosureTable + AccountStore.mailTables
                + AuthorizationStore.tables + AccountStore.tokenTable + AccountStore.keyTable),
        .ledger, .service, .connect, .mail, .bulkSends, .applications, .hooks, .identity, .composing,
        .init("integration-keys", AuthorizationStore.keyTables), .lists,
    ]

    private static func postgreSQL(
        _ address: PostgreSQLAddress, _ settings: PostgreSQLSettings
    ) throws -> any SQLDatabase {
        #if os(Linux)
            let schema = SQLSchema(steps + [.blobs, .init("shared", LocalAuthority.table + DataCopy.table)])
            return try PostgreSQLDatabase(address, schema: schema, settings: settings)
        #else
            throw StorageError.database(reason: "PostgreSQL is spoken by the service on Linux only")
        #endif
    }
}

extension DataDirectory {
    /// The address of the PostgreSQL database that the folder belongs to; `nil` if it has its own database.
    ///
    /// - Throws: ``StorageError`` if it cannot be read
    fileprivate func rememberedAddress() throws -> PostgreSQLAddress? {
        guard FileManager.default.fileExists(atPath: databaseAddress.path) else { return nil }
        guard let text = try? String(contentsOf: databaseAddress, encoding: .utf8) else {
            throw StorageError.file(path: databaseAddress.path, reason: "the file is unreadable")
        }
        return try PostgreSQLAddress(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    fileprivate func remember(_ address: PostgreSQLAddress) throws {
        guard try rememberedAddress() != address else { return }
        try StoreFiles.write(Data((address.description + "\n").utf8), to: databaseAddress)
    }

    /// - Throws: ``StorageError`` if the folder has a database of its own
    fileprivate func checkHasNoDatabase() throws {
        guard !FileManager.default.fileExists(atPath: database.path) else {
            throw StorageError.file(
                path: url.path, reason: "this folder has a database of its own; name a new folder beside --database")
        }
    }
}
