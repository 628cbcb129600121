#if canImport(CPostgreSQL)
    import CPostgreSQL
    import Foundation
    import Ledger

    /// A connection to the server, for one thread at a time (libpq).
    final class PostgreSQLSession {
        private let connection: OpaquePointer
        /// The names of the statements that the server has prepared.
        private var prepared: [String: Prepared] = [:]
        private var preparations = 0
        private var isSilent = false
        /// By this number and name, the server tells what became of this connection's last transaction.
        private let mark = Int64.random(in: .min ... .max)
        private var writes = false
        private var transactions: Int64 = 0
        /// How long the server may be silent, in seconds: longer than any statement may take.
        private var patience: TimeInterval?
        /// The first failure of the transaction; the body may have wrapped it in an error of its own, or ignored it.
        private(set) var failure: PostgreSQLFailure?
        private var committed: [@Sendable () -> Void] = []

        private struct Prepared {
            let name: String
            let columns: [String]
            let unstorable: Unstorable
        }

        /// What becomes of a text with a zero byte, which no column holds.
        private enum Unstorable {
            /// It equals nothing, from this value on; before, it would be stored.
            case equalsNothing(from: Int)
            case refused
        }

        /// The maximum number of prepared statements. A list of ids gives one for each of its lengths.
        private static let mostPrepared = 500

        /// - Throws: ``PostgreSQLFailure``
        init(_ address: PostgreSQLAddress, _ settings: PostgreSQLSettings) throws(PostgreSQLFailure) {
            // The address comes after what it may change. A server that has vanished is noticed, too.
            let options = [
                ("connect_timeout", "\(Int(settings.connecting.rounded(.up)))"), ("target_session_attrs", "read-write"),
                ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
                ("tcp_user_timeout", "\(Int(settings.patience * 1000))"), ("dbname", address.description),
                ("client_encoding", "UTF8"), ("fallback_application_name", "countersign"),
            ]
            let names = options.map { strdup($0.0) } + [nil]
            let values = options.map { strdup($0.1) } + [nil]
            defer { (names + values).forEach { free($0) } }
            let opened = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
                values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                    PQconnectdbParams(names.baseAddress, values.baseAddress, 1)
                }
            }
            guard let opened else {
                throw PostgreSQLFailure(state: nil, message: "there is no memory for a connection", isOpen: false)
            }
            connection = opened
            // The server's remarks are in its errors, too.
            PQsetNoticeProcessor(opened, { _, _ in }, nil)
            guard PQstatus(opened) == CONNECTION_OK else {
                throw PostgreSQLFailure(state: nil, message: String(cString: PQerrorMessage(opened)), isOpen: false)
            }
            guard PQserverVersion(opened) >= 130_000 else {
                throw PostgreSQLFailure(state: "42000", message: "this server is older than version 13", isOpen: true)
            }
            let limit = Int(settings.statement * 1000)
            failure = nil
            // A scan of a table would count as a look at every row, and collide with each change of one.
            // A server that answers before a commit is on its disk loses what was acknowledged.
            try command(
                """
                SET enable_seqscan = off; SET statement_timeout = \(limit); SET lock_timeout = \(limit);
                SET idle_in_transaction_session_timeout = \(limit); SET client_min_messages = warning;
                SELECT set_config('synchronous_commit', 'on', false)
                WHERE current_setting('synchronous_commit') = 'off'
                """)
            PQsetnonblocking(opened, 1)
            patience = settings.statement + settings.silence
        }

        deinit { PQfinish(connection) }

        /// Whether the connection can be used for another transaction.
        var isOpen: Bool {
            failure?.kind != .lost && !isSilent && PQstatus(connection) == CONNECTION_OK
                && PQtransactionStatus(connection) == PQTRANS_IDLE
        }

        /// Returns what stops a statement of this connection from another thread.
        func canceler() -> PostgreSQLCanceler { PostgreSQLCanceler(PQgetCancel(connection)) }

        // MARK: Transactions

        /// What to ask the server for when the answer to a commit is lost.
        struct Mark {
            let id: Int64
            let number: Int64
        }

        /// The table in which each connection notes its last transaction that committed.
        static let markTable = """
            CREATE TABLE IF NOT EXISTS "lastCommit" (
                id BIGINT PRIMARY KEY, number BIGINT NOT NULL, "changedAt" TIMESTAMPTZ NOT NULL)
            """

        /// Begins a transaction.
        func begin(writes: Bool) throws(PostgreSQLFailure) {
            failure = nil
            committed = []
            self.writes = writes
            transactions += 1
            // As if transactions that write ran one after the other (PostgreSQL's documentation, 13.2.3): what a
            // statement has read still holds at the commit, or the transaction fails and is tried again. The lock shows
            // others that it has not ended.
            try command(
                writes
                    ? "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_advisory_xact_lock(\(mark))"
                    : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        }

        /// - Returns: `nil`, or what to ask for because the connection was lost meanwhile
        /// - Throws: ``PostgreSQLFailure`` if nothing was stored
        func commit() throws(PostgreSQLFailure) -> Mark? {
            let note = """
                INSERT INTO "lastCommit" (id, number, "changedAt") VALUES (\(mark), \(transactions), now())
                ON CONFLICT (id) DO UPDATE SET number = excluded.number, "changedAt" = excluded."changedAt";
                """
            let result = answer(to: PQsendQuery(connection, writes ? note + "COMMIT" : "COMMIT"))
            defer { PQclear(result) }
            do {
                try check(result)
            } catch {
                guard error.kind == .lost, writes else { throw error }
                return Mark(id: mark, number: transactions)
            }
            guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
                throw failure ?? PostgreSQLFailure(state: "25P02", message: "the transaction has failed", isOpen: true)
            }
            return nil
        }

        /// Waits until the transaction of a lost connection has ended, and returns whether it was committed. Its number
        /// alone would not do: a server that recovers from a crash gives numbers again.
        func isCommitted(_ mark: Mark) throws(PostgreSQLFailure) -> Bool {
            try command("SELECT pg_advisory_lock(\(mark.id))")
            return try command("SELECT number FROM \"lastCommit\" WHERE id = \(mark.id)") == "\(mark.number)"
        }

        /// Ends the transaction without its changes. If that fails, ``isOpen`` is `false`.
        func rollBack() {
            guard PQtransactionStatus(connection) != PQTRANS_IDLE, PQstatus(connection) == CONNECTION_OK, !isSilent
            else {
                return
            }
            PQclear(answer(to: PQsendQuery(connection, "ROLLBACK")))
        }

        /// Waits for the server's answer to what was just sent, and returns its last part, or the first that failed.
        ///
        /// A server that stays silent although it is still there - its machine sleeps, say - counts as gone.
        private func answer(to sent: Int32) -> OpaquePointer? {
            guard sent == 1 else { return nil }
            let end = patience.map { ContinuousClock.now + .seconds($0) }
            var last: OpaquePointer?
            while true {
                let flushed = PQflush(connection)
                guard flushed >= 0 else { break }
                if flushed == 0, PQisBusy(connection) == 0 {
                    guard let next = PQgetResult(connection) else { return last }
                    if let known = last, PQresultStatus(known) == PGRES_FATAL_ERROR {
                        PQclear(next)
                    } else {
                        PQclear(last)
                        last = next
                    }
                    continue
                }
                guard wait(untilWritable: flushed == 1, until: end), PQconsumeInput(connection) == 1 else { break }
            }
            // What is left of the connection is of no use.
            isSilent = true
            if let known = last, PQresultStatus(known) == PGRES_FATAL_ERROR { return known }
            PQclear(last)
            return nil
        }

        private func wait(untilWritable: Bool, until end: ContinuousClock.Instant?) -> Bool {
            var descriptor = pollfd(
                fd: PQsocket(connection), events: Int16(POLLIN) | (untilWritable ? Int16(POLLOUT) : 0), revents: 0)
            while true {
                let left = end.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
                if let left, left <= 0 { return false }
                let ready = poll(&descriptor, 1, left.map { Int32(min($0, 60_000).rounded(.up)) } ?? -1)
                if ready > 0 { return true }
                if ready < 0, errno != EINTR { return false }
            }
        }

        /// Takes out what waits for the commit.
        func takeActions() -> [@Sendable () -> Void] {
            defer { committed = [] }
            return committed
        }

        /// Runs statements without values, and returns the first value of the last one.
        @discardableResult
        func command(_ statements: String) throws(PostgreSQLFailure) -> String? {
            let result = answer(to: PQsendQuery(connection, statements))
            defer { PQclear(result) }
            try check(result)
            guard PQntuples(result) > 0, PQnfields(result) > 0, PQgetisnull(result, 0, 0) == 0 else { return nil }
            return String(cString: PQgetvalue(result, 0, 0))
        }

        private func check(_ result: OpaquePointer?) throws(PostgreSQLFailure) {
            guard let status = result.map(PQresultStatus),
                status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY
            else {
                let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
                let message = PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQerrorMessage(connection)
                let isOpen = PQstatus(connection) == CONNECTION_OK
                let isMute = result == nil && isSilent && isOpen
                let failure = PostgreSQLFailure(
                    state: state, message: isMute ? "it does not answer" : message.map { String(cString: $0) } ?? "",
                    isOpen: isOpen && !isSilent, writes: writes)
                // Those that follow say only that the transaction has failed.
                if self.failure == nil { self.failure = failure }
                throw failure
            }
        }
    }

    // MARK: Statements

    extension PostgreSQLSession: SQLConnection {
        @discardableResult
        func run(_ statement: String, _ values: [any SQLConvertible]) throws -> Int {
            try execute(statement, values) { result, _ in Int(String(cString: PQcmdTuples(result))) ?? 0 }
        }

        func rows(_ statement: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
            try execute(statement, values) { result, columns in
                let kinds = (0..<Int32(columns.count)).map { PQftype(result, $0) }
                return try (0..<PQntuples(result)).map { row in
                    SQLRow(
                        columns: columns,
                        values: try kinds.enumerated().map { column, kind in
                            try Self.value(result, row, Int32(column), kind)
                        })
                }
            }
        }

        /// Locks the rows, and passes over those that another transaction has locked.
        func claiming(_ query: String) -> String { query + " FOR UPDATE SKIP LOCKED" }

        func afterCommit(_ action: @escaping @Sendable () -> Void) { committed.append(action) }

        private func execute<Value>(
            _ statement: String, _ values: [any SQLConvertible],
            _ read: (_ result: OpaquePointer?, _ columns: [String]) throws -> Value
        ) throws -> Value {
            do {
                let prepared = try preparation(of: statement)
                let first = if case .equalsNothing(let first) = prepared.unstorable { first } else { values.count }
                let result = try Parameters(values, comparedFrom: first).with { values in
                    answer(
                        to: PQsendQueryPrepared(
                            connection, prepared.name, Int32(values.count), values.values, values.lengths,
                            values.formats, 1))
                }
                defer { PQclear(result) }
                try check(result)
                return try read(result, prepared.columns)
            } catch let failure as PostgreSQLFailure {
                throw failure.error
            }
        }

        /// The server parses a statement once for each connection.
        private func preparation(of statement: String) throws(PostgreSQLFailure) -> Prepared {
            if let known = prepared[statement] { return known }
            if prepared.count >= Self.mostPrepared {
                try command("DEALLOCATE ALL")
                prepared = [:]
            }
            // A name is not used again: the server may have kept a statement that looked as if it had failed.
            preparations += 1
            let name = "s\(preparations)"
            let made = answer(
                to: PQsendPrepare(connection, name, PostgreSQLStatement.translated(statement), 0, nil))
            defer { PQclear(made) }
            try check(made)
            let described = answer(to: PQsendDescribePrepared(connection, name))
            defer { PQclear(described) }
            try check(described)
            let columns = (0..<PQnfields(described)).map { String(cString: PQfname(described, $0)) }
            let preparation = Prepared(name: name, columns: columns, unstorable: Self.unstorable(statement))
            prepared[statement] = preparation
            return preparation
        }

        private static func unstorable(_ statement: String) -> Unstorable {
            if statement.hasPrefix("SELECT") || statement.hasPrefix("DELETE") { return .equalsNothing(from: 0) }
            guard statement.hasPrefix("UPDATE"), let condition = statement.range(of: "WHERE ") else { return .refused }
            return .equalsNothing(from: statement[..<condition.lowerBound].count { $0 == "?" })
        }

        /// Reads a value in binary form, by its type's number (PostgreSQL's catalog `pg_type`).
        private static func value(
            _ result: OpaquePointer?, _ row: Int32, _ column: Int32, _ kind: Oid
        ) throws -> SQLValue {
            guard PQgetisnull(result, row, column) == 0 else { return .null }
            let bytes = UnsafeRawBufferPointer(
                start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
            switch kind {
            // bool, and int8, int2, int4, most significant byte first
            case 16: return .integer(bytes.first == 0 ? 0 : 1)
            case 20, 21, 23:
                let isNegative = bytes.first.map { $0 & 0x80 != 0 } ?? false
                return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
            // bytea
            case 17: return .bytes(Data(bytes))
            // name, text, varchar
            case 19, 25, 1043: return .text(String(decoding: bytes, as: UTF8.self))
            default:
                throw StorageError.unreadable(what: "A value of the database", reason: "it has the type \(kind)")
            }
        }
    }

    /// The values of a statement as libpq takes them: one row of bytes, and where each value begins in it.
    private struct Parameters {
        private var bytes: [UInt8] = []
        private var starts: [Int?] = []
        private var lengths: [Int32] = []
        private var formats: [Int32] = []

        struct Pointers {
            let count: Int
            let values: UnsafePointer<UnsafePointer<CChar>?>?
            let lengths: UnsafePointer<Int32>?
            let formats: UnsafePointer<Int32>?
        }

        /// - Parameter first: the first value that is only compared: a text in it with a zero byte, which no column
        ///   holds, equals nothing
        init(_ values: [any SQLConvertible], comparedFrom first: Int) throws {
            for (index, value) in values.enumerated() {
                switch value.sqlValue {
                case .null: addNull()
                case .integer(let number): add("\(number)".utf8, format: 0)
                case .text(let text) where !text.utf8.contains(0): add(text.utf8, format: 0)
                case .text where index >= first: addNull()
                case .text:
                    throw StorageError.unreadable(
                        what: "A text for the database", reason: "it contains the character U+0000")
                case .bytes(let data): add(data, format: 1)
                }
            }
        }

        private mutating func addNull() {
            starts.append(nil)
            lengths.append(0)
            formats.append(0)
        }

        private mutating func add(_ value: some Collection<UInt8>, format: Int32) {
            starts.append(bytes.count)
            lengths.append(Int32(value.count))
            formats.append(format)
            bytes.append(contentsOf: value)
            bytes.append(0)
        }

        func with<Value>(_ body: (Pointers) -> Value) -> Value {
            bytes.withUnsafeBytes { bytes in
                let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                let values = starts.map { start -> UnsafePointer<CChar>? in start.flatMap { base?.advanced(by: $0) } }
                return values.withUnsafeBufferPointer { values in
                    lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { formats in
                            body(
                                Pointers(
                                    count: values.count, values: values.baseAddress, lengths: lengths.baseAddress,
                                    formats: formats.baseAddress))
                        }
                    }
                }
            }
        }
    }

    /// Stops a statement from another thread.
    final class PostgreSQLCanceler: @unchecked Sendable {
        // libpq lets any thread use it.
        private let handle: OpaquePointer?

        init(_ handle: OpaquePointer?) { self.handle = handle }

        deinit { PQfreeCancel(handle) }

        func cancel() {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(handle, &message, 256)
        }
    }
#endif
