import Ceremony
import Envelopes
import Foundation
import Ledger

/// One envelope as the ceremony sees it.
struct EnvelopeDesk: CeremonyDesk {
    let ledger: EnvelopeLedger
    let id: EnvelopeID

    func envelope() async throws -> Envelope {
        try await ledger.envelope(id)
    }

    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await unlessBusy { try await ledger.perform(command, on: id, context) }
    }

    func perform(
        _ context: CommandContext, _ work: @escaping @Sendable (Envelope, History) async throws -> [Command]
    ) async throws -> Envelope {
        try await unlessBusy { try await ledger.perform(on: id, context, work) }
    }

    private func unlessBusy(_ body: () async throws -> Envelope) async throws -> Envelope {
        do {
            return try await body()
        } catch StorageError.conflict {
            throw CeremonyError.busy
        }
    }

    func shownPages(to recipient: RecipientID) async throws -> ShownPages {
        try await ledger.events.shownPages(of: id, to: recipient)
    }

    func noteShown(_ page: DocumentPage, to recipient: RecipientID) async throws {
        try await ledger.events.noteShown(page, of: id, to: recipient)
    }

    func blob(_ hash: BlobHash) async throws -> Data {
        try await ledger.blobs.data(hash)
    }

    func store(_ blob: Data) async throws -> BlobHash {
        try await ledger.blobs.store(blob)
    }

    func history() async throws -> History {
        try await ledger.history(id)
    }
}
