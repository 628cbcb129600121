import Accounts
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing

@testable import SigningService

/// A folder that is deleted when the test ends.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("countersign-test-\(UUID().uuidString.lowercased())", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func appending(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// The permission bits of a file in the folder.
    static func mode(of url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    /// Every regular file below a folder.
    static func files(below url: URL) -> [URL] {
        let walker = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isRegularFileKey])
        return (walker?.compactMap { $0 as? URL } ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }
}

/// A store on disk with one account.
struct StoreFixture {
    let clock = TestClock()
    let folder: TemporaryFolder
    let directory: DataDirectory
    let storage: ServiceStorage
    let blobs: any BlobStore
    let events: SQLEventStore
    let ledger: EnvelopeLedger
    let accounts: AccountStore
    let credentials: Credentials

    init() async throws {
        folder = try TemporaryFolder()
        directory = try DataDirectory(folder.appending("data"))
        storage = try ServiceStorage(directory)
        blobs = try storage.blobs()
        events = SQLEventStore(storage.database, now: { [clock] in clock.now })
        ledger = EnvelopeLedger(events: events, blobs: blobs)
        accounts = storage.accounts()
        credentials = try await accounts.create(name: "Ada Sender", email: "ada@example.org", at: Moment.start)
    }

    /// The subjects of the envelopes of a list, and how many there are in all.
    func subjects(_ query: EnvelopeQuery) async throws -> ([String], Int) {
        let page = try await events.page(query)
        var subjects: [String] = []
        for id in page.ids { subjects.append(try await ledger.envelope(id).emailSubject) }
        return (subjects, page.total)
    }

    var sender: Envelopes.EventActor {
        Envelopes.EventActor(kind: .sender, id: credentials.identity.userID, name: credentials.identity.name)
    }

    func context(_ seconds: Double = 0, key: String? = nil) -> CommandContext {
        CommandContext(at: Moment.start + seconds, actor: sender, key: key)
    }

    /// An envelope of one document and one signer with a signature and a text tab.
    func definition(document: BlobHash, transactionID: String? = nil, subject: String = "Lease") -> EnvelopeDefinition {
        EnvelopeDefinition(
            accountID: credentials.identity.accountID,
            sender: Sender(userID: credentials.identity.userID, name: "Ada Sender", email: "ada@example.org"),
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
        // A transaction that is repeated asks for the same.
        let hash = try await blobs.store(Data("a document \(transactionID ?? UUID().uuidString)".utf8))
        return try await ledger.createEnvelope(
            EnvelopeID(UUID()), definition(document: hash, transactionID: transactionID, subject: subject),
            send: send, context(seconds)
        ).envelope
    }

    func recipient(_ seconds: Double, key: String? = nil) -> CommandContext {
        CommandContext(
            at: Moment.start + seconds, actor: Envelopes.EventActor(kind: .recipient, id: "1", name: "Bo Signer"),
            key: key)
    }
}

/// When tests happen.
enum Moment {
    static let start = Date(timeIntervalSince1970: 1_795_253_700)
}
