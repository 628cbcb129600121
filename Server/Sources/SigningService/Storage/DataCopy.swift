import Envelopes
import Foundation
import Ledger
import PostgreSQL

/// Copies the data of a service on one machine into a PostgreSQL database that several nodes share.
///
/// No content of the data directory changes. What is there already is not copied again, so a copy that was broken off goes
/// on. At the end every row is read on both sides and compared, and every document is checked against its hash.
public struct DataCopy: Sendable {
    /// How far a copy is.
    public struct Progress: Sendable, Hashable {
        /// The number of rows that were copied, or were there already.
        public var rows = 0
        /// The number of documents and other files.
        public var files = 0
        /// The number of rows that were compared.
        public var compared = 0
    }

    private let directory: DataDirectory
    private let source: ServiceStorage
    private let target: ServiceStorage
    private let secrets: KeyedSecretBox
    private let claim: DataDirectory.Claim

    /// The number of rows that are read and written at once.
    private static let batch = 100

    /// Opens both sides, and migrates both to this version.
    ///
    /// - Parameter secretKey: the operator's key for secrets; `nil` for the one in the data directory
    /// - Throws: ``StorageError``, also if a service runs on the directory, or the database has a service's data
    public init(from folder: URL, to address: PostgreSQLAddress, secretKey: URL? = nil) throws {
        directory = try DataDirectory(existing: folder)
        claim = try directory.claimAlone()
        source = try ServiceStorage(directory)
        guard !source.isShared else {
            throw StorageError.file(
                path: directory.url.path, reason: "its data is in a PostgreSQL database already; nothing is copied")
        }
        secrets = try source.secrets(secretKey)
        target = try ServiceStorage(shared: address, directory)
        let isUsed = try target.database.readWaiting { connection in
            // A node that was started on it has made an authority of its own.
            let isUsed = try ["account", "authorityFile"].contains { try connection.exists("SELECT 1 FROM \($0)") }
            return try isUsed && !Self.isUnfinished(in: connection)
        }
        guard !isUsed else {
            throw StorageError.database(reason: "it belongs to a service already; name an empty one")
        }
    }

    /// The sign that a copy has begun and not ended: until then, no service uses the database, and afterwards nothing is
    /// copied over what services have changed.
    static let table = """
        CREATE TABLE unfinishedCopy (
            id BIGINT PRIMARY KEY NOT NULL
        );

        """

    static func isUnfinished(in connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM unfinishedCopy")
    }

    /// Copies and compares.
    ///
    /// - Parameter progress: called now and then with what is done
    /// - Throws: ``StorageError``, also if both sides differ at the end, or a document is damaged
    @discardableResult
    public func run(_ progress: (Progress) -> Void = { _ in }) async throws -> Progress {
        defer { withExtendedLifetime(claim) {} }
        var done = Progress()
        try await target.database.write { connection in
            try connection.run("INSERT INTO unfinishedCopy (id) VALUES (1) ON CONFLICT DO NOTHING")
        }
        try await copyFiles(&done, progress)
        try await copyUploads()
        for table in ServiceStorage.tables {
            try await eachBatch(of: table) { rows, _ in
                try await insert(rows, into: table)
                done.rows += rows.count
                progress(done)
            }
            if table.isNumbered { try await numberOn(table) }
        }
        for table in ServiceStorage.tables {
            try await eachBatch(of: table) { rows, after in
                let copied = try await Self.rows(of: table, after: after, rows.count + 1, in: target.database)
                guard rows == Array(copied.prefix(rows.count)),
                    rows.count == Self.batch || copied.count == rows.count
                else {
                    throw StorageError.database(reason: "its table \(table.table) differs from what was copied")
                }
                done.compared += rows.count
                progress(done)
            }
        }
        try await target.database.write { try $0.run("DELETE FROM unfinishedCopy") }
        return done
    }

    // MARK: Files

    /// Copies the parts of unfinished uploads, once their rows are there.
    private func copyUploads() async throws {
        let parts = try source.uploadParts()
        let begun = try await source.database.read { connection in
            try connection.rows("SELECT accountID, hash, received FROM upload WHERE isComplete = 0 AND received > 0")
        }
        for row in begun {
            guard let hash = BlobHash(rawValue: try row["hash"]) else { continue }
            let account: String = try row["accountID"]
            let data = try parts.data(hash, account: account, size: row["received"])
            try await target.database.write { connection in
                try connection.run(
                    "INSERT INTO uploadPart (accountID, hash, start, bytes) VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING",
                    [account, hash.rawValue, data])
            }
        }
    }

    private func copyFiles(_ done: inout Progress, _ progress: (Progress) -> Void) async throws {
        let (from, to) = (try source.blobs(), try target.blobs())
        for hash in try await from.stored(before: .distantFuture).sorted() {
            let data = try await from.data(hash)
            if try await to.size(hash) != data.count { _ = try await to.store(data) }
            _ = try await to.data(hash)
            done.files += 1
            progress(done)
        }
        _ = try target.authority(secrets: secrets, at: Date(), listAddress: { nil })
    }

    // MARK: Rows

    /// Reads the rows of a table in the order of its key.
    private func eachBatch(
        of table: SQLTableKey, _ body: (_ rows: [SQLRow], _ after: [SQLValue]?) async throws -> Void
    ) async throws {
        var last: [SQLValue]?
        while true {
            let rows = try await Self.rows(of: table, after: last, Self.batch, in: source.database)
            try await body(rows, last)
            guard rows.count == Self.batch, let end = rows.last else { return }
            last = try table.columns.map { try end[$0] }
        }
    }

    private static func rows(
        of table: SQLTableKey, after last: [SQLValue]?, _ count: Int, in database: any SQLDatabase
    ) async throws -> [SQLRow] {
        let key = table.columns.joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let rest = last == nil ? "" : "WHERE (\(key)) > (\(places)) "
        return try await database.read { connection in
            try connection.rows(
                "SELECT * FROM \(table.table) \(rest)ORDER BY \(key) LIMIT ?",
                (last ?? []) as [any SQLConvertible] + [count])
        }
    }

    private func insert(_ rows: [SQLRow], into table: SQLTableKey) async throws {
        guard let columns = rows.first?.columns else { return }
        let statement = """
            INSERT INTO \(table.table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT DO NOTHING
            """
        try await target.database.write { connection in
            for row in rows { try connection.run(statement, row.values) }
        }
    }

    /// Lets a table's next rows have higher numbers than all that were ever given, also to rows that are gone.
    private func numberOn(_ table: SQLTableKey) async throws {
        let column = table.columns[0]
        let highest = try await source.database.read { connection in
            try connection.value("SELECT seq FROM sqlite_sequence WHERE name = ?", [table.table], as: Int.self)
        }
        guard let highest, highest > 0 else { return }
        _ = try await target.database.write { connection in
            try connection.rows(
                "SELECT setval(pg_get_serial_sequence('\"\(table.table)\"', '\(column)'), ?)", [highest])
        }
    }
}
