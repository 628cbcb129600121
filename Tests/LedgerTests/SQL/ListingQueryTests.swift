import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

/// Envelopes with random lives, and what has happened to each as the test has seen it.
private final class ListStage {
    struct Known {
        var state: Envelope
        var created: Date
        var changed: Date
        var times: [EnvelopeQuery.Moment: Date] = [:]
        /// Where each user has put it.
        var places: [String: String] = [:]
        var isDeleted = false
    }

    static let users = [
        EnvelopeViewer(userID: "21111111-1111-4111-8111-111111111111", email: "ada@example.org"),
        EnvelopeViewer(userID: "22222222-1111-4111-8111-111111111111", email: "Zoe@example.org"),
    ]
    static let people = ["ada@example.org", "ADA@Example.org", "zoe@example.org", "bo@example.org", "cy@example.org"]
    static let subjects = [
        "Lease", "Léase of flat 100%", "LEASE_2", "Contract", "عقد إيجار", "100 percent", "契約書", "Strasse Straße",
    ]

    let store: LedgerFixture
    let folders: SQLFolderStore
    var random: SeededGenerator
    var known: [EnvelopeID: Known] = [:]

    init(_ engine: Engine, seed: UInt64) throws {
        store = try LedgerFixture(engine)
        folders = SQLFolderStore(store.database)
        random = SeededGenerator(seed: seed)
    }

    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

    func definition(_ document: BlobHash) -> EnvelopeDefinition {
        let sender = pick(Self.users)
        var definition = store.definition(document: document, subject: pick(Self.subjects))
        definition.sender = Sender(
            userID: sender.userID, name: sender.userID.hasPrefix("21") ? "Ada Sender" : "Zoë Zeno",
            email: sender.email)
        let count = Int.random(in: 1...3, using: &random)
        definition.recipients = (1...count).map { number in
            Recipient(
                id: RecipientID("\(number)"), name: pick(["Bo Signer", "Ådne Ås", "Cy"]), email: pick(Self.people),
                routingOrder: Int.random(in: 1...2, using: &random))
        }
        definition.tabs = definition.recipients.map { recipient in
            EnvelopeTab(
                id: TabID(UUID()), kind: .text, documentID: "1", recipientID: recipient.id, page: 1,
                frame: TabFrame(x: 100, y: 500, width: 120, height: 20), label: "Town", required: false)
        }
        definition.customFields = fields()
        return definition
    }

    func fields() -> [CustomField] {
        (0..<Int.random(in: 0...2, using: &random)).map { number in
            CustomField(
                id: "\(number)", name: pick(["Region", "région", "Unit"]), value: pick(["West", "west", "3b"]))
        }
    }

    func note(_ state: Envelope, isNew: Bool = false) {
        let now = store.clock.now
        var entry = known[state.id] ?? Known(state: state, created: now, changed: now)
        if isNew || entry.state.status != state.status { entry.changed = entry.isDeleted ? entry.changed : now }
        let moments: [(EnvelopeQuery.Moment, Date?)] = [
            (.sent, state.sentAt), (.delivered, state.deliveredAt), (.signed, state.signedAt),
            (.completed, state.completedAt), (.declined, state.declinedAt), (.voided, state.voidedAt),
        ]
        for (moment, at) in moments { entry.times[moment] = at == nil ? nil : entry.times[moment] ?? now }
        entry.state = state
        known[state.id] = entry
    }

    /// Makes an envelope and lets some things happen to it.
    func live() async throws {
        let hash = try await store.blobs.store(Data("a document \(UUID())".utf8))
        store.clock.advance(10)
        var state = try await store.ledger.createEnvelope(
            EnvelopeID(UUID()), definition(hash), send: Bool.random(using: &random), context(.sender),
            requestDigest: hash
        ).envelope
        note(state, isNew: true)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            store.clock.advance(10)
            guard let (command, actor) = try await act(on: state) else { continue }
            state = try await store.ledger.perform(command, on: state.id, context(actor))
            note(state)
        }
    }

    private enum Role { case sender, service, recipient(RecipientID) }

    private func context(_ role: Role) -> CommandContext {
        let actor: EventActor =
            switch role {
            case .sender: store.sender
            case .service: .service
            case .recipient(let id): EventActor(kind: .recipient, id: id.rawValue, name: "Bo Signer")
            }
        return CommandContext(at: store.clock.now - 5, actor: actor)
    }

    private func act(on state: Envelope) async throws -> (Command, Role)? {
        if state.isReadyToSeal {
            let sealed = try await store.blobs.store(Data("sealed \(UUID())".utf8))
            return (.seal(documents: ["1": sealed], combined: sealed, certificate: sealed), .service)
        }
        if state.status == .created {
            let correction = Correction(emailSubject: pick(Self.subjects), customFields: fields())
            // Somebody leaves, with what was for them to fill in.
            if state.recipients.count > 1, Bool.random(using: &random), let leaving = state.recipients.last?.id {
                let tabs = state.tabs(of: leaving).map(\.id)
                return (.correct(Correction(removedRecipients: [leaving], removedTabs: tabs)), .sender)
            }
            return (pick([.send, .correct(correction), .correct(correction)]), .sender)
        }
        guard let turn = state.recipients.first(where: { state.isTurn(of: $0.id) }) else { return nil }
        let id = turn.id
        if state.state(of: id)?.consentedAt == nil {
            let disclosure = try await store.blobs.store(Data("I agree".utf8))
            return (
                pick([.consent(recipientID: id, disclosure: disclosure), .view(recipientID: id)]), .recipient(id)
            )
        }
        switch Int.random(in: 0...9, using: &random) {
        case 0: return (.void(reason: "no"), .sender)
        case 1: return (.decline(recipientID: id, reason: "no"), .recipient(id))
        default:
            let signed = try await store.blobs.store(Data("signed \(UUID())".utf8))
            return (.sign(recipientID: id, documents: ["1": signed], shown: state.everyPage), .recipient(id))
        }
    }

    /// Lets users move some envelopes.
    func move(into own: [String: String]) async throws {
        for id in known.keys.sorted(by: { $0.rawValue < $1.rawValue }) where Int.random(in: 0...2, using: &random) == 0
        {
            guard var entry = known[id] else { continue }
            store.clock.advance(10)
            let user = pick(Self.users)
            let folder = pick([SQLFolderStore.recycleBin, nil, own[user.userID]])
            let isSender = entry.state.sender.userID == user.userID
            try await folders.move(entry.state, to: folder, of: user.userID, isSender: isSender, at: store.clock.now)
            entry.places[user.userID] = folder
            if isSender, entry.isDeleted != (folder == SQLFolderStore.recycleBin) {
                entry.isDeleted.toggle()
                entry.changed = store.clock.now
            }
            known[id] = entry
        }
    }

    // MARK: - What a list should be

    func expected(_ query: EnvelopeQuery) -> [EnvelopeID] {
        let found = known.values.filter { holds(query, $0) }
        func text(_ value: String) -> String {
            value.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        }
        func number(_ date: Date?) -> String { date.map { String(Int($0.timeIntervalSince1970 * 1000)) } ?? "" }
        func key(_ known: Known) -> [String] {
            let state = known.state
            let first =
                switch query.order {
                case .statusChange: number(known.changed)
                case .created: number(known.created)
                case .sent: number(known.times[.sent])
                case .completed: number(known.times[.completed])
                case .lastModified: number(state.lastModifiedAt)
                case .expiry: number(state.sentAt.map { $0 + 120 * 86_400 })
                case .status: listedStatus(known)
                case .subject: text(state.emailSubject)
                case .sender: text(state.sender.name)
                case .recipients: state.recipients.map { text($0.name) }.joined(separator: "\n")
                case .actionRequired: query.viewer.map { waits($0, known) } == true ? "1" : "0"
                }
            return [first] + (query.order == .actionRequired ? [number(known.changed)] : []) + [state.id.rawValue]
        }
        func precedes(_ one: [String], _ other: [String]) -> Bool {
            // Whatever the direction, envelopes without it come last.
            if one[0].isEmpty != other[0].isEmpty { return other[0].isEmpty }
            for (a, b) in zip(one, other) where a != b {
                let isLess = a.utf8.lexicographicallyPrecedes(b.utf8)
                return query.ascending ? isLess : !isLess
            }
            return false
        }
        return found.map { ($0.state.id, key($0)) }.sorted { precedes($0.1, $1.1) }.map(\.0)
    }

    private func listedStatus(_ known: Known) -> String {
        if known.isDeleted { return "deleted" }
        return known.state.status == .voided && known.state.sentAt == nil
            ? "voidedDraft" : known.state.status.rawValue
    }

    private func waits(_ viewer: EnvelopeViewer, _ known: Known) -> Bool {
        !known.isDeleted
            && known.state.recipients.contains {
                $0.email.lowercased() == viewer.email.lowercased() && known.state.isTurn(of: $0.id)
            }
    }

    private func holds(_ query: EnvelopeQuery, _ known: Known) -> Bool {
        let state = known.state
        let at: Date? =
            switch query.moment {
            case .statusChange: known.changed
            case .created: known.created
            case .deleted: known.isDeleted ? known.changed : nil
            default: known.times[query.moment]
            }
        guard let at else { return false }
        if let from = query.changedFrom, at < from { return false }
        if let to = query.changedTo, at > to { return false }
        if let statuses = query.statuses {
            let isOne = !known.isDeleted && statuses.contains(state.status)
            guard isOne || known.isDeleted && query.includesDeleted else { return false }
        } else if known.isDeleted, !query.includesDeleted, query.ids == nil, query.places.isEmpty,
            query.moment != .deleted
        {
            return false
        }
        if let ids = query.ids, !ids.contains(state.id) { return false }
        func folded(_ text: String) -> String {
            text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        }
        let fields = state.definition.customFields
        if let text = query.text {
            let texts =
                [state.emailSubject, state.sender.name, state.sender.email] + state.recipients.map(\.name)
                + state.recipients.map(\.email) + fields.map(\.value)
            for word in text.split(separator: " ") {
                guard texts.contains(where: { folded($0).contains(folded(String(word))) }) else { return false }
            }
        }
        if let field = query.customField {
            guard
                fields.contains(where: {
                    folded($0.name) == folded(field.name) && folded($0.value) == folded(field.value)
                })
            else { return false }
        }
        if let id = query.senderID, state.sender.userID != id { return false }
        if let email = query.senderEmail, state.sender.email.lowercased() != email.lowercased() { return false }
        if let name = query.senderName, folded(state.sender.name) != folded(name) { return false }
        guard let viewer = query.viewer else { return true }
        let isSender = state.sender.userID == viewer.userID
        let isRecipient = state.recipients.contains { $0.email.lowercased() == viewer.email.lowercased() }
        switch query.role {
        case nil: break
        case .sender: if !isSender { return false }
        // A draft that its sender has deleted is listed as deleted, and so not as a draft.
        case .recipient: if !isRecipient || state.status == .created && !known.isDeleted { return false }
        case .onlyRecipient:
            if !isRecipient || isSender || state.status == .created && !known.isDeleted { return false }
        }
        return query.places.allSatisfy { $0.contains { lies(known, in: $0, of: viewer, isSender, isRecipient) } }
    }

    private func lies(
        _ known: Known, in place: EnvelopePlace, of viewer: EnvelopeViewer, _ isSender: Bool, _ isRecipient: Bool
    ) -> Bool {
        let state = known.state
        let put = known.places[viewer.userID]
        let isGone = put == SQLFolderStore.recycleBin
        let isInProcess = state.status.isInProcess && !known.isDeleted
        let hasReached = state.recipients.contains { recipient in
            recipient.email.lowercased() == viewer.email.lowercased() && state.sentAt != nil
                && recipient.routingOrder <= state.currentRoutingOrder ?? .max
        }
        return switch place {
        case .inbox: put == nil && hasReached
        case .sent: put == nil && isSender && (state.status != .created || known.isDeleted)
        case .drafts: put == nil && isSender && state.status == .created && !known.isDeleted
        case .recycleBin: isGone
        case .folder(let id): put == id
        case .ownFolders: put != nil && !isGone
        case .awaitingViewer: !isGone && waits(viewer, known)
        case .outForSignature: !isGone && isSender && isInProcess
        case .expiring(let end):
            !isGone && isInProcess && state.sentAt.map { $0 + 120 * 86_400 < end } == true
                && (isSender || waits(viewer, known))
        case .completed: !isGone && state.status == .completed && !known.isDeleted && (isSender || isRecipient)
        }
    }

    /// Returns a query of random parts.
    func query(_ own: [String]) -> EnvelopeQuery {
        var query = EnvelopeQuery(accountID: store.account, count: 1000, ascending: Bool.random(using: &random))
        func sometimes() -> Bool { Int.random(in: 0...3, using: &random) == 0 }
        query.order = pick(EnvelopeQuery.Order.allCases)
        query.viewer = pick(Self.users)
        if Bool.random(using: &random) { query.moment = pick(EnvelopeQuery.Moment.allCases) }
        let moments = known.values.map(\.changed).sorted()
        if sometimes() { query.changedFrom = pick(moments) }
        if sometimes() { query.changedTo = pick(moments) }
        if sometimes() {
            query.statuses = Set(
                (0...2).map { _ in pick([.created, .sent, .delivered, .completed, .voided, .declined]) })
        }
        query.includesDeleted = sometimes()
        if sometimes() {
            query.text = pick(["lease", "LÉASE", "100%", "_", "ada", "west", "Ås bo", "إيجار", "書", "x"])
        }
        if sometimes() { query.customField = .init(name: pick(["REGION", "unit"]), value: pick(["West", "3B"])) }
        if sometimes() { query.senderID = pick(Self.users).userID }
        if sometimes() { query.senderEmail = pick(Self.people) }
        if sometimes() { query.senderName = pick(["ADA sender", "Zoe Zeno", "Zoë"]) }
        if sometimes() { query.role = pick([.sender, .recipient, .onlyRecipient]) }
        let places: [EnvelopePlace] =
            [
                .inbox, .sent, .drafts, .recycleBin, .ownFolders, .awaitingViewer, .outForSignature,
                .expiring(before: pick(moments) + 120 * 86_400), .completed,
            ] + own.map { .folder(id: $0) }
        for _ in 0..<2 where sometimes() { query.places.append((0...1).map { _ in pick(places) }) }
        if sometimes() { query.ids = known.keys.filter { _ in Bool.random() } }
        return query
    }
}

@Suite("Lists that select and sort by more than the status")
struct ListingQueryTests {
    @Test(
        "A list holds what a look at every envelope selects, in its order",
        arguments: Engine.allCases, [UInt64(1), 2, 3])
    func sameAsLooking(engine: Engine, seed: UInt64) async throws {
        let stage = try ListStage(engine, seed: seed)
        for _ in 0..<40 { try await stage.live() }
        var own: [String: String] = [:]
        for user in ListStage.users {
            let id = UUID().uuidString.lowercased()
            own[user.userID] = id
            _ = try await stage.folders.keep(id, named: "Léases", of: user.userID, isNew: true)
        }
        try await stage.move(into: own)
        for _ in 0..<10 { try await stage.live() }
        var found = 0
        for _ in 0..<300 {
            let query = stage.query(own.values.sorted())
            let expected = stage.expected(query)
            let page = try await stage.store.events.page(query)
            #expect(page.ids == expected, "\(query)")
            #expect(page.total == expected.count, "\(query)")
            found += expected.count
            // Pages follow each other.
            var part = query
            (part.start, part.count) = (1, 2)
            #expect(try await stage.store.events.page(part).ids == Array(expected.dropFirst().prefix(2)))
        }
        // The queries are not so narrow that they find nothing.
        #expect(found > 1000)
    }

    @Test("Envelopes that were stored before there were listings are listed later", arguments: Engine.allCases)
    func earlier(engine: Engine) async throws {
        let stage = try ListStage(engine, seed: 7)
        for _ in 0..<30 { try await stage.live() }
        let kept = try await rows(stage)
        for table in ["listing", "listedRecipient", "listedField"] {
            try await stage.store.database.write { try $0.run("DELETE FROM \(table)") }
        }
        var query = EnvelopeQuery(accountID: stage.store.account)
        query.moment = .created
        #expect(try await stage.store.events.page(query).total == 0)
        var counts: [Int] = []
        try await stage.store.events.listEarlier { counts.append($0) }
        #expect(counts == [30])
        #expect(try await rows(stage) == kept)
        // Nothing is left to do.
        counts = []
        try await stage.store.events.listEarlier { counts.append($0) }
        #expect(counts.isEmpty)
    }

    /// What the tables hold, but for times at which the service stored something.
    private func rows(_ stage: ListStage) async throws -> [SQLRow] {
        try await stage.store.database.read { connection in
            try connection.rows(
                "SELECT envelopeID, senderID, senderEmail, subjectKey, searchKey, modifiedAt, expiresAt FROM listing ORDER BY envelopeID"
            ) + connection.rows("SELECT * FROM listedRecipient ORDER BY envelopeID, recipientID")
                + connection.rows("SELECT * FROM listedField ORDER BY envelopeID, fieldID")
        }
    }

    @Test("A deleted draft that is taken out of the recycle bin for good is gone", arguments: Engine.allCases)
    func emptying(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let folders = SQLFolderStore(store.database)
        let draft = try await store.envelope(send: false)
        let sent = try await store.envelope()
        #expect(try await !folders.empty(draft, from: store.user, isSender: true))
        for envelope in [draft, sent] {
            try await folders.move(
                envelope, to: SQLFolderStore.recycleBin, of: store.user, isSender: true, at: store.clock.now)
            #expect(try await folders.empty(envelope, from: store.user, isSender: true))
        }
        #expect(try await store.events.envelope(draft.id) == nil)
        #expect(try await store.events.events(of: draft.id).isEmpty)
        #expect(try await store.events.envelope(sent.id) == sent)
        var query = EnvelopeQuery(accountID: store.account)
        query.viewer = EnvelopeViewer(userID: store.user, email: "ada@example.org")
        query.places = [[.recycleBin, .sent, .drafts, .ownFolders, .outForSignature]]
        #expect(try await store.events.page(query).total == 0)
        query.places = []
        query.includesDeleted = true
        #expect(try await store.events.page(query).ids == [sent.id])
    }

    @Test("A move against an older state is refused and moves nothing", arguments: Engine.allCases)
    func olderState(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let folders = SQLFolderStore(store.database)
        let envelope = try await store.envelope()
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        await #expect(throws: StorageError.conflict(envelope: envelope.id, expected: envelope.lastSequence)) {
            try await folders.move(
                envelope, to: SQLFolderStore.recycleBin, of: store.user, isSender: true, at: store.clock.now)
        }
        #expect(try await folders.places(of: [envelope.id], for: store.user).isEmpty)
        #expect(try await store.events.page(EnvelopeQuery(accountID: store.account)).total == 1)
    }

    @Test("A deleted draft that is sent is no longer deleted", arguments: Engine.allCases)
    func sentAfterAll(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let folders = SQLFolderStore(store.database)
        let draft = try await store.envelope(send: false)
        try await folders.move(
            draft, to: SQLFolderStore.recycleBin, of: store.user, isSender: true, at: store.clock.now)
        #expect(try await store.events.isDeleted(draft.id))
        // Other changes leave it where it is.
        _ = try await store.ledger.perform(
            .correct(Correction(emailSubject: "Other")), on: draft.id, store.context(1))
        #expect(try await store.events.isDeleted(draft.id))
        _ = try await store.ledger.perform(.send, on: draft.id, store.context(2))
        #expect(try await !store.events.isDeleted(draft.id))
        #expect(try await folders.places(of: [draft.id], for: store.user).isEmpty)
        #expect(try await store.events.page(EnvelopeQuery(accountID: store.account)).ids == [draft.id])
    }

    @Test("Nothing goes into a folder that is gone or somebody else's", arguments: Engine.allCases)
    func goneFolder(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let folders = SQLFolderStore(store.database)
        let envelope = try await store.envelope()
        _ = try await folders.keep("a", named: "Leases", of: "somebody", isNew: true)
        for folder in ["a", "b"] {
            await #expect(throws: FolderError.none(id: folder)) {
                try await folders.move(envelope, to: folder, of: store.user, isSender: true, at: store.clock.now)
            }
        }
        #expect(try await folders.places(of: [envelope.id], for: store.user).isEmpty)
    }

    @Test("A folder's name is unique for its user, and its removal puts envelopes back", arguments: Engine.allCases)
    func ownFolders(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let folders = SQLFolderStore(store.database)
        let other = "31111111-1111-4111-8111-111111111111"
        let one = try #require(try await folders.keep("a", named: "Léases", of: store.user, isNew: true))
        await #expect(throws: FolderError.nameTaken("LEASES")) {
            try await folders.keep("b", named: "LEASES", of: store.user, isNew: true)
        }
        #expect(try await folders.keep("c", named: "Leases", of: other, isNew: true) != nil)
        #expect(try await folders.keep("a", named: "Leases", of: store.user, isNew: false)?.name == "Leases")
        #expect(try await folders.keep("a", named: "Mine", of: other, isNew: false) == nil)
        let envelope = try await store.envelope()
        try await folders.move(envelope, to: one.id, of: store.user, isSender: true, at: store.clock.now)
        #expect(try await folders.places(of: [envelope.id], for: store.user) == [envelope.id: "a"])
        #expect(try await folders.places(of: [envelope.id], for: other).isEmpty)
        #expect(try await !folders.remove("a", of: other))
        #expect(try await folders.remove("a", of: store.user))
        #expect(try await folders.places(of: [envelope.id], for: store.user).isEmpty)
        #expect(try await folders.folders(of: store.user).isEmpty)
    }
}
