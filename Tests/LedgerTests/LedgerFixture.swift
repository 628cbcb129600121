import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@testable import TestSupport

/// The engines behind the stores in SQL: each passes every test of the stores.
enum Engine: String, CaseIterable, Sendable {
    case file, memory

    func database(in folder: TemporaryFolder) throws -> any SQLDatabase {
        let schema = SQLSchema([.ledger, .lists, .service, .connect])
        return switch self {
        case .file: try SQLiteDatabase(file: folder.appending("ledger.sqlite"), schema: schema)
        case .memory: try TestDatabase.make(schema)
        }
    }
}

/// A ledger over one engine, with blobs on disk.
struct LedgerFixture {
    let clock = MovableTime()
    let folder: TemporaryFolder
    let database: any SQLDatabase
    let blobs: FolderBlobStore
    let events: SQLEventStore
    let ledger: EnvelopeLedger
    let account = "11111111-1111-4111-8111-111111111111"
    let user = "21111111-1111-4111-8111-111111111111"

    init(_ engine: Engine = .file) throws {
        folder = TemporaryFolder()
        database = try engine.database(in: folder)
        blobs = try FolderBlobStore(folder: folder.appending("blobs"))
        events = SQLEventStore(database, jobs: EnvelopeJobs(), endsVisits: true, now: { [clock] in clock.now })
        ledger = EnvelopeLedger(events: events, blobs: blobs)
    }

    /// The subjects of the envelopes of a list, and how many there are in all.
    func subjects(_ query: EnvelopeQuery) async throws -> ([String], Int) {
        let page = try await events.page(query)
        var subjects: [String] = []
        for id in page.ids { subjects.append(try await ledger.envelope(id).emailSubject) }
        return (subjects, page.total)
    }

    /// The kinds of the events that others may hear of, in the order of their jobs.
    func published(_ id: EnvelopeID) async throws -> [String] {
        let events = try await events.events(of: id)
        return try await SQLJobQueue(database).jobs(in: nil, after: 0, count: 1000)
            .filter { $0.kind == .published && $0.envelopeID == id }
            .map { job in
                let sequence = try CanonicalJSON.value(PublishedEvent.self, from: job.payload).sequence
                return events[sequence - 1].body.kind.rawValue
            }
    }

    var sender: Envelopes.EventActor {
        Envelopes.EventActor(kind: .sender, id: user, name: "Ada Sender")
    }

    func context(_ seconds: Double = 0, key: String? = nil) -> CommandContext {
        CommandContext(at: Moment.start + seconds, actor: sender, key: key)
    }

    /// An envelope of one document and one signer with a signature and a text tab.
    func definition(document: BlobHash, transactionID: String? = nil, subject: String = "Lease") -> EnvelopeDefinition {
        EnvelopeDefinition(
            accountID: account,
            sender: Sender(userID: user, name: "Ada Sender", email: "ada@example.org"),
            emailSubject: subject,
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: document, pages: [PageSize(width: 595, height: 842)], order: 1)
            ],
            recipients: [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", clientUserID: "u-1")
            ],
            tabs: [
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: 600, width: 120, height: 40), label: "Signature"),
                EnvelopeTab(
                    id: TabID(UUID()), kind: .text, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: 500, width: 120, height: 20), label: "Town"),
            ],
            transactionID: transactionID)
    }

    /// Stores a document and an envelope around it.
    func envelope(
        transactionID: String? = nil, send: Bool = true, at seconds: Double = 0, subject: String = "Lease"
    ) async throws -> Envelope {
        // A repeated transaction asks for the same document, with the same digest.
        let hash = try await blobs.store(Data("a document \(transactionID ?? UUID().uuidString)".utf8))
        return try await ledger.createEnvelope(
            EnvelopeID(UUID()), definition(document: hash, transactionID: transactionID, subject: subject),
            send: send, context(seconds), requestDigest: hash
        ).envelope
    }

    func recipient(_ seconds: Double, key: String? = nil) -> CommandContext {
        CommandContext(
            at: Moment.start + seconds, actor: Envelopes.EventActor(kind: .recipient, id: "1", name: "Bo Signer"),
            key: key)
    }
}
