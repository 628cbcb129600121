import Essentials
import Foundation
import GRDB

/// SQLite through GRDB: a file with a write-ahead log that syncs every commit, or a database in memory.
///
/// Several processes may have the file open at once; a writer waits up to ten seconds for another.
public struct SQLiteDatabase: SQLDatabase {
    let writer: any DatabaseWriter

    /// Opens a file. Creates it if it does not exist, and migrates its tables.
    ///
    /// - Parameter readers: the maximum number of simultaneous reads
    /// - Throws: ``StorageError``
    public init(file: URL, schema: SQLSchema, readers: Int = 8) throws {
        // The file exists with its final permissions before SQLite sees it; the log files inherit them.
        if !FileManager.default.fileExists(atPath: file.path) {
            try StoreFiles.write(Data(), to: file)
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = readers
        configuration.prepareDatabase { connection in
            try connection.execute(sql: "PRAGMA synchronous = FULL")
            // Without this, Apple's systems count data in the drive's own cache as written.
            try connection.execute(sql: "PRAGMA fullfsync = ON")
            try connection.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
        }
        writer = try Self.naming {
            let pool = try DatabasePool(path: file.path, configuration: configuration)
            // Opening a pool sets the writer to NORMAL, which may lose the last commits in a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.migrate(pool, schema)
            return pool
        }
    }

    /// Opens a database in memory, which lasts as long as this value.
    public init(inMemory schema: SQLSchema) throws {
        writer = try Self.naming {
            let queue = try DatabaseQueue()
            try Self.migrate(queue, schema)
            return queue
        }
    }

    private static func migrate(_ writer: any DatabaseWriter, _ schema: SQLSchema) throws {
        var migrator = DatabaseMigrator()
        for step in schema.steps {
            migrator.registerMigration(step.name) {
                try $0.execute(sql: SQLiteDialect.statements(step.statements))
            }
        }
        guard try !writer.read(migrator.hasBeenSuperseded) else {
            throw StorageError.database(
                reason: "a newer version of Countersign has changed it; use that version or a later one")
        }
        try migrator.migrate(writer)
    }

    /// Reads on the calling thread: a look at an index takes less than a change of threads, and readers never wait for
    /// writers (SQLite's write-ahead log).
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try readWaiting(body)
    }

    /// Reads on another thread, so that the caller's is free; SQLite stops the read when the task is cancelled.
    public func readLong<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await writer.read { try body(SQLiteConnection(database: $0)) }
        } catch {
            throw Self.named(error)
        }
    }

    /// Waits for other writers of this process, and up to ten seconds for those of others.
    ///
    /// - Throws: ``StorageError`` for an error of SQLite; an error of `body` unchanged
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await writer.write { try body(SQLiteConnection(database: $0)) }
        } catch {
            throw Self.named(error)
        }
    }

    /// Reads on one of the file's connections for readers.
    public func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try Self.naming { try writer.read { try body(SQLiteConnection(database: $0)) } }
    }

    /// Waits for other writers, and blocks the calling thread meanwhile.
    @discardableResult
    public func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try Self.naming { try writer.write { try body(SQLiteConnection(database: $0)) } }
    }

    /// Closes the file.
    public func close() throws { try Self.naming { try writer.close() } }

    /// Copies the state of this moment into a new file, while others read and write.
    public func copy(to file: URL) throws {
        try StoreFiles.write(Data(), to: file)
        try Self.naming {
            let copy = try DatabaseQueue(path: file.path)
            try writer.backup(to: copy)
            try copy.close()
        }
    }

    /// Rewrites the file without deleted data, and truncates its log.
    public func removeDeleted() async throws {
        do {
            try await writer.writeWithoutTransaction { database in
                try database.execute(sql: "VACUUM")
                try database.checkpoint(.truncate)
            }
        } catch {
            throw Self.named(error)
        }
    }

    private static func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw named(error) }
    }

    /// Converts the engine's errors to the ledger's; returns other errors unchanged.
    private static func named(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        if error.resultCode == .SQLITE_INTERRUPT, Task.isCancelled { return CancellationError() }
        return StorageError(error)
    }
}

private struct SQLiteConnection: SQLConnection {
    let database: Database

    func run(_ statement: String, _ values: [any SQLConvertible]) throws -> Int {
        // SQLite parses a statement once for each connection.
        try database.cachedStatement(sql: statement).execute(arguments: Self.arguments(values))
        return database.changesCount
    }

    func rows(_ statement: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
        let prepared = try database.cachedStatement(sql: statement)
        let cursor = try Row.fetchCursor(prepared, arguments: Self.arguments(values))
        let columns = prepared.columnNames
        var rows: [SQLRow] = []
        while try cursor.next() != nil {
            // Read from the statement: a row would look up the type of each of its values.
            let values = (0..<prepared.columnCount).map {
                SQLValue(DatabaseValue(sqliteStatement: prepared.sqliteStatement, index: CInt($0)))
            }
            rows.append(SQLRow(columns: columns, values: values))
        }
        return rows
    }

    /// The query as it is: SQLite runs one writing transaction at a time, whatever process it is in.
    func claiming(_ query: String) -> String { query }

    func afterCommit(_ action: @escaping @Sendable () -> Void) {
        database.afterNextTransaction { _ in action() }
    }

    private static func arguments(_ values: [any SQLConvertible]) -> StatementArguments {
        // As existentials: for a generic sequence, GRDB makes a key path at run time.
        StatementArguments(values.map { $0.sqlValue.databaseValue as (any DatabaseValueConvertible)? })
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        // SQLite would read a text up to its first zero byte. Bytes equal no text, and no column of texts takes them.
        case .text(let text): text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .integer(Int64(exactly: number.rounded()) ?? (number < 0 ? .min : .max))
            case .string(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }
}
