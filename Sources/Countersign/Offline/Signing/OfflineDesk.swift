import Ceremony
import Envelopes
import Foundation

/// One envelope of the device's store as the ceremony sees it. What happens is signed by the device, with what it knows
/// of the moment.
struct OfflineDesk: CeremonyDesk {
    let store: DeviceStore
    let id: EnvelopeID
    let signer: any DeviceSigner
    let witness: DeviceWitness
    let times: ServerTimes
    let local: LocalSigners
    let report: OfflineReport

    /// How often a command is decided again when another part of the app was quicker.
    private static let attempts = 20

    func envelope() async throws -> Envelope { try await store.envelope(id) }

    func history() async throws -> History { try await store.history(id) }

    func shownPages(to recipient: RecipientID) async throws -> ShownPages {
        try await store.shownPages(of: id, to: recipient)
    }

    func noteShown(_ page: DocumentPage, to recipient: RecipientID) async throws {
        try await saving { try await store.noteShown(page, of: id, to: recipient) }
    }

    func blob(_ hash: BlobHash) async throws -> Data { try await store.blob(hash) }

    func store(_ blob: Data) async throws -> BlobHash { try await saving { try await store.store(blob) } }

    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await saving {
            let context = try await witnessed(context)
            for _ in 0..<Self.attempts {
                let envelope = try await store.envelope(id)
                if let next = try await record([command], on: envelope, context) { return next }
            }
            throw CountersignError.store(.conflict(id))
        }
    }

    func perform(
        _ context: CommandContext, _ work: @escaping @Sendable (Envelope, History) async throws -> [Command]
    ) async throws -> Envelope {
        try await saving {
            let context = try await witnessed(context)
            for _ in 0..<Self.attempts {
                let history = try await store.history(id)
                let commands = try await work(history.envelope, history)
                if let next = try await record(commands, on: history.envelope, context) { return next }
            }
            throw CountersignError.store(.conflict(id))
        }
    }

    /// Tells listeners when the store did not keep what somebody did.
    private func saving<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as CountersignError {
            switch error {
            case .store(.database), .store(.file), .store(.conflict), .store(.wrongState), .store(.notCached):
                report.savingFailed(error)
            default: break
            }
            throw error
        }
    }

    /// The context with what the device knows of the moment.
    private func witnessed(_ context: CommandContext) async throws -> CommandContext {
        var context = context
        context.evidence = try await witness.evidence(at: context.at, times)
        return context
    }

    /// The state after the commands, with everything stored; nil when somebody else was quicker.
    private func record(
        _ commands: [Command], on envelope: Envelope, _ context: CommandContext
    ) async throws -> Envelope? {
        let decided = try decide(commands, envelope, context)
        guard !decided.events.isEmpty else { return envelope }
        let events = try await signed(decided.events, by: signer)
        var next = envelope
        for event in events { next = try apply(event, to: next) }
        do throws(CountersignError) {
            try await store.append(events, leadingTo: next, state: local.state(of: next))
        } catch {
            guard case .store(.conflict) = error else { throw error }
            return nil
        }
        return next
    }
}
