import Envelopes
import Foundation

/// Where commands become stored events.
///
/// Changes of one envelope take turns. Every change decides against the newest state and is stored only if that state is
/// still the newest; when another process was quicker, it is decided again. An event is stored only after every blob that it names.
public struct EnvelopeLedger: Sendable {
    public let events: any EventStore
    public let blobs: any BlobStore
    /// Gets told of every stored event.
    private let observe: @Sendable (Event) -> Void
    /// How often a change is decided again before the conflict is reported.
    private let attempts = 20
    private let turns = EnvelopeTurns()

    public init(
        events: any EventStore, blobs: any BlobStore, observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.events = events
        self.blobs = blobs
        self.observe = observe
    }

    /// The newest state.
    public func envelope(_ id: EnvelopeID) async throws -> Envelope {
        guard let envelope = try await events.envelope(id) else { throw StorageError.unknownEnvelope(id) }
        return envelope
    }

    /// The whole history, each link checked.
    public func history(_ id: EnvelopeID) async throws -> History {
        let stored = try await events.events(of: id)
        guard !stored.isEmpty else { throw StorageError.unknownEnvelope(id) }
        return try History(stored)
    }

    /// The bytes of a document, a seal or a certificate that an envelope names.
    public func document(_ hash: BlobHash) async throws -> Data {
        try await blobs.data(hash)
    }

    /// Keeps bytes that an event is going to name.
    public func keep(_ data: Data) async throws -> BlobHash {
        try await blobs.store(data)
    }

    /// The envelope that the same request of the same sender made before. What the request names - a template, say - may
    /// have changed since, or be gone.
    ///
    /// - Parameter request: the request's digest.
    public func envelope(
        madeBy request: BlobHash, under transaction: String, account: String, sender: String
    ) async throws -> Envelope? {
        guard try await events.requestDigest(transaction: transaction, account: account) == request,
            let found = try await events.envelope(transaction: transaction, account: account),
            found.sender.userID == sender
        else { return nil }
        return found
    }

    /// Makes an envelope.
    ///
    /// An account that repeats a transaction id gets the envelope it made the first time.
    ///
    /// - Parameter request: the digest of the request that asks for it, by which its repetition is known.
    /// - Throws: ``StorageError/duplicateTransaction(id:)`` when the account asked for something else then.
    public func create(
        _ id: EnvelopeID, _ definition: EnvelopeDefinition, send: Bool, _ context: CommandContext,
        askedForBy request: BlobHash? = nil
    ) async throws -> (envelope: Envelope, isNew: Bool) {
        func earlier(_ transaction: String) async throws -> Envelope? {
            if let request,
                let found = try await envelope(
                    madeBy: request, under: transaction, account: definition.accountID,
                    sender: definition.sender.userID)
            {
                return found
            }
            let found = try await events.envelope(transaction: transaction, account: definition.accountID)
            if let found, !found.definition.asksForTheSame(as: definition) {
                throw StorageError.duplicateTransaction(id: transaction)
            }
            return found
        }
        if let transaction = definition.transactionID, let envelope = try await earlier(transaction) {
            return (envelope, false)
        }
        let decided = try decide(.create(id, definition, send: send), nil, context)
        let state = try History(decided).envelope
        do {
            try await store(decided, leadingTo: state, askedForBy: request)
        } catch StorageError.duplicateTransaction(let transaction) {
            guard let envelope = try await earlier(transaction) else {
                throw StorageError.duplicateTransaction(id: transaction)
            }
            return (envelope, false)
        }
        return (state, true)
    }

    /// Decides one command and stores what it makes happen.
    public func perform(_ command: Command, on id: EnvelopeID, _ context: CommandContext) async throws -> Envelope {
        try await deciding(id) { state in
            try decide(command, state, context)
        }
    }

    /// Lets `work` look at the newest state and history and name commands, and stores what they make happen in one
    /// transaction. When somebody else changes the envelope meanwhile, `work` is asked again.
    public func perform(
        on id: EnvelopeID, _ context: CommandContext,
        _ work: @Sendable (Envelope, History) async throws -> [Command]
    ) async throws -> Envelope {
        try await deciding(id) { state in
            let history = try await history(id)
            guard history.envelope.lastSequence == state.lastSequence else {
                throw StorageError.conflict(envelope: id, expected: state.lastSequence)
            }
            // The context's key stands for all of them together.
            return try decide(try await work(state, history), state, context).events
        }
    }

    /// Lets `work` look at the newest history - nil where there is no envelope yet - and give the events that follow it,
    /// and stores them in one transaction. When somebody else was quicker, `work` is asked again.
    ///
    /// - Returns: the newest state, and how many events were stored.
    /// - Throws: what `work` throws; `EnvelopeError.noEnvelope` when there is no envelope and no event makes one.
    public func append(
        to id: EnvelopeID, _ work: (History?) async throws -> [Event]
    ) async throws -> (envelope: Envelope, count: Int) {
        try await turns.take(id) { try await appending(to: id, work) }
    }

    private func appending(
        to id: EnvelopeID, _ work: (History?) async throws -> [Event]
    ) async throws -> (envelope: Envelope, count: Int) {
        var attempt = 1
        while true {
            do {
                let stored = try await events.events(of: id)
                var history = stored.isEmpty ? nil : try History(stored)
                let further = try await work(history)
                if history == nil, !further.isEmpty {
                    history = try History(further)
                } else {
                    try history?.append(further)
                }
                guard let state = history?.envelope else { throw EnvelopeError.noEnvelope }
                if !further.isEmpty { try await store(further, leadingTo: state) }
                return (state, further.count)
            } catch StorageError.conflict where attempt < attempts {
                attempt += 1
                try await pause(attempt)
            }
        }
    }

    /// Whoever was quicker is done; a short, uneven pause keeps many losers from colliding again.
    private func pause(_ attempt: Int) async throws {
        try await Task.sleep(for: .microseconds(Int.random(in: 100...(1_000 * attempt))))
    }

    private func deciding(
        _ id: EnvelopeID, _ decision: (Envelope) async throws -> [Event]
    ) async throws -> Envelope {
        try await turns.take(id) { try await decidingAlone(id, decision) }
    }

    private func decidingAlone(
        _ id: EnvelopeID, _ decision: (Envelope) async throws -> [Event]
    ) async throws -> Envelope {
        var attempt = 1
        while true {
            do {
                let state = try await envelope(id)
                let decided = try await decision(state)
                guard !decided.isEmpty else { return state }
                let next = try decided.reduce(state) { try apply($1, to: $0) }
                try await store(decided, leadingTo: next)
                return next
            } catch StorageError.conflict where attempt < attempts {
                attempt += 1
                try await pause(attempt)
            }
        }
    }

    private func store(
        _ decided: [Event], leadingTo state: Envelope, askedForBy request: BlobHash? = nil
    ) async throws {
        for event in decided {
            for hash in event.body.blobs {
                guard try await blobs.contains(hash) else { throw StorageError.missingBlob(hash) }
            }
        }
        try await events.append(decided, leadingTo: state, askedForBy: request)
        decided.forEach(observe)
    }
}
