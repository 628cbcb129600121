import Envelopes
import Foundation
import Ledger

/// An account with envelopes from sixty days, each with one signer and one field. Fourteen of twenty are completed.
struct FilledAccount {
    static let id = "11111111-1111-4111-8111-111111111111"
    private static let life: TimeInterval = 60 * 86_400

    let events: SQLEventStore
    let end = Date(timeIntervalSince1970: 1_795_253_700)
    private let count: Int
    private let sender = Envelopes.EventActor(
        kind: .sender, id: "21111111-1111-4111-8111-111111111111", name: "Ada Sender")
    private let signer = Envelopes.EventActor(kind: .recipient, id: "1", name: "Bo Signer")

    /// Fills a new store. Many envelopes share a transaction, so that the disk does not dominate the time.
    init(in file: URL, count: Int) async throws {
        self.count = count
        let database = try SQLiteDatabase(file: file, schema: SQLSchema([.ledger]))
        events = SQLEventStore(database)
        for start in stride(from: 0, to: count, by: 1000) {
            let appends = try (start..<min(start + 1000, count)).map { number in
                let (history, state) = try envelope(number)
                let moment = moment(number)
                let store = SQLEventStore(database, remembersStates: false, now: { moment })
                return (store, try store.prepared(history, leadingTo: state))
            }
            try await database.write { connection in
                for (store, append) in appends { try store.write(append, in: connection) }
            }
        }
    }

    /// Returns the number of envelopes that match a query.
    func total(_ query: EnvelopeQuery) -> Int {
        (0..<count).count { number in
            query.statuses?.contains(status(number)) ?? true && moment(number) >= query.changedFrom ?? .distantPast
        }
    }

    private func moment(_ number: Int) -> Date {
        let age = Self.life * Double(count - 1 - number) / Double(count)
        return end - (age * 1000).rounded() / 1000
    }

    private func status(_ number: Int) -> EnvelopeStatus {
        switch number % 20 {
        case 0..<14: .completed
        case 14..<17: .sent
        case 17..<19: .created
        default: .voided
        }
    }

    private func envelope(_ number: Int) throws -> (events: [Event], envelope: Envelope) {
        let status = status(number)
        let created = try decide(
            [.create(EnvelopeID(UUID()), definition(number), send: status != .created)], nil,
            CommandContext(at: moment(number), actor: sender))
        return switch status {
        case .completed: try completed(created, at: moment(number))
        case .voided: try adding([.void(reason: "withdrawn")], by: sender, at: moment(number), to: created)
        default: created
        }
    }

    private func completed(
        _ created: (events: [Event], envelope: Envelope), at date: Date
    ) throws -> (events: [Event], envelope: Envelope) {
        let places = created.envelope.tabs.filter(\.kind.isArtwork)
        let fills = places.map { Command.fill(recipientID: "1", tabID: $0.id, value: "true") }
        let ready = try adding(
            [
                .view(recipientID: "1"), .consent(recipientID: "1", disclosure: blob("disclosure")),
                .adopt(recipientID: "1", kind: .signature, artwork: blob("artwork"), method: .typed),
            ] + fills, by: signer, at: date, to: created)
        let signed = try adding(
            [.sign(recipientID: "1", documents: ["1": blob("signed")], shown: ["1": PageRanges([1])])],
            by: signer, at: date, to: ready)
        return try adding(
            [.seal(documents: ["1": blob("sealed")], combined: blob("sealed"), certificate: blob("certificate"))],
            by: .service, at: date, to: signed)
    }

    private func adding(
        _ commands: [Command], by actor: Envelopes.EventActor, at date: Date,
        to before: (events: [Event], envelope: Envelope)
    ) throws -> (events: [Event], envelope: Envelope) {
        let added = try decide(commands, before.envelope, CommandContext(at: date, actor: actor))
        return (before.events + added.events, added.envelope)
    }

    private func blob(_ text: String) -> BlobHash { BlobHash(of: Data(text.utf8)) }

    private func definition(_ number: Int) -> EnvelopeDefinition {
        EnvelopeDefinition(
            accountID: Self.id, sender: Sender(userID: sender.id, name: sender.name, email: "ada@example.org"),
            emailSubject: "Lease \(number)",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: blob("lease"), pages: [PageSize(width: 595, height: 842)],
                    order: 1)
            ],
            recipients: [Recipient(id: "1", name: signer.name, email: "bo@example.org", clientUserID: "u-1")],
            tabs: [
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: 600, width: 120, height: 40), label: "Signature")
            ])
    }
}
