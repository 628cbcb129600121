import Foundation
import Ledger
import Synchronization
import Testing

@testable import SigningService

@Suite("Whether a node is ready")
struct ReadinessTests {
    @Test("A database that answers makes a node ready")
    func ready() async throws {
        let readiness = Readiness(database: try SQLiteDatabase(inMemory: SQLSchema([])))
        #expect(await readiness.isReady())
        #expect(readiness.routes.map(\.path) == ["healthz", "readyz"])
    }

    @Test("One that fails, or is silent for too long, does not", arguments: [true, false])
    func notReady(fails: Bool) async throws {
        let database = SilentDatabase(fails: fails)
        // A database that fails says so at once, however long it may take.
        let readiness = Readiness(database: database, limit: fails ? .seconds(600) : .milliseconds(1))
        for _ in 1...20 { #expect(await !readiness.isReady()) }
        // One that is silent is asked a few times only.
        if fails { #expect(database.asked.withLock { $0 } == 20) } else { #expect(readiness.open == 8) }
        database.end()
    }
}

/// A database that fails, or does not answer until the end.
private final class SilentDatabase: SQLDatabase {
    let asked = Mutex(0)
    private let fails: Bool
    private let waiting = AsyncStream.makeStream(of: Never.self)

    init(fails: Bool) { self.fails = fails }

    func end() { waiting.continuation.finish() }

    private static let away = StorageError.unavailable(reason: "nobody is there")

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        asked.withLock { $0 += 1 }
        // Also when the task is cancelled, as a connection that nobody answers.
        if !fails { await Task { for await _ in waiting.stream {} }.value }
        throw Self.away
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value { throw Self.away }

    func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value { throw Self.away }

    func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value { throw Self.away }
}
