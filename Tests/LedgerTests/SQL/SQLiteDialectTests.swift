import Foundation
import GRDB
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("Words of tables that belong to no engine")
struct SQLiteDialectTests {
    @Test("SQLite gets types, numbered keys and the order of rows in its own dialect")
    func translation() {
        let neutral = """
            CREATE TABLE note (
                id NUMBERED KEY,
                body BYTES,
                at BIGINT NOT NULL
            );
            CREATE INDEX noteByTime ON note(at) WHERE at > 0;
            CREATE TABLE noteUse (hash BYTES PRIMARY KEY NOT NULL, noteID BIGINT REFERENCES note(id)) BY KEY;

            """
        #expect(
            SQLiteDialect.statements(neutral) == """
                CREATE TABLE note (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    body BLOB,
                    at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX noteByTime ON note(at) WHERE at > 0;
                CREATE TABLE noteUse (hash BLOB PRIMARY KEY NOT NULL, noteID INTEGER REFERENCES note(id)) STRICT, WITHOUT ROWID;

                """)
    }

    private static let steps: [SQLSchema.Step] = [
        .ledger, .lists, .service, .connect, .hooks, .applications, .bulkSends, .mail, .composing,
    ]

    @Test("The ledger's tables use no engine's own words", arguments: steps.map(\.statements))
    func neutralWords(statements: String) {
        #expect(!statements.contains(/\b(INTEGER|BLOB|STRICT|ROWID|AUTOINCREMENT|SERIAL|BYTEA)\b/))
    }

    @Test("In SQLite, every table of the ledger refuses values of another type")
    func strictTables() async throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema(Self.steps))
        let tables = try await database.writer.read { connection in
            try Row.fetchAll(connection, sql: "PRAGMA table_list").map { row in
                (name: row["name"] as String, type: row["type"] as String, isStrict: row["strict"] as Bool)
            }
        }
        let own = tables.filter { $0.type == "table" && !$0.name.hasPrefix("sqlite_") && !$0.name.hasPrefix("grdb_") }
        #expect(own.count > 25)
        #expect(own.filter { !$0.isStrict }.map(\.name) == [])
    }

    @Test("A claim of jobs leaves it to the engine to keep two claimants apart")
    func claiming() async throws {
        let engine = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service]))
        func claimed(passingOver locked: Int?) async throws -> Int {
            let queue = SQLJobQueue(LockingDatabase(engine: engine, locked: locked))
            return try await queue.claim(10, kinds: [.mail], except: [], by: "a", lease: 60, at: Moment.start).count
        }
        try await SQLJobQueue(engine).add([NewJob(.mail, lane: "x", payload: Data())], at: Moment.start)
        #expect(try await claimed(passingOver: 1) == 0)
        #expect(try await claimed(passingOver: nil) == 1)
    }
}

/// An engine in which another transaction has locked a job.
private struct LockingDatabase: SQLDatabase {
    let engine: SQLiteDatabase
    let locked: Int?

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { try await engine.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await engine.write { try body(LockingConnection(connection: $0, locked: locked)) }
    }

    func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try engine.readWaiting(body)
    }

    func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try engine.writeWaiting(body)
    }
}

private struct LockingConnection: SQLConnection {
    let connection: any SQLConnection
    let locked: Int?

    func run(_ statement: String, _ values: [any SQLConvertible]) throws -> Int {
        try connection.run(statement, values)
    }

    func rows(_ statement: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
        try connection.rows(statement, values)
    }

    func claiming(_ query: String) -> String {
        locked.map { "SELECT id FROM (\(query)) AS due WHERE id <> \($0)" } ?? query
    }

    func afterCommit(_ action: @escaping @Sendable () -> Void) { connection.afterCommit(action) }
}
