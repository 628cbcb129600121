/// A database with SQL, independent of the engine.
///
/// A transaction is a synchronous closure, so it can wait only for the database. An error that it throws rolls back the
/// transaction and is rethrown. Statements have `?` for each value and use nothing specific to one engine:
/// `ON CONFLICT` and `RETURNING`, no JSON functions, no reserved words as names.
public protocol SQLDatabase: Sendable {
    /// Runs a read-only transaction on one state of the database, which looks up few rows by an index.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// The same for a transaction that may look at many rows. It ends when its task is cancelled.
    func readLong<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Runs one transaction. When it returns, the changes are on the disk.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Does the same on the calling thread, which it blocks.
    func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value

    /// Does the same on the calling thread, which it blocks.
    @discardableResult
    func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value
}

extension SQLDatabase {
    /// For an engine that waits elsewhere in any case.
    public func readLong<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }
}

/// The connection of a transaction; invalid after it.
public protocol SQLConnection {
    /// Runs a statement that returns no rows.
    ///
    /// - Returns: the number of rows inserted, changed or deleted
    @discardableResult
    func run(_ statement: String, _ values: [any SQLConvertible]) throws -> Int

    /// Returns the rows of a statement.
    func rows(_ statement: String, _ values: [any SQLConvertible]) throws -> [SQLRow]

    /// Returns a query that gives no row to two transactions at once.
    ///
    /// An engine with several writers locks the rows and passes over those that another transaction has locked.
    ///
    /// - Parameter query: a query on one table, in a transaction that writes
    func claiming(_ query: String) -> String

    /// Calls `action` once the transaction's changes are on the disk; never if they are rolled back.
    func afterCommit(_ action: @escaping @Sendable () -> Void)
}

extension SQLConnection {
    /// Runs a statement without values.
    ///
    /// - Returns: the number of rows inserted, changed or deleted
    @discardableResult
    public func run(_ statement: String) throws -> Int { try run(statement, []) }

    /// Returns the rows of a statement without values.
    public func rows(_ statement: String) throws -> [SQLRow] { try rows(statement, []) }

    /// Returns the first row; `nil` if there is none.
    public func row(_ statement: String, _ values: [any SQLConvertible] = []) throws -> SQLRow? {
        try rows(statement, values).first
    }

    /// Returns the first column of every row.
    public func values<Value: SQLConvertible>(
        _ statement: String, _ values: [any SQLConvertible] = [], as type: Value.Type = Value.self
    ) throws -> [Value] {
        try rows(statement, values).map { try $0.first() }
    }

    /// Returns the first column of the first row; `nil` if there is no row or the column is null.
    public func value<Value: SQLConvertible>(
        _ statement: String, _ values: [any SQLConvertible] = [], as type: Value.Type = Value.self
    ) throws -> Value? {
        guard let row = try row(statement, values) else { return nil }
        let value: Value? = try row.first()
        return value
    }

    /// Whether a query returns any row.
    public func exists(_ query: String, _ values: [any SQLConvertible] = []) throws -> Bool {
        try value("SELECT EXISTS (\(query))", values) ?? false
    }
}

/// A row of a result.
///
/// Reading a column is inlinable: lists read hundreds of thousands, and a call without the column's type known takes
/// several times as long.
public struct SQLRow: Sendable, Hashable {
    /// The names of the columns.
    public let columns: [String]
    /// The values, in the order of the columns.
    public let values: [SQLValue]

    /// - Parameter columns: the names of the columns; of several with one name, the first counts
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// - Throws: ``StorageError/unreadable(what:reason:)`` if the column does not exist or has another type
    @inlinable
    public subscript<Value: SQLConvertible>(_ column: String) -> Value {
        get throws {
            guard let index = columns.firstIndex(of: column), let value = Value(sqlValue: values[index]) else {
                throw Self.unreadable(column)
            }
            return value
        }
    }

    @usableFromInline
    static func unreadable(_ column: String) -> StorageError {
        .unreadable(what: "The database's column \(column)", reason: "it is missing or has the wrong type")
    }

    func first<Value: SQLConvertible>() throws -> Value {
        guard let first = values.first, let value = Value(sqlValue: first) else {
            throw StorageError.unreadable(what: "A row of the database", reason: "it has the wrong type")
        }
        return value
    }
}
