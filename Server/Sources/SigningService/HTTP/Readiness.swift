import HTTPMessages
import Ledger
import ServiceCalls
import Synchronization

/// Whether the service can answer requests now, for load balancers and whatever starts services again.
final class Readiness: Sendable {
    private let database: any SQLDatabase
    private let limit: Duration
    private let asking = Mutex(0)
    /// The number of questions that the database has not answered yet.
    var open: Int { asking.withLock { $0 } }
    /// The maximum number of questions at once: while the database is away, they add up.
    private static let most = 8

    /// - Parameter limit: how long the database may take
    init(database: any SQLDatabase, limit: Duration = .seconds(3)) {
        self.database = database
        self.limit = limit
    }

    /// `GET /healthz`: the process runs. `GET /readyz`: its database answers too, else the status is 503.
    var routes: [APIRoute] {
        [
            APIRoute(.get, "healthz", needsToken: false) { _ in try .json(["status": "ok"]) },
            APIRoute(.get, "readyz", needsToken: false) { _ in
                let isReady = await self.isReady()
                return try .json(["status": isReady ? "ready" : "unavailable"], status: isReady ? 200 : 503)
            },
        ]
    }

    func isReady() async -> Bool {
        let isFree = asking.withLock { asking in
            guard asking < Self.most else { return false }
            asking += 1
            return true
        }
        guard isFree else { return false }
        let first = AsyncStream.makeStream(of: Bool.self)
        let reading = Task {
            defer { asking.withLock { $0 -= 1 } }
            first.continuation.yield((try? await database.read { try $0.exists("SELECT 1") }) ?? false)
        }
        let waiting = Task { [limit] in
            try await Task.sleep(for: limit)
            first.continuation.yield(false)
        }
        // Neither is waited for: a database that is away lets its callers wait.
        defer {
            reading.cancel()
            waiting.cancel()
        }
        return await first.stream.first { _ in true } ?? false
    }
}
