#if canImport(CPostgreSQL)
    import Foundation
    import Ledger

    /// Connections that are opened when they are needed, and threads of their own to wait for them: a thread that answers
    /// requests never waits for the database.
    final class ConnectionPool: @unchecked Sendable {
        private let address: PostgreSQLAddress
        let settings: PostgreSQLSettings
        /// Guards everything below.
        private let condition = NSCondition()
        private var idle: [Idle] = []
        private var lent = 0
        private var work: [@Sendable () -> Void] = []
        private var longWork: [@Sendable () -> Void] = []
        private var longRunning = 0
        private var threads = 0
        private var waiting = 0
        private var isClosed = false

        private struct Idle {
            let session: PostgreSQLSession
            let since: Date
        }

        init(_ address: PostgreSQLAddress, _ settings: PostgreSQLSettings) {
            self.address = address
            self.settings = settings
        }

        /// Ends the threads once their work is done, and closes the connections.
        func close() {
            condition.withLock {
                isClosed = true
                idle = []
                condition.broadcast()
            }
        }

        // MARK: Connections

        /// Returns a connection that nobody else uses, once there is one.
        ///
        /// Where no further one can be opened, it waits for those that are in use: the server may allow no more.
        ///
        /// - Throws: ``PostgreSQLFailure`` if none is open and none could be opened, and ``StorageError`` if all are in use
        ///   until the deadline
        func take(until deadline: Date) throws -> PostgreSQLSession {
            condition.lock()
            defer { condition.unlock() }
            while true {
                guard !isClosed else { throw StorageError.unavailable(reason: "the service is stopping") }
                if let session = idle.popLast()?.session {
                    lent += 1
                    return session
                }
                if lent < max(1, settings.connections) {
                    lent += 1
                    condition.unlock()
                    let opened = Result { () throws(PostgreSQLFailure) in try open() }
                    condition.lock()
                    if case .success(let session) = opened { return session }
                    lent -= 1
                    if lent == 0 { return try opened.get() }
                    _ = condition.wait(until: min(deadline, Date() + Self.pause))
                    guard Date() < deadline else { throw Self.busy }
                } else {
                    guard condition.wait(until: deadline) else { throw Self.busy }
                }
            }
        }

        /// Opens a connection beside those of the pool.
        func open() throws(PostgreSQLFailure) -> PostgreSQLSession { try PostgreSQLSession(address, settings) }

        /// Takes a connection back; one that failed is closed.
        func give(_ session: PostgreSQLSession) {
            condition.withLock {
                lent -= 1
                let date = Date()
                if session.isOpen, !isClosed { idle.append(Idle(session: session, since: date)) }
                // The one used last is used first, so that others may go.
                idle.removeAll { $0.since < date - settings.idle }
                condition.broadcast()
            }
        }

        /// Closes the connections that nobody uses: after one was lost, the others probably are, too.
        func forgetIdle() { condition.withLock { idle = [] } }

        // MARK: Threads

        /// Runs work on one of the pool's threads.
        ///
        /// - Parameter isLong: whether it may take long; such work has half of the threads at most
        /// - Throws: ``StorageError`` if too much work is waiting already
        func run(isLong: Bool, _ body: @escaping @Sendable () -> Void) throws {
            try condition.withLock {
                guard work.count + longWork.count < settings.queue, !isClosed else { throw Self.busy }
                if isLong { longWork.append(body) } else { work.append(body) }
                if work.count + longWork.count > waiting, threads < max(1, settings.connections) {
                    threads += 1
                    let thread = Thread { [self] in serve() }
                    thread.name = "countersign.postgresql"
                    thread.stackSize = 4 * 1024 * 1024
                    thread.start()
                } else {
                    condition.broadcast()
                }
            }
        }

        private func serve() {
            condition.lock()
            while true {
                if !work.isEmpty {
                    let next = work.removeFirst()
                    condition.unlock()
                    next()
                    condition.lock()
                } else if !longWork.isEmpty, longRunning < max(1, settings.connections / 2) {
                    let next = longWork.removeFirst()
                    longRunning += 1
                    condition.unlock()
                    next()
                    condition.lock()
                    longRunning -= 1
                    condition.broadcast()
                } else if isClosed {
                    threads -= 1
                    condition.unlock()
                    return
                } else {
                    waiting += 1
                    condition.wait()
                    waiting -= 1
                }
            }
        }

        /// How long to wait before another connection is tried, while others are open, in seconds.
        private static let pause: TimeInterval = 1

        private static let busy = StorageError.unavailable(
            reason: "all connections to it are in use; try again later, or allow more with --database-connections")
    }
#endif
