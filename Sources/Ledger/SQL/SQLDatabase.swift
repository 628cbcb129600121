/// A database that speaks SQL: the seam behind which an engine lies.
///
/// A transaction is a synchronous closure: whatever it waits for besides the database happens before or afterwards. What
/// it throws undoes the transaction and comes out. Statements have `?` for each value, and nothing that only one engine
/// understands: `ON CONFLICT` and `RETURNING`, no JSON functions, no reserved words as names.
public protocol SQLDatabase: Sendable {
    /// Looks at one state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Carries out one transaction. When it returns, the changes are on the disk.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// The same on the calling thread, which waits: for threads that may.
    func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value

    /// The same on the calling thread, which waits: for threads that may.
    @discardableResult
    func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value
}

/// What a transaction talks to; worth nothing after it.
public protocol SQLConnection {
    /// Carries out a statement that gives no rows.
    ///
    /// - Returns: how many rows it inserted, changed or deleted.
    @discardableResult
    func run(_ statement: String, _ values: [any SQLConvertible]) throws -> Int

    /// The rows that a statement gives.
    func rows(_ statement: String, _ values: [any SQLConvertible]) throws -> [SQLRow]

    /// Calls `action` when the transaction's changes are on the disk; never when they are undone.
    func afterCommit(_ action: @escaping @Sendable () -> Void)
}

extension SQLConnection {
    @discardableResult
    public func run(_ statement: String) throws -> Int { try run(statement, []) }

    public func rows(_ statement: String) throws -> [SQLRow] { try rows(statement, []) }

    /// The first row; nil when there is none.
    public func row(_ statement: String, _ values: [any SQLConvertible] = []) throws -> SQLRow? {
        try rows(statement, values).first
    }

    /// The first column of every row.
    public func values<Value: SQLConvertible>(
        _ statement: String, _ values: [any SQLConvertible] = [], as type: Value.Type = Value.self
    ) throws -> [Value] {
        try rows(statement, values).map { try $0.first() }
    }

    /// The first column of the first row; nil when there is no row, or the column is null.
    public func value<Value: SQLConvertible>(
        _ statement: String, _ values: [any SQLConvertible] = [], as type: Value.Type = Value.self
    ) throws -> Value? {
        guard let row = try row(statement, values) else { return nil }
        let value: Value? = try row.first()
        return value
    }

    /// Whether a query gives any row.
    public func exists(_ query: String, _ values: [any SQLConvertible] = []) throws -> Bool {
        try value("SELECT EXISTS (\(query))", values) ?? false
    }
}

/// A row of an answer.
public struct SQLRow: Sendable {
    private let columns: [String: Int]
    private let values: [SQLValue]

    /// - Parameter columns: where in `values` each name's is.
    public init(columns: [String: Int], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// - Throws: ``StorageError/unreadable(what:reason:)`` for a column that is not there, or holds another kind.
    public subscript<Value: SQLConvertible>(_ column: String) -> Value {
        get throws {
            guard let index = columns[column], let value = Value(sqlValue: values[index]) else {
                throw StorageError.unreadable(
                    what: "The database's column \(column)", reason: "it is missing or holds something else")
            }
            return value
        }
    }

    func first<Value: SQLConvertible>() throws -> Value {
        guard let first = values.first, let value = Value(sqlValue: first) else {
            throw StorageError.unreadable(what: "A row of the database", reason: "it holds something else")
        }
        return value
    }
}
