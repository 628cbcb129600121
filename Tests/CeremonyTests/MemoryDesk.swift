import Envelopes
import Foundation
import Synchronization

@testable import Ceremony

/// Keeps one envelope in memory, with the promises that a store makes: blobs by hash, events that follow the newest,
/// decided again on a conflict.
final class MemoryDesk: CeremonyDesk {
    private struct State {
        var history: History
        var blobs: [BlobHash: Data]
        var shown: [RecipientID: ShownPages] = [:]
    }

    struct MissingBlob: Error {}

    private let state: Mutex<State>
    /// Whether everybody counts as having looked at every page.
    private let showsEverything: Bool

    init(_ history: History, blobs: [Data], showsEverything: Bool = true) {
        self.showsEverything = showsEverything
        state = Mutex(
            State(
                history: history,
                blobs: Dictionary(blobs.map { (BlobHash(of: $0), $0) }, uniquingKeysWith: { first, _ in first })))
    }

    func envelope() async throws -> Envelope { state.withLock { $0.history.envelope } }

    func history() async throws -> History { state.withLock { $0.history } }

    func shownPages(to recipient: RecipientID) async throws -> ShownPages {
        state.withLock { state in
            guard showsEverything else { return state.shown[recipient] ?? [:] }
            return Dictionary(
                state.history.envelope.documents.map { ($0.id, PageRanges(1...max(1, $0.pages.count))) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    func noteShown(_ page: DocumentPage, to recipient: RecipientID) async throws {
        state.withLock {
            $0.shown[recipient, default: [:]][page.documentID, default: PageRanges()].insert(page.page)
        }
    }

    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await perform(context) { _, _ in [command] }
    }

    func perform(
        _ context: CommandContext, _ work: @escaping @Sendable (Envelope, History) async throws -> [Command]
    ) async throws -> Envelope {
        while true {
            let before = state.withLock { $0.history }
            let commands = try await work(before.envelope, before)
            guard !commands.isEmpty else { return before.envelope }
            let decided = try decide(commands, before.envelope, context)
            let blobs = decided.events.flatMap(\.body.blobs)
            let stored = try state.withLock { state -> Envelope? in
                guard blobs.allSatisfy({ state.blobs[$0] != nil }) else { throw MissingBlob() }
                guard state.history.envelope.lastHash == before.envelope.lastHash else { return nil }
                try state.history.append(decided.events)
                return state.history.envelope
            }
            if let stored { return stored }
        }
    }

    func blob(_ hash: BlobHash) async throws -> Data {
        guard let blob = state.withLock({ $0.blobs[hash] }) else { throw MissingBlob() }
        return blob
    }

    func store(_ blob: Data) async throws -> BlobHash {
        let hash = BlobHash(of: blob)
        state.withLock { $0.blobs[hash] = blob }
        return hash
    }

    var blobCount: Int { state.withLock { $0.blobs.count } }
}
