#if os(Linux)
    import Essentials
    import Foundation
    import Ledger
    import TestSupport
    import Testing

    @testable import PostgreSQL

    @Suite("The database of PostgreSQL", .enabled(if: TestDatabase.server != nil))
    struct PostgreSQLDatabaseTests {
        private let address: PostgreSQLAddress
        private let database: PostgreSQLDatabase
        private static let schema = SQLSchema([
            .init(
                "things",
                """
                CREATE TABLE thing (
                    id TEXT PRIMARY KEY NOT NULL,
                    number BIGINT,
                    rawBytes BYTES
                );
                CREATE TABLE note (
                    id NUMBERED KEY,
                    text TEXT
                );

                """)
        ])

        init() throws {
            address = try TestDatabase.folder(on: TestDatabase.server ?? "")
            var settings = PostgreSQLSettings()
            settings.connections = 8
            database = try PostgreSQLDatabase(address, schema: Self.schema, settings: settings)
        }

        private func number(_ id: String) async throws -> Int? {
            try await database.read { try $0.value("SELECT number FROM thing WHERE id = ?", [id]) }
        }

        private func put(_ id: String, _ number: Int) async throws {
            try await database.write { try $0.run("INSERT INTO thing (id, number) VALUES (?, ?)", [id, number]) }
        }

        @Test("Values come back as they were stored")
        func values() async throws {
            let numbers: [Int64?] = [0, -1, .min, .max, nil]
            let bytes: [Data?] = [Data(), Data([0, 255, 0]), Data(repeating: 7, count: 3_000_000), nil]
            for (index, number) in numbers.enumerated() {
                let raw = bytes[index % bytes.count]
                let id = "é𠮷 '\"\\ ? \(index)"
                let row = try await database.write { connection in
                    try connection.run(
                        "INSERT INTO thing (id, number, rawBytes) VALUES (?, ?, ?)", [id, number, raw])
                    return try connection.row("SELECT * FROM thing WHERE id = ?", [id])
                }
                let stored = try #require(row)
                #expect(try stored["id"] == id)
                #expect(try stored["number"] == number)
                #expect(try stored["rawBytes"] == raw)
            }
            let count: Int? = try await database.read { try $0.value("SELECT count(*) FROM thing") }
            #expect(count == numbers.count)
            #expect(try await database.read { try $0.exists("SELECT 1 FROM thing WHERE number = ?", [-1]) })
        }

        @Test("A text with a zero byte equals nothing, and is not stored")
        func zeroByte() async throws {
            try await put("a", 1)
            #expect(try await number("a\u{0}b") == nil)
            await #expect(throws: StorageError.self) { try await put("a\u{0}b", 1) }
            let changed = try await database.write { connection in
                try connection.run("UPDATE thing SET number = 2 WHERE id = ?", ["a\u{0}b"])
                    + connection.run("DELETE FROM thing WHERE id = ?", ["a\u{0}b"])
            }
            #expect(changed == 0)
            await #expect(throws: StorageError.self) {
                try await database.write { try $0.run("UPDATE thing SET id = ? WHERE id = 'a'", ["a\u{0}b"]) }
            }
            #expect(try await number("a") == 1)
        }

        @Test("A transaction that throws leaves nothing behind, and tells nobody")
        func rollback() async throws {
            let told = Locked(0)
            struct Refused: Error {}
            await #expect(throws: Refused.self) {
                try await database.write { connection in
                    try connection.run("INSERT INTO thing (id) VALUES ('a')")
                    connection.afterCommit { told.withLock { $0 += 1 } }
                    throw Refused()
                }
            }
            #expect(try await !database.read { try $0.exists("SELECT 1 FROM thing") })
            #expect(told.withLock { $0 } == 0)
            try await database.write { connection in connection.afterCommit { told.withLock { $0 += 1 } } }
            #expect(told.withLock { $0 } == 1)
        }

        @Test("What waits for a commit is called once, however many transactions follow on the same connection")
        func actionsAfterCommit() async throws {
            let told = Locked<[Int]>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...300 {
                    group.addTask {
                        try await database.write { connection in
                            connection.afterCommit { told.withLock { $0.append(number) } }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(told.withLock { $0 }.sorted() == Array(1...300))
        }

        @Test("A failure that the body ignores is one of the transaction all the same")
        func ignoredFailure() async throws {
            await #expect(throws: StorageError.self) {
                try await database.write { connection in
                    try connection.run("INSERT INTO thing (id) VALUES ('a')")
                    _ = try? connection.run("INSERT INTO nothing (id) VALUES ('a')")
                }
            }
            #expect(try await !database.read { try $0.exists("SELECT 1 FROM thing") })
        }

        @Test("Nothing is written by a transaction that reads")
        func readOnly() async throws {
            await #expect(throws: StorageError.self) {
                try await database.read { try $0.run("INSERT INTO thing (id) VALUES ('a')") }
            }
        }

        @Test("Eight writers who read and then write lose nothing")
        func counting() async throws {
            try await put("a", 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        for _ in 1...10 {
                            try await database.write { connection in
                                let number: Int = try connection.value("SELECT number FROM thing WHERE id = 'a'") ?? 0
                                try connection.run("UPDATE thing SET number = ? WHERE id = 'a'", [number + 1])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await number("a") == 80)
        }

        @Test("Of eight who look whether something exists and then add it, one does")
        func adding() async throws {
            let added = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        try await database.write { connection in
                            guard try !connection.exists("SELECT 1 FROM thing WHERE id = 'a'") else { return false }
                            try connection.run("INSERT INTO thing (id) VALUES ('a')")
                            return true
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(added == 1)
        }

        @Test("Two who rely on what the other changes do not both go through as if alone")
        func writeSkew() async throws {
            try await put("a", 1)
            try await put("b", 1)
            // One of the two has to stay at 1.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in ["a", "b"] {
                    group.addTask {
                        try await database.write { connection in
                            let left: Int = try connection.value("SELECT count(*) FROM thing WHERE number = 1") ?? 0
                            guard left > 1 else { return }
                            try connection.run("UPDATE thing SET number = 0 WHERE id = ?", [id])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { try $0.value("SELECT count(*) FROM thing WHERE number = 1") } == 1)
        }

        @Test("A transaction whose connection ends is run again, and stores once")
        func lostConnection() async throws {
            let tries = Locked(0)
            try await database.write { connection in
                let isFirst = tries.withLock { tries in
                    tries += 1
                    return tries == 1
                }
                try connection.run("INSERT INTO note (text) VALUES ('once')")
                if isFirst { _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid())") }
            }
            #expect(tries.withLock { $0 } == 2)
            #expect(try await database.read { try $0.value("SELECT count(*) FROM note") } == 1)
        }

        /// Lets a stopped process of the server end. Killed, it would take all others with it.
        private static func end(_ process: pid_t) {
            kill(process, SIGTERM)
            kill(process, SIGCONT)
        }

        @Test("A server that falls silent counts as gone, and the transaction is run again")
        func silent() async throws {
            var settings = TestDatabase.few
            settings.statement = 0.2
            settings.silence = 0.2
            let database = try PostgreSQLDatabase(address, schema: Self.schema, settings: settings)
            defer { database.close() }
            let frozen = Locked<pid_t?>(nil)
            defer { if let process = frozen.withLock({ $0 }) { Self.end(process) } }
            try await database.write { connection in
                try connection.run("INSERT INTO note (text) VALUES ('once')")
                let process = pid_t(try connection.value("SELECT pg_backend_pid()", as: Int.self) ?? 0)
                let isFirst = frozen.withLock { frozen in
                    defer { frozen = frozen ?? process }
                    return frozen == nil
                }
                if isFirst { kill(process, SIGSTOP) }
                _ = try connection.rows("SELECT 1")
            }
            #expect(frozen.withLock { $0 } != nil)
            #expect(try await database.read { try $0.value("SELECT count(*) FROM note") } == 1)
        }

        @Test("Where the server allows no more connections, those that there are do the work")
        func fewConnections() async throws {
            let name = address.folder
            try await other { connection in
                try connection.run(
                    "CREATE ROLE \(name) LOGIN CONNECTION LIMIT 2 IN ROLE pg_write_all_data, pg_read_all_data")
                try connection.run("GRANT ALL ON SCHEMA \(name) TO \(name)")
                try connection.run("GRANT ALL ON ALL TABLES IN SCHEMA \(name) TO \(name)")
            }
            let limited = try PostgreSQLAddress(
                address.description.replacing("user=countersign", with: "user=\(name)"))
            var settings = TestDatabase.few
            settings.connections = 8
            let database = try PostgreSQLDatabase(limited, schema: Self.schema, settings: settings)
            defer { database.close() }
            try await put("a", 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...16 {
                    group.addTask {
                        _ = try await database.write {
                            try $0.run("UPDATE thing SET number = number + 1 WHERE id = 'a'")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await number("a") == 16)
        }

        @Test("A connection that ended while it was idle is replaced")
        func lostIdle() async throws {
            try await put("a", 1)
            try await other { try $0.rows(Self.ending, [address.folder]) }
            #expect(try await number("a") == 1)
        }

        /// Ends the connections that work in a folder of tables.
        private static let ending = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND application_name = ?
            """

        /// The same for those that wait for a standby.
        private static let endingWaiting = ending + " AND wait_event = 'SyncRep'"

        private func other<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws -> Value {
            let database = try PostgreSQLDatabase(
                PostgreSQLAddress(TestDatabase.server ?? ""), schema: SQLSchema([]), settings: TestDatabase.few)
            defer { database.close() }
            return try await database.write(body)
        }

        @Test("A commit whose answer is lost is looked up, not repeated")
        func lostCommit() async throws {
            // The test's server waits for a standby that never comes, after it has committed.
            let address = try TestDatabase.folder(on: TestDatabase.server ?? "", options: "-csynchronous_commit=on")
            let local = try PostgreSQLAddress(address.description.replacing("%3Don", with: "%3Dlocal"))
            let first = try PostgreSQLDatabase(local, schema: Self.schema, settings: TestDatabase.few)
            defer { first.close() }
            let database = try PostgreSQLDatabase(address, schema: Self.schema, settings: TestDatabase.few)
            defer { database.close() }
            let tries = Locked(0)
            async let stored: Void = database.write { connection in
                tries.withLock { $0 += 1 }
                try connection.run("INSERT INTO note (text) VALUES ('once')")
            }
            var ended = 0
            while ended == 0 {
                ended = try await other { try $0.rows(Self.endingWaiting, [address.folder]).count }
                await Task.yield()
            }
            try await stored
            #expect(tries.withLock { $0 } == 1)
            #expect(try await first.read { try $0.value("SELECT count(*) FROM note") } == 1)
        }

        @Test("A statement ends with the task that waits for it")
        func cancelled() async throws {
            let running = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                try await database.readLong { connection in
                    running.continuation.yield()
                    _ = try connection.rows("SELECT 1 FROM (SELECT pg_sleep(600)) AS pause")
                }
            }
            for await _ in running.stream.prefix(1) { task.cancel() }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await !database.read { try $0.exists("SELECT 1 FROM thing") })
        }

        @Test("Long reads leave connections to others")
        func longReads() async throws {
            var settings = TestDatabase.few
            settings.connections = 2
            let database = try PostgreSQLDatabase(address, schema: Self.schema, settings: settings)
            defer { database.close() }
            let (begun, gate, count) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0), Locked(0))
            func long() async throws {
                try await database.readLong { _ in
                    count.withLock { $0 += 1 }
                    begun.continuation.yield()
                    // So that the test ends, should all connections be taken.
                    _ = gate.wait(timeout: .now() + 20)
                }
            }
            async let first: Void = long()
            async let second: Void = long()
            for await _ in begun.stream.prefix(1) {}
            #expect(try await database.read { try $0.exists("SELECT 1") })
            #expect(count.withLock { $0 } == 1)
            gate.signal()
            gate.signal()
            _ = try await (first, second)
        }

        @Test("Eight that start together migrate once; a newer version's database is refused")
        func migrations() async throws {
            let address = try TestDatabase.folder(on: TestDatabase.server ?? "")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        try PostgreSQLDatabase(address, schema: Self.schema, settings: TestDatabase.few).close()
                    }
                }
                try await group.waitForAll()
            }
            let error = #expect(throws: StorageError.self) {
                try PostgreSQLDatabase(address, schema: SQLSchema([]), settings: TestDatabase.few)
            }
            #expect(error?.description.contains("newer version") == true)
        }

        @Test("A step that fails leaves nothing behind, and is run the next time")
        func failedStep() async throws {
            let address = try TestDatabase.folder(on: TestDatabase.server ?? "")
            let broken = SQLSchema([
                .init("things", "CREATE TABLE thing (id TEXT PRIMARY KEY); CREATE TABEL;")
            ])
            #expect(throws: StorageError.self) { try PostgreSQLDatabase(address, schema: broken) }
            let mended = try PostgreSQLDatabase(address, schema: Self.schema, settings: TestDatabase.few)
            defer { mended.close() }
            #expect(try await !mended.read { try $0.exists("SELECT 1 FROM thing") })
        }

        @Test("A wrong address is said at once, in one sentence")
        func wrongAddress() throws {
            let missing = try PostgreSQLAddress(
                (TestDatabase.server ?? "").replacing("/postgres?", with: "/nowhere?"))
            let error = #expect(throws: StorageError.self) { try PostgreSQLDatabase(missing, schema: Self.schema) }
            #expect(error?.description.contains("\"nowhere\" does not exist") == true, "\(error?.description ?? "")")
        }

        @Test("A caller for whom no connection becomes free is told so")
        func exhausted() async throws {
            var settings = TestDatabase.few
            settings.connections = 1
            settings.queue = 1
            settings.patience = 0.2
            let database = try PostgreSQLDatabase(address, schema: Self.schema, settings: settings)
            defer { database.close() }
            let (begun, gate) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
            async let first: Void = database.read { _ in
                begun.continuation.yield()
                gate.wait()
            }
            for await _ in begun.stream.prefix(1) {}
            let error = #expect(throws: StorageError.self) { try database.readWaiting { _ in } }
            #expect(error?.description.contains("in use") == true)
            gate.signal()
            try await first
        }
    }

    extension PostgreSQLAddress {
        /// The name that this test's connections have on the server.
        fileprivate var folder: String { description.components(separatedBy: "application_name=")[1] }
    }
#endif
