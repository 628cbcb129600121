import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("The store of events")
struct EventStoreTests {
    @Test("An append against an older state is refused and leaves nothing behind", arguments: Engine.allCases)
    func olderState(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
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

    @Test("Events, snapshot and jobs are stored together or not at all", arguments: Engine.allCases)
    func oneTransaction(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let voided = try decide(.void(reason: "wrong unit"), envelope, store.context(1))
        let after = try voided.reduce(envelope) { try apply($1, to: $0) }
        // Without their table, the jobs make the last statement of the transaction fail.
        try await store.database.write { try $0.run("ALTER TABLE job RENAME TO away") }
        await #expect(throws: StorageError.self) { try await store.events.append(voided, leadingTo: after) }
        #expect(try await store.ledger.envelope(envelope.id) == envelope)
        #expect(try await store.events.events(of: envelope.id).count == envelope.lastSequence)
    }

    @Test(
        "The pages that somebody was shown are known to the next process, are theirs, and were served",
        arguments: Engine.allCases)
    func shownPages(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let id = try await store.envelope().id
        let seen = [2, 1, 2, 7].map { DocumentPage("1", $0) } + [DocumentPage("2", 1)]
        for page in seen + [DocumentPage("1", 4)] { try await store.events.noteServed(page, of: id, to: "1") }
        let later = SQLEventStore(store.database)
        #expect(try await later.shownPages(of: id, to: "1") == [:])
        // What was never served, or to somebody else, was not shown.
        let unserved = [DocumentPage("1", 3), DocumentPage("9", 1)]
        #expect(try await later.noteShown(seen + unserved, of: id, to: "1") == unserved)
        #expect(try await later.noteShown([seen[0]], of: id, to: "2") == [seen[0]])
        #expect(try await later.shownPages(of: id, to: "1") == ["1": PageRanges([1, 2, 7]), "2": PageRanges([1])])
        #expect(try await later.shownPages(of: id, to: "2") == [:])
    }

    @Test("Each event that others may hear of has a job, in order", arguments: Engine.allCases)
    func publishedEvents(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        _ = try await store.ledger.perform(
            .consent(recipientID: "1", disclosure: try await store.blobs.store(Data("I agree".utf8))),
            on: envelope.id, store.recipient(2))
        _ = try await store.ledger.perform(
            .decline(recipientID: "1", reason: "too dear"), on: envelope.id, store.recipient(3))
        #expect(try await store.published(envelope.id) == ["created", "sent", "viewed", "declined"])
    }

    @Test(
        "Signing, leaving for later, sealing and voiding have jobs, and adopting and typing none",
        arguments: Engine.allCases)
    func lastingJobs(
        engine: Engine
    ) async throws {
        let store = try LedgerFixture(engine)
        func blob(_ text: String) async throws -> BlobHash { try await store.blobs.store(Data(text.utf8)) }
        func topics(_ commands: [(Command, CommandContext)], on envelope: Envelope) async throws -> [String] {
            for (command, context) in commands {
                _ = try await store.ledger.perform(command, on: envelope.id, context)
            }
            return try await store.published(envelope.id)
        }
        let envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        let place = try #require(envelope.tabs.first { $0.kind == .signHere })
        let sealed = try await blob("sealed")
        let commands: [(Command, CommandContext)] = [
            (.consent(recipientID: "1", disclosure: try await blob("I agree")), store.recipient(1)),
            (
                .adopt(recipientID: "1", kind: .signature, artwork: try await blob("artwork"), method: .typed),
                store.recipient(2)
            ),
            (.fill(recipientID: "1", tabID: place.id, value: "true"), store.recipient(2.5)),
            (.fill(recipientID: "1", tabID: tab.id, value: "Ghent"), store.recipient(3)),
            (.finishLater(recipientID: "1"), store.recipient(4)),
            (
                .sign(recipientID: "1", documents: ["1": try await blob("signed")], shown: envelope.everyPage),
                store.recipient(5)
            ),
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

    @Test("The stored snapshot is what the events add up to", arguments: Engine.allCases)
    func snapshot(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
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

    @Test("Filling in a field writes an event and, now and then, the whole state", arguments: Engine.allCases)
    func wholeState(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        let disclosure = try await store.blobs.store(Data("I agree".utf8))
        for command in [Command.view(recipientID: "1"), .consent(recipientID: "1", disclosure: disclosure)] {
            _ = try await store.ledger.perform(command, on: envelope.id, store.recipient(1))
        }
        var snapshots: Set<Int> = []
        let count = 3 * SQLEventStore.snapshotInterval
        for number in 1...count {
            let state = try await store.ledger.perform(
                .fill(recipientID: "1", tabID: tab.id, value: "Town \(number)"), on: envelope.id,
                store.recipient(2, key: "key-\(number)"))
            let kept = try await store.database.read {
                try $0.value("SELECT snapshotSequence FROM envelope WHERE id = ?", [envelope.id.rawValue], as: Int.self)
            }
            snapshots.insert(try #require(kept))
            guard number % 20 == 0 else { continue }
            // Another process knows nothing but what is stored.
            let other = SQLEventStore(store.database)
            #expect(try await other.envelope(envelope.id) == state)
            #expect(try await store.ledger.history(envelope.id).envelope == state)
        }
        #expect(snapshots.count <= 4)
    }

    @Test("A state that another process has left behind is brought up to date", arguments: Engine.allCases)
    func otherProcess(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let other = EnvelopeLedger(events: SQLEventStore(store.database), blobs: store.blobs)
        #expect(try await other.envelope(envelope.id) == envelope)
        let viewed = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        #expect(try await other.envelope(envelope.id) == viewed)
        let voided = try await other.perform(.void(reason: "wrong unit"), on: envelope.id, store.context(2))
        #expect(try await store.ledger.envelope(envelope.id) == voided)
        #expect(voided.lastSequence == viewed.lastSequence + 1)
        let transaction = try #require(try await store.ledger.events.envelope(envelope.id))
        #expect(transaction.status == .voided)
    }

    @Test("A changed byte in a stored event is found when the history is read", arguments: Engine.allCases)
    func changedByte(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        try await store.database.write { connection in
            let key: [any SQLConvertible] = [envelope.id.rawValue]
            let body: Data = try #require(
                try connection.value("SELECT body FROM event WHERE envelopeID = ? AND sequence = 1", key))
            let changed = String(decoding: body, as: UTF8.self).replacingOccurrences(of: "Bo Signer", with: "Bo Singer")
            try connection.run(
                "UPDATE event SET body = ? WHERE envelopeID = ? AND sequence = 1", [Data(changed.utf8)] + key)
        }
        // By whoever has not read it before; what this process made or checked itself, it does not check again.
        await #expect(throws: HistoryError.wrongHash(sequence: 1)) {
            try await SQLEventStore(store.database).events(of: envelope.id)
        }
        #expect(try await store.ledger.history(envelope.id).events.count == envelope.lastSequence)
    }

    @Test("Events that another process stored are read after the known ones", arguments: Engine.allCases)
    func eventsOfOthers(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let other = SQLEventStore(store.database)
        let known = try await other.events(of: envelope.id)
        #expect(try await other.events(of: envelope.id) == known && known.count == envelope.lastSequence)
        let later = try await store.ledger.perform(.void(reason: "A test"), on: envelope.id, store.context(5))
        let all = try await other.events(of: envelope.id)
        #expect(all.count == later.lastSequence && Array(all.prefix(known.count)) == known)
        #expect(try History(all).envelope == later)
        #expect(try await SQLEventStore(store.database).events(of: envelope.id) == all)
    }

    @Test("A history that was cut short elsewhere is read anew", arguments: Engine.allCases)
    func rewoundElsewhere(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let later = try await store.ledger.perform(.void(reason: "A test"), on: envelope.id, store.context(5))
        let reader = SQLEventStore(store.database)
        #expect(try await reader.events(of: envelope.id).count == later.lastSequence)
        try await store.database.write { connection in
            try connection.run(
                "DELETE FROM event WHERE envelopeID = ? AND sequence = ?", [envelope.id.rawValue, later.lastSequence])
            try connection.run(
                "UPDATE envelope SET sequence = ? WHERE id = ?", [envelope.lastSequence, envelope.id.rawValue])
        }
        #expect(try await reader.events(of: envelope.id).count == envelope.lastSequence)
    }

    @Test("An event whose blob is not stored is not stored either", arguments: Engine.allCases)
    func missingBlob(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let missing = BlobHash(of: Data("never stored".utf8))
        let id = EnvelopeID(UUID())
        await #expect(throws: StorageError.missingBlob(missing)) {
            try await store.ledger.createEnvelope(id, store.definition(document: missing), send: true, store.context())
        }
        await #expect(throws: StorageError.unknownEnvelope(id)) { try await store.ledger.envelope(id) }
    }

    @Test("Changes made at once are all decided on the newest state", arguments: Engine.allCases)
    func parallelChanges(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
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

    @Test(
        "Work prepared for an older state is prepared again, given what was prepared before", arguments: Engine.allCases
    )
    func preparedAgain(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let id = try await store.envelope().id
        var prepared: [Int] = []
        let voided = try await store.ledger.perform(on: id, store.context(1)) { (earlier: Int?, newest) in
            #expect(earlier == prepared.last)
            prepared.append(newest.envelope.lastSequence)
            // Somebody else is quicker, the first time.
            if earlier == nil {
                _ = try await store.ledger.perform(.view(recipientID: "1"), on: id, store.recipient(1))
            }
            return newest.envelope.lastSequence
        } _: { prepared, newest in
            prepared == newest.lastSequence ? .commands([.void(reason: "wrong unit")]) : nil
        }
        #expect(voided.status == .voided)
        #expect(prepared.count == 2)
        await #expect(throws: StorageError.conflict(envelope: id, expected: 0)) {
            try await store.ledger.perform(on: id, store.context(2), preparing: { _, _ in }, { _, _ in nil })
        }
    }

    @Test("A command repeated with its key stores nothing", arguments: Engine.allCases)
    func repeatedCommand(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let context = store.recipient(1, key: "8a1c")
        let first = try await store.ledger.perform(.finishLater(recipientID: "1"), on: envelope.id, context)
        let second = try await store.ledger.perform(.finishLater(recipientID: "1"), on: envelope.id, context)
        #expect(first == second)
    }

    @Test("A repeated transaction id gives the first envelope, also when both come at once", arguments: Engine.allCases)
    func repeatedTransaction(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let ids = try await withThrowingTaskGroup(of: EnvelopeID.self) { group in
            for _ in 1...8 {
                group.addTask { try await store.envelope(transactionID: "order-42").id }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        let page = try await store.events.page(EnvelopeQuery(accountID: store.account))
        #expect(page.total == 1)
    }

    @Test("A list goes by the time at which a status was stored, not when it came about", arguments: Engine.allCases)
    func listTimes(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        func subjects(from seconds: Double, to end: Double = 1_000) async throws -> [String] {
            try await store.subjects(
                EnvelopeQuery(
                    accountID: store.account, changedFrom: Moment.start + seconds,
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

    @Test("A list is filtered, counted and cut into pages", arguments: Engine.allCases)
    func listPages(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        for number in 0..<7 {
            _ = try await store.envelope(
                send: number % 2 == 0, at: Double(number) * 60, subject: "Envelope \(number)")
            store.clock.advance(60)
        }
        func subjects(_ change: (inout EnvelopeQuery) -> Void) async throws -> ([String], Int) {
            var query = EnvelopeQuery(accountID: store.account)
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

    @Test("A list tells how many there are in all, wherever in their days its moments lie", arguments: Engine.allCases)
    func listTotals(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let midnight = Date(timeIntervalSince1970: 1_795_305_600)
        store.clock.advance(midnight.timeIntervalSince(store.clock.now) - 86_400)
        let offsets = [-86_400, -1, -0.001, 0, 0.001, 43_200, 86_399.999, 86_400, 200_000, 259_200, 300_000]
        var made: [Envelope] = []
        for (number, offset) in offsets.enumerated() {
            store.clock.advance(midnight.addingTimeInterval(offset).timeIntervalSince(store.clock.now))
            made.append(try await store.envelope(send: number % 3 != 0))
        }
        // One changes its status on a later day, and one goes.
        store.clock.advance(100_000)
        let voided = made[4]
        _ = try await store.ledger.perform(.void(reason: "wrong unit"), on: voided.id, store.context(1))
        let removed = made[5]
        try await store.database.write { try store.events.remove(removed.id, in: $0) }

        let moments: [Date?] = [nil] + (offsets + [400_000]).map { midnight.addingTimeInterval($0) }
        for statuses in [nil, [.sent], [.sent, .voided, .created], []] as [Set<EnvelopeStatus>?] {
            for from in moments {
                for to in moments {
                    let query = EnvelopeQuery(
                        accountID: store.account, changedFrom: from, changedTo: to, statuses: statuses)
                    let page = try await store.events.page(query)
                    #expect(page.total == page.ids.count, "\(String(describing: (from, to, statuses)))")
                }
            }
        }
        #expect(try await store.events.page(EnvelopeQuery(accountID: store.account)).total == offsets.count - 1)
        let last = EnvelopeQuery(accountID: store.account, changedFrom: store.clock.now)
        #expect(try await store.events.page(last).ids == [voided.id])
    }
}
