import Foundation
import Ledger

#if canImport(CPostgreSQL)
    /// PostgreSQL, version 13 or newer, and engines that speak its protocol.
    ///
    /// Transactions that write are serializable: they behave as if they ran one after the other, whatever process and
    /// machine they come from. One that collides with another, or whose connection is lost, is run again; so its body
    /// must change nothing but the database. Where a connection is lost while a transaction commits, the server is asked
    /// for the outcome.
    public struct PostgreSQLDatabase: SQLDatabase {
        private let pool: ConnectionPool
        private let now: @Sendable () -> Date

        /// Connects, and migrates the tables. Several processes may do so at once.
        ///
        /// - Throws: ``StorageError``
        public init(
            _ address: PostgreSQLAddress, schema: SQLSchema, settings: PostgreSQLSettings = PostgreSQLSettings(),
            now: @escaping @Sendable () -> Date = { Date() }
        ) throws {
            self.now = now
            pool = ConnectionPool(address, settings)
            do {
                // Tried once: at the start, a wrong address shows at once.
                try PostgreSQLMigration.run(schema, in: PostgreSQLSession(address, settings))
            } catch let failure as PostgreSQLFailure {
                throw failure.error
            }
        }

        /// Closes the connections; nothing can be read or written afterwards.
        public func close() { pool.close() }

        /// Reads on a thread of the pool.
        public func read<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value {
            try await onThread(isLong: false) { try transaction(writes: false, $0, body) }
        }

        /// Leaves half of the connections to others.
        public func readLong<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value {
            try await onThread(isLong: true) { try transaction(writes: false, $0, body) }
        }

        /// Runs the body again if the transaction collides with another one.
        @discardableResult
        public func write<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value {
            try await onThread(isLong: false) { try transaction(writes: true, $0, body) }
        }

        /// Reads on the calling thread.
        public func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
            try transaction(writes: false, Watch(until: now() + pool.settings.patience), body)
        }

        /// Writes on the calling thread; runs the body again if the transaction collides with another one.
        @discardableResult
        public func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
            try transaction(writes: true, Watch(until: now() + pool.settings.patience), body)
        }

        // MARK: One transaction

        private func transaction<Value>(
            writes: Bool, _ watch: Watch, _ body: (any SQLConnection) throws -> Value
        ) throws -> Value {
            var attempts = 0
            while true {
                attempts += 1
                try watch.check()
                guard now() < watch.deadline else {
                    throw StorageError.unavailable(reason: "it has not answered for a while; try again later")
                }
                do {
                    let (value, mark, actions) = try attempt(writes: writes, watch, body)
                    if let mark { try settle(mark) }
                    actions.forEach { $0() }
                    return value
                } catch let failure as PostgreSQLFailure {
                    try watch.check()
                    guard Self.mayRepeat(failure, attempts), now() < watch.deadline else { throw failure.error }
                    if failure.kind == .lost { pool.forgetIdle() }
                    Self.pause(before: attempts + 1, failure.kind)
                }
            }
        }

        /// - Returns: what the body returned; what to ask for if it is not known whether the transaction was committed; and
        ///   what waits for the commit. The session has its next user by then
        /// - Throws: ``PostgreSQLFailure`` if nothing was stored because of the database; the body's own errors
        private func attempt<Value>(
            writes: Bool, _ watch: Watch, _ body: (any SQLConnection) throws -> Value
        ) throws -> (Value, PostgreSQLSession.Mark?, [@Sendable () -> Void]) {
            let session = try pool.take(until: watch.deadline)
            defer { pool.give(session) }
            try session.begin(writes: writes)
            do {
                let value: Value
                do {
                    try watch.begin(session.canceler())
                    // Not longer: a commit that is cancelled while it waits for a standby counts as done.
                    defer { watch.end() }
                    value = try body(session)
                }
                // The body may have ignored a failed statement.
                if let failure = session.failure { throw failure }
                let mark = try session.commit()
                return (value, mark, session.takeActions())
            } catch {
                session.rollBack()
                throw (session.failure as (any Error)?) ?? error
            }
        }

        /// Finds out what became of a transaction whose connection was lost while it committed.
        ///
        /// - Throws: ``PostgreSQLFailure`` if it was not committed, ``StorageError`` if nobody can tell
        private func settle(_ mark: PostgreSQLSession.Mark) throws {
            // Longer than a request usually waits: the caller has to know the outcome.
            let end = now() + 2 * pool.settings.patience
            var attempts = 0
            while true {
                attempts += 1
                do {
                    // A connection of its own, also when all others are in use; the lock ends with it.
                    guard try pool.open().isCommitted(mark) else { break }
                    return
                } catch {
                    guard now() < end else {
                        throw StorageError.database(
                            reason: "the connection was lost while something was stored; whether it was is not known")
                    }
                }
                Self.pause(before: attempts + 1, .lost)
            }
            throw PostgreSQLFailure(state: nil, message: "the connection was lost", isOpen: false)
        }

        /// The number of tries after which a key that exists already counts as one that stays.
        private static let mostForDuplicates = 4

        private static func mayRepeat(_ failure: PostgreSQLFailure, _ attempts: Int) -> Bool {
            switch failure.kind {
            case .contended, .lost: true
            case .duplicate: attempts < mostForDuplicates
            case .canceled, .final: false
            }
        }

        /// Lets others go first: for some milliseconds after a collision, for longer while the server is away.
        private static func pause(before attempt: Int, _ kind: PostgreSQLFailure.Kind) {
            let most = kind == .lost ? min(1, 0.05 * Double(attempt)) : min(0.1, 0.001 * Double(1 << min(attempt, 7)))
            Thread.sleep(forTimeInterval: Double.random(in: most / 4...most))
        }

        // MARK: Threads

        /// Runs a transaction on a thread of the pool, and stops it when the task is cancelled.
        private func onThread<Value: Sendable>(
            isLong: Bool, _ body: @escaping @Sendable (Watch) throws -> Value
        ) async throws -> Value {
            try Task.checkCancellation()
            let watch = Watch(until: now() + pool.settings.patience)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    do {
                        try pool.run(isLong: isLong) {
                            continuation.resume(with: Result { try body(watch) })
                        }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } onCancel: {
                watch.stop()
            }
        }
    }

    /// Until when a transaction is wanted, and what stops its statement if it is not wanted any more.
    private final class Watch: @unchecked Sendable {
        let deadline: Date
        /// Guards everything below.
        private let condition = NSCondition()
        private var isStopped = false
        private var isCanceling = false
        private var canceler: PostgreSQLCanceler?

        init(until deadline: Date) { self.deadline = deadline }

        /// - Throws: `CancellationError` if nobody waits for the transaction any more
        func check() throws {
            if condition.withLock({ isStopped }) { throw CancellationError() }
        }

        func begin(_ canceler: PostgreSQLCanceler) throws {
            try check()
            condition.withLock { self.canceler = canceler }
        }

        /// Ends the watch over a connection, which others may use from now on.
        func end() {
            condition.withLock {
                canceler = nil
                while isCanceling { condition.wait() }
            }
        }

        func stop() {
            condition.withLock {
                isStopped = true
                guard let canceler, !isCanceling else { return }
                isCanceling = true
                // It opens a connection, and waits for it.
                Thread.detachNewThread { [self] in
                    canceler.cancel()
                    condition.withLock {
                        isCanceling = false
                        condition.broadcast()
                    }
                }
            }
        }
    }
#else
    /// PostgreSQL, which a service on Linux speaks.
    public enum PostgreSQLDatabase {}
#endif
