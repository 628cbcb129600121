import EnvelopeService
import Envelopes
import Foundation
import GRDB
import Testing

@testable import SigningService

@Suite struct EventStoreTests {
    @Test func `every commit is synced to the disk`() async throws {
        let store = try await StoreFixture()
        let mode = try await store.database.pool.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(mode == 2)
        let journal = try await store.database.pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        #expect(journal == "wal")
        // And, where the drive has a cache of its own, written through that.
        let full = try await store.database.pool.write { database in
            try ["fullfsync", "checkpoint_fullfsync"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(full == [1, 1])
    }

    @Test func `an append against an older state is refused and leaves nothing behind`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let one = try decide(.view(recipientID: "1"), envelope, store.recipient(1))
        let other = try decide(.void(reason: "wrong unit"), envelope, store.context(1))
        try await store.events.append(one, leadingTo: try one.reduce(envelope) { try apply($1, to: $0) })
        let late = try other.reduce(envelope) { try apply($1, to: $0) }
        await #expect(throws: StorageError.conflict(envelope: envelope.id, expected: envelope.lastSequence)) {
            try await store.events.append(other, leadingTo: late)
        }
        let history = try await store.ledger.history(envelope.id)
        #expect(history.events.count == envelope.lastSequence + one.count)
        #expect(try await store.ledger.envelope(envelope.id).status != .voided)
    }

    @Test func `events, snapshot and outbox are stored together or not at all`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let voided = try decide(.void(reason: "wrong unit"), envelope, store.context(1))
        let after = try voided.reduce(envelope) { try apply($1, to: $0) }
        // A row that is in the way makes the last statement of the transaction fail.
        try await store.database.pool.write { database in
            try database.execute(
                sql: "INSERT INTO outbox (envelopeID, sequence, topic, createdAt) VALUES (?, ?, 'voided', 0)",
                arguments: [envelope.id.rawValue, after.lastSequence])
        }
        await #expect(throws: DatabaseError.self) { try await store.events.append(voided, leadingTo: after) }
        #expect(try await store.ledger.envelope(envelope.id) == envelope)
        #expect(try await store.events.events(of: envelope.id).count == envelope.lastSequence)
    }

    @Test func `the pages that somebody was shown are known to the next process, and are theirs`() async throws {
        let store = try await StoreFixture()
        let id = try await store.envelope().id
        for page in [2, 1, 2, 7] { try await store.events.noteShown(.init("1", page), of: id, to: "1") }
        try await store.events.noteShown(.init("2", 1), of: id, to: "1")
        let later = SQLiteEventStore(try ServiceDatabase(store.directory))
        #expect(try await later.shownPages(of: id, to: "1") == ["1": PageRanges([1, 2, 7]), "2": PageRanges([1])])
        #expect(try await later.shownPages(of: id, to: "2") == [:])
    }

    @Test func `what others may hear of has a row in the outbox, in order`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        _ = try await store.ledger.perform(
            .consent(recipientID: "1", disclosure: try await store.blobs.store(Data("I agree".utf8))),
            on: envelope.id, store.recipient(2))
        _ = try await store.ledger.perform(
            .decline(recipientID: "1", reason: "too dear"), on: envelope.id, store.recipient(3))
        let topics = try await store.database.pool.read { database in
            try String.fetchAll(
                database, sql: "SELECT topic FROM outbox WHERE envelopeID = ? ORDER BY id",
                arguments: [envelope.id.rawValue])
        }
        #expect(topics == ["created", "sent", "viewed", "declined"])
    }

    @Test func `signing, leaving for later, sealing and voiding have rows in the outbox, and adopting and typing none`()
        async throws
    {
        let store = try await StoreFixture()
        func blob(_ text: String) async throws -> BlobHash { try await store.blobs.store(Data(text.utf8)) }
        func topics(_ commands: [(Command, CommandContext)], on envelope: Envelope) async throws -> [String] {
            for (command, context) in commands {
                _ = try await store.ledger.perform(command, on: envelope.id, context)
            }
            return try await store.database.pool.read { database in
                try String.fetchAll(
                    database, sql: "SELECT topic FROM outbox WHERE envelopeID = ? ORDER BY id",
                    arguments: [envelope.id.rawValue])
            }
        }
        let envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        let sealed = try await blob("sealed")
        let commands: [(Command, CommandContext)] = [
            (.consent(recipientID: "1", disclosure: try await blob("I agree")), store.recipient(1)),
            (
                .adopt(recipientID: "1", kind: .signature, artwork: try await blob("artwork"), method: .typed),
                store.recipient(2)
            ),
            (.fill(recipientID: "1", tabID: tab.id, value: "Ghent"), store.recipient(3)),
            (.finishLater(recipientID: "1"), store.recipient(4)),
            (.sign(recipientID: "1", documents: ["1": try await blob("signed")]), store.recipient(5)),
            (
                .seal(documents: ["1": sealed], combined: sealed, certificate: try await blob("certificate")),
                CommandContext(at: Moment.start + 6, actor: .service)
            ),
        ]
        #expect(
            try await topics(commands, on: envelope) == [
                "created", "sent", "viewed", "finishedLater", "signed", "sealed",
            ])
        let other = try await store.envelope()
        #expect(
            try await topics([(.void(reason: "wrong unit"), store.context(1))], on: other) == [
                "created", "sent", "voided",
            ])
    }

    @Test func `the stored snapshot is what the events add up to`() async throws {
        let store = try await StoreFixture()
        var envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        let disclosure = try await store.blobs.store(Data("I agree".utf8))
        let commands: [Command] = [
            .view(recipientID: "1"), .consent(recipientID: "1", disclosure: disclosure),
            .fill(recipientID: "1", tabID: tab.id, value: "Ghent"),
            .fill(recipientID: "1", tabID: tab.id, value: "Bruges"), .finishLater(recipientID: "1"),
            .decline(recipientID: "1", reason: "too dear"),
        ]
        for (index, command) in commands.enumerated() {
            envelope = try await store.ledger.perform(
                command, on: envelope.id, store.recipient(Double(index), key: "key-\(index)"))
            let history = try await store.ledger.history(envelope.id)
            #expect(history.envelope == envelope)
            #expect(try await store.ledger.envelope(envelope.id) == envelope)
        }
    }

    @Test func `filling in a field writes an event and, now and then, the whole state`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        let disclosure = try await store.blobs.store(Data("I agree".utf8))
        for command in [Command.view(recipientID: "1"), .consent(recipientID: "1", disclosure: disclosure)] {
            _ = try await store.ledger.perform(command, on: envelope.id, store.recipient(1))
        }
        var snapshots: Set<Int> = []
        let count = 3 * SQLiteEventStore.snapshotInterval
        for number in 1...count {
            let state = try await store.ledger.perform(
                .fill(recipientID: "1", tabID: tab.id, value: "Town \(number)"), on: envelope.id,
                store.recipient(2, key: "key-\(number)"))
            let kept = try await store.database.pool.read {
                try Int.fetchOne(
                    $0, sql: "SELECT snapshotSequence FROM envelope WHERE id = ?", arguments: [envelope.id.rawValue])
            }
            snapshots.insert(try #require(kept))
            guard number % 20 == 0 else { continue }
            // Another process knows nothing but what is stored.
            let other = SQLiteEventStore(store.database)
            #expect(try await other.envelope(envelope.id) == state)
            #expect(try await store.ledger.history(envelope.id).envelope == state)
        }
        #expect(snapshots.count <= 4)
    }

    @Test func `a state that another process has left behind is brought up to date`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let other = EnvelopeLedger(events: SQLiteEventStore(store.database), blobs: store.blobs)
        #expect(try await other.envelope(envelope.id) == envelope)
        let viewed = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        #expect(try await other.envelope(envelope.id) == viewed)
        let voided = try await other.perform(.void(reason: "wrong unit"), on: envelope.id, store.context(2))
        #expect(try await store.ledger.envelope(envelope.id) == voided)
        #expect(voided.lastSequence == viewed.lastSequence + 1)
        let transaction = try #require(try await store.ledger.events.envelope(envelope.id))
        #expect(transaction.status == .voided)
    }

    @Test func `a changed byte in a stored event is found when the history is read`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        try await store.database.pool.write { database in
            try database.execute(
                sql: """
                    UPDATE event SET body = CAST(replace(CAST(body AS TEXT), 'Bo Signer', 'Bo Singer') AS BLOB)
                    WHERE envelopeID = ? AND sequence = 1
                    """, arguments: [envelope.id.rawValue])
        }
        await #expect(throws: HistoryError.wrongHash(sequence: 1)) { try await store.ledger.history(envelope.id) }
    }

    @Test func `an event whose blob is not stored is not stored either`() async throws {
        let store = try await StoreFixture()
        let missing = BlobHash(of: Data("never stored".utf8))
        let id = EnvelopeID(UUID())
        await #expect(throws: StorageError.missingBlob(missing)) {
            try await store.ledger.create(id, store.definition(document: missing), send: true, store.context())
        }
        await #expect(throws: StorageError.unknownEnvelope(id)) { try await store.ledger.envelope(id) }
    }

    @Test func `changes made at once are all decided on the newest state`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        _ = try await store.ledger.perform(
            .consent(recipientID: "1", disclosure: try await store.blobs.store(Data("I agree".utf8))),
            on: envelope.id, store.recipient(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...12 {
                group.addTask {
                    _ = try await store.ledger.perform(
                        .fill(recipientID: "1", tabID: tab.id, value: "Town \(number)"), on: envelope.id,
                        store.recipient(2))
                }
            }
            try await group.waitForAll()
        }
        let history = try await store.ledger.history(envelope.id)
        let fills = history.events.filter { $0.body.kind == .fieldFilled }
        #expect(fills.count == 12)
        #expect(history.envelope == (try await store.ledger.envelope(envelope.id)))
    }

    @Test func `a command repeated with its key stores nothing`() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let context = store.recipient(1, key: "8a1c")
        let first = try await store.ledger.perform(.finishLater(recipientID: "1"), on: envelope.id, context)
        let second = try await store.ledger.perform(.finishLater(recipientID: "1"), on: envelope.id, context)
        #expect(first == second)
    }

    @Test func `a repeated transaction id gives the first envelope, also when both come at once`() async throws {
        let store = try await StoreFixture()
        let ids = try await withThrowingTaskGroup(of: EnvelopeID.self) { group in
            for _ in 1...8 {
                group.addTask { try await store.envelope(transactionID: "order-42").id }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        let page = try await store.events.page(EnvelopeQuery(accountID: store.credentials.identity.accountID))
        #expect(page.total == 1)
    }

    @Test func `a list goes by when a status was stored, whenever it came about`() async throws {
        let store = try await StoreFixture()
        func subjects(from seconds: Double, to end: Double = 1_000) async throws -> [String] {
            try await store.subjects(
                EnvelopeQuery(
                    accountID: store.credentials.identity.accountID, changedFrom: Moment.start + seconds,
                    changedTo: Moment.start + end, ascending: true)
            ).0
        }
        var late = try await store.envelope(at: -86_400, subject: "Late")
        _ = try await store.envelope(at: 80_000, subject: "Ahead")
        #expect(try await subjects(from: 0, to: 0).sorted() == ["Ahead", "Late"])
        #expect(try await subjects(from: 1) == [])
        // What leaves the status alone leaves the list alone.
        store.clock.advance(60)
        let agreed = try await store.blobs.store(Data("I agree".utf8))
        late = try await store.ledger.perform(.view(recipientID: "1"), on: late.id, store.recipient(-7_200))
        #expect(try await subjects(from: 1) == ["Late"])
        store.clock.advance(60)
        late = try await store.ledger.perform(
            .consent(recipientID: "1", disclosure: agreed), on: late.id, store.recipient(-7_100))
        #expect(try await subjects(from: 61) == [])
        store.clock.advance(60)
        late = try await store.ledger.perform(
            .decline(recipientID: "1", reason: "too dear"), on: late.id, store.recipient(-7_000))
        #expect(try await subjects(from: 61) == ["Late"])
        #expect(try await subjects(from: 0) == ["Ahead", "Late"])
        // What the history says stays what was said.
        #expect(late.statusChangedAt == Moment.start - 7_000)
    }

    @Test func `a list is filtered, counted and cut into pages`() async throws {
        let store = try await StoreFixture()
        for number in 0..<7 {
            _ = try await store.envelope(
                send: number % 2 == 0, at: Double(number) * 60, subject: "Envelope \(number)")
            store.clock.advance(60)
        }
        func subjects(_ change: (inout EnvelopeQuery) -> Void) async throws -> ([String], Int) {
            var query = EnvelopeQuery(accountID: store.credentials.identity.accountID)
            change(&query)
            let (subjects, total) = try await store.subjects(query)
            return (subjects.map { String($0.suffix(1)) }, total)
        }
        #expect(try await subjects { _ in } == (["6", "5", "4", "3", "2", "1", "0"], 7))
        #expect(
            try await subjects {
                $0.count = 2; $0.start = 1
            } == (["5", "4"], 7))
        #expect(try await subjects { $0.bytes = 1 } == (["6"], 7))
        #expect(try await subjects { $0.bytes = 1 << 20 }.0.count == 7)
        #expect(try await subjects { $0.statuses = [.created] } == (["5", "3", "1"], 3))
        #expect(try await subjects { $0.changedFrom = Moment.start + 300 } == (["6", "5"], 2))
        #expect(
            try await subjects {
                $0.changedTo = Moment.start + 60; $0.ascending = true
            } == (["0", "1"], 2))
        #expect(try await subjects { $0.accountID = UUID().uuidString } == ([], 0))
    }
}
