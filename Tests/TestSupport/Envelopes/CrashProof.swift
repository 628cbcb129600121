import Envelopes
import Essentials
import Foundation
import Ledger

/// Stores histories and their blobs in a folder: the service's ledger, or a device's store.
package protocol HistoryKeeper: Sendable {
    func store(_ data: Data) async throws -> BlobHash
    func blob(_ hash: BlobHash) async throws -> Data
    /// Adds a new envelope.
    func add(_ history: History) async throws
    func append(_ events: [Event], leadingTo envelope: Envelope) async throws
    /// Returns the events of an envelope; none if it does not exist.
    func events(of id: EnvelopeID) async throws -> [Event]
    func envelope(_ id: EnvelopeID) async throws -> Envelope
    func close() throws
}

/// Simulates the death of a process before a certain write step: nothing is written from there on.
package final class Death: Sendable {
    struct Killed: Error {}

    private let state: Locked<(left: Int, isDead: Bool, died: WriteStep?)>

    /// - Parameter step: the step before which the process dies, counted over all steps from 0
    package init(before step: Int) { state = Locked((step, false, nil)) }

    package var died: WriteStep? { state.withLock { $0.died } }

    package func pass(_ step: WriteStep) throws {
        try state.withLock { state in
            if state.isDead { throw Killed() }
            if state.left == 0 {
                state.isDead = true
                state.died = step
                throw Killed()
            }
            state.left -= 1
        }
    }
}

/// Tests a keeper that dies before every write step in turn.
package struct CrashProof {
    /// Descriptions of what was wrong after a death.
    package private(set) var failures: [String] = []
    /// The steps before which a keeper died.
    package private(set) var steps: Set<WriteStep> = []

    /// Sends, views, and consents to an envelope, dying before the first step, then the second and so on, until the
    /// work completes. After each death, everything acknowledged must be present, and the work must be repeatable.
    ///
    /// - Parameter open: opens the keeper of a folder, with the files to write through
    package init(_ open: (_ folder: URL, _ files: DurableFile) throws -> any HistoryKeeper) async throws {
        let id = EnvelopeID(UUID())
        var step = 0
        var survived = false
        while !survived {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("countersign-crash-\(UUID().uuidString.lowercased())", isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let death = Death(before: step)
            let keeper = try open(folder, DurableFile(before: death.pass))
            var acknowledged = 0
            do {
                try await Self.work(keeper, id, acknowledged: &acknowledged)
                survived = true
            } catch {
                guard let died = death.died else { throw error }
                steps.insert(died)
            }
            try keeper.close()

            let again = try open(folder, DurableFile())
            let events = try await again.events(of: id)
            if events.count < acknowledged { failures.append("step \(step): acknowledged events are gone") }
            if events.isEmpty {
                var anew = 0
                try await Self.work(again, id, acknowledged: &anew)
                if try await again.events(of: id).count != anew { failures.append("step \(step): not possible anew") }
            } else {
                if try await again.envelope(id) != History(events).envelope {
                    failures.append("step \(step): the state is not what the events add up to")
                }
                for hash in events.flatMap(\.body.blobs) { _ = try await again.blob(hash) }
            }
            try again.close()
            step += 1
        }
    }

    private static func work(_ keeper: any HistoryKeeper, _ id: EnvelopeID, acknowledged: inout Int) async throws {
        let moment = Date(timeIntervalSince1970: 1_795_253_700)
        let document = try await keeper.store(Data("a document".utf8))
        let definition = EnvelopeDefinition(
            accountID: "11111111-1111-4111-8111-111111111111",
            sender: Sender(
                userID: "21111111-1111-4111-8111-111111111111", name: "Ada Sender", email: "ada@example.org"),
            emailSubject: "Lease",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: document, pages: [PageSize(width: 595, height: 842)], order: 1)
            ],
            recipients: [Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", clientUserID: "u-1")],
            tabs: [
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: 600, width: 120, height: 40), label: "Signature")
            ])
        let sender = Envelopes.EventActor(kind: .sender, id: definition.sender.userID, name: "Ada Sender")
        let created = try decide(
            .create(id, definition, send: true), nil, CommandContext(at: moment, actor: sender))
        let history = try History(created)
        try await keeper.add(history)
        acknowledged = created.count
        let recipient = CommandContext(
            at: moment + 60, actor: Envelopes.EventActor(kind: .recipient, id: "1", name: "Bo Signer"))
        let disclosure = try await keeper.store(Data("I agree.".utf8))
        var state = history.envelope
        for command in [Command.view(recipientID: "1"), .consent(recipientID: "1", disclosure: disclosure)] {
            let events = try decide(command, state, recipient)
            for event in events { state = try apply(event, to: state) }
            try await keeper.append(events, leadingTo: state)
            acknowledged += events.count
        }
    }
}
