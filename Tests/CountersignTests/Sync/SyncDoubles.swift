import Envelopes
import Foundation

@testable import Countersign

/// Envelopes in memory, as a device would keep them.
actor MemorySyncStore: SyncStore {
    private var order: [EnvelopeID] = []
    private var histories: [EnvelopeID: History] = [:]
    private var blobs: [BlobHash: Data] = [:]
    private(set) var notes: [EnvelopeID: [SyncProgress]] = [:]
    private var pending: [EnvelopeID: PendingEnvelope] = [:]

    func add(_ history: History, blobs: [Data], confirmedSequence: Int = 0) {
        let id = history.envelope.id
        order.append(id)
        histories[id] = history
        for blob in blobs { self.blobs[BlobHash(of: blob)] = blob }
        pending[id] = PendingEnvelope(id: id, confirmedSequence: confirmedSequence)
    }

    func pendingEnvelopes() -> [PendingEnvelope] { order.compactMap { pending[$0] } }

    func obstacle(toSyncing id: EnvelopeID) -> OfflineObstacle? { histories[id] == nil ? .notCached(id) : nil }

    func history(of id: EnvelopeID) throws -> History {
        guard let history = histories[id] else { throw EnvelopeError.noEnvelope }
        return history
    }

    func blob(_ hash: BlobHash) throws -> Data {
        guard let blob = blobs[hash] else { throw EnvelopeError.noEnvelope }
        return blob
    }

    func note(_ progress: SyncProgress, of id: EnvelopeID) throws {
        // As a database does.
        try Task.checkCancellation()
        notes[id, default: []].append(progress)
        switch progress {
        case .sending, .absent: pending[id]?.mayHaveArrived = true
        case .confirmed, .conflict: pending[id] = nil
        case .failed: break
        }
    }
}

/// What was announced, in order.
final class RecordedEvents: EventSink, @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [CountersignEvent] = []

    func announce(_ event: CountersignEvent) { lock.withLock { recorded.append(event) } }

    var all: [CountersignEvent] { lock.withLock { recorded } }
}

/// A server that keeps histories and does what a script says about each call.
actor ScriptedServer: SyncServer {
    enum Fault: Sendable { case none, lostBefore, lostAfter, busy, login, forgetting, conflict(SyncEngine.Conflict) }

    nonisolated let takesBlobs = true
    nonisolated let keepsHistories = true
    private(set) var histories: [EnvelopeID: History] = [:]
    private(set) var commits: [EnvelopeID: Int] = [:]
    private(set) var asked: [EnvelopeID] = []
    private(set) var uploads: [BlobHash: Int] = [:]
    private var uploaded: Set<BlobHash> = []
    private let fault: @Sendable (_ call: Int) -> Fault
    private var calls = 0

    init(fault: @escaping @Sendable (Int) -> Fault = { _ in .none }) { self.fault = fault }

    func has(_ history: History) { histories[history.envelope.id] = history }

    private func before() throws -> Fault {
        calls += 1
        let fault = fault(calls)
        switch fault {
        case .lostBefore: throw SyncFailure.unreachable(reason: "cut")
        case .busy: throw SyncFailure.busy(message: "Later.", after: nil)
        case .login: throw SyncFailure.loginNeeded(message: "Who are you?")
        case .conflict(let conflict): throw SyncFailure.conflict(conflict)
        case .forgetting:
            uploaded = []
            return fault
        case .none, .lostAfter: return fault
        }
    }

    private func after(_ fault: Fault) throws {
        if case .lostAfter = fault { throw SyncFailure.unreachable(reason: "cut") }
    }

    func state(of envelope: PendingEnvelope, _ history: History) throws -> ServerState? {
        asked.append(envelope.id)
        let fault = try before()
        try after(fault)
        guard let theirs = histories[envelope.id] else { return nil }
        return CountersignServer.compare(history, theirs, file: Data())
    }

    func upload(_ hash: BlobHash, from store: any SyncStore) async throws {
        let fault = try before()
        uploaded.insert(BlobHash(of: try await store.blob(hash)))
        uploads[hash, default: 0] += 1
        try after(fault)
    }

    func commit(
        _ history: History, of envelope: PendingEnvelope, from store: any SyncStore
    ) throws -> SyncReceipt {
        let fault = try before()
        guard Set(EnvelopeSync.blobs(of: history, after: 0)).isSubset(of: uploaded) else {
            throw SyncFailure.blobMissing(message: "A blob is missing.")
        }
        commits[envelope.id, default: 0] += 1
        histories[envelope.id] = history
        try after(fault)
        return SyncReceipt(
            serverID: envelope.id.rawValue, status: "sent", lastSequence: history.envelope.lastSequence,
            lastHash: history.envelope.lastHash.rawValue, confirmedHash: history.envelope.lastHash.rawValue,
            documents: ["1": ""])
    }
}

enum SyncSamples {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// An envelope that was made and sent, and the bytes of its only document.
    static func envelope(
        number: Int, size: Int = 1_000, named name: String = "Document"
    ) throws -> (history: History, document: Data) {
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
        let definition = EnvelopeDefinition(
            accountID: "account", sender: Sender(userID: "user", name: "Ada", email: "ada@example.com"),
            emailSubject: "Envelope \(number)",
            documents: [
                EnvelopeDocument(
                    id: "1", name: name, blob: BlobHash(of: bytes), pages: [PageSize(width: 595, height: 842)],
                    order: 1)
            ],
            recipients: [Recipient(id: "1", name: "Grace", email: "grace@example.com")],
            tabs: [
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 72, y: 72, width: 120, height: 36), label: "Signature")
            ])
        let context = CommandContext(at: now, actor: EventActor(kind: .sender, id: "user", name: "Ada"))
        let events = try decide(.create(EnvelopeID(UUID()), definition, send: true), nil, context)
        return (try History(events), bytes)
    }

    /// The same envelope after its sender took it back.
    static func voided(_ history: History) throws -> History {
        var voided = history
        let context = CommandContext(
            at: now.addingTimeInterval(60), actor: EventActor(kind: .sender, id: "user", name: "Ada"))
        try voided.append(try decide(.void(reason: "Wrong file"), history.envelope, context))
        return voided
    }
}
