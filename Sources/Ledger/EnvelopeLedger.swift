import Envelopes
import Foundation

/// Where commands become stored events.
///
/// Changes of one envelope take turns. Every change decides against the newest state and is stored only if that state is
/// still the newest; when another process was quicker, it is decided again. What takes long - a timestamp, a seal - is
/// prepared before the turn, and again only if the newest state no longer fits it. An event is stored only after every
/// blob that it names.
public struct EnvelopeLedger: Sendable {
    public let events: any EventStore
    public let blobs: any BlobStore
    /// What events get from whoever records them; nil for nothing.
    private let stamp: (any EventStamp)?
    /// Gets told of every stored event.
    private let observe: @Sendable (Event) -> Void
    /// How often a change is decided again before the conflict is reported.
    private let attempts = 20
    private let turns = EnvelopeTurns()

    public init(
        events: any EventStore, blobs: any BlobStore, stamp: (any EventStamp)? = nil,
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.events = events
        self.blobs = blobs
        self.stamp = stamp
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
    /// - Parameters:
    ///   - request: the digest of the request that asks for it, by which its repetition is known.
    ///   - prepare: what else has to be judged and stored before the envelope is; asked once the rules have let it be
    ///     made.
    /// - Throws: ``StorageError/duplicateTransaction(id:)`` when the account asked for something else then.
    public func create(
        _ id: EnvelopeID, _ definition: EnvelopeDefinition, send: Bool, _ context: CommandContext,
        askedForBy request: BlobHash? = nil, preparing prepare: () async throws -> Void = {}
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
        try await prepare()
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
    ///
    /// - Returns: the state afterwards.
    /// - Throws: `EnvelopeError` when the command may not happen; ``StorageError/conflict(envelope:expected:)`` when
    ///   others were quicker again and again.
    public func perform(_ command: Command, on id: EnvelopeID, _ context: CommandContext) async throws -> Envelope {
        try await perform(on: id, context) { _ in [command] }
    }

    /// Lets `work` look at the newest state and name commands, and stores what they make happen in one transaction.
    public func perform(
        on id: EnvelopeID, _ context: CommandContext, _ work: (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        try await performing(on: id, context, preparing: { _ in }, { _, newest in try work(newest) })
    }

    /// Stores in one transaction what commands make happen that need something prepared.
    ///
    /// - Parameters:
    ///   - prepare: makes it from the newest history, outside of the turn; gets what it made before, if that no longer
    ///     fits.
    ///   - work: names the commands, or gives nil when what was prepared does not fit the newest state.
    public func perform<Prepared>(
        on id: EnvelopeID, _ context: CommandContext,
        preparing prepare: (_ earlier: Prepared?, _ newest: History) async throws -> Prepared,
        _ work: (Prepared, Envelope) throws -> [Command]?
    ) async throws -> Envelope {
        try await performing(on: id, context, preparing: { try await prepare($0, history(id)) }, work)
    }

    private func performing<Prepared>(
        on id: EnvelopeID, _ context: CommandContext, preparing prepare: (Prepared?) async throws -> Prepared,
        _ work: (Prepared, Envelope) throws -> [Command]?
    ) async throws -> Envelope {
        let context = try await stamp?.context(context) ?? context
        return try await deciding(id, preparing: prepare) { prepared in
            let newest = try await envelope(id)
            // The context's key stands for all of them together.
            guard let commands = try work(prepared, newest) else { return nil }
            let decided = try decide(commands, newest, context)
            guard let stamp, !decided.events.isEmpty else { return (decided.events, decided.envelope) }
            let events = try await stamp.stamped(decided.events)
            return (events, try events.reduce(newest) { try apply($1, to: $0) })
        }.envelope
    }

    /// Stores in one transaction events that somebody else has decided.
    ///
    /// - Parameters:
    ///   - prepare: gives the events that follow the newest history - nil where there is no envelope yet -, outside of the
    ///     turn; it is asked again when others were quicker.
    /// - Returns: the newest state, and how many events were stored.
    /// - Throws: what `prepare` throws; `EnvelopeError.noEnvelope` when there is no envelope and no event makes one.
    public func append(
        to id: EnvelopeID, _ prepare: (History?) async throws -> [Event]
    ) async throws -> (envelope: Envelope, count: Int) {
        try await deciding(id) { (_: (History?, [Event])?) in
            let stored = try await events.events(of: id)
            let history = stored.isEmpty ? nil : try History(stored)
            return (history, try await prepare(history))
        } _: { history, further in
            let newest = try await events.envelope(id)
            guard newest?.lastHash == history?.envelope.lastHash else { return nil }
            guard var whole = history else {
                guard !further.isEmpty else { throw EnvelopeError.noEnvelope }
                return (further, try History(further).envelope)
            }
            try whole.append(further)
            return (further, whole.envelope)
        }
    }

    /// The one loop. What `decide` makes of the newest state is stored if that is still the newest; otherwise it is
    /// decided again. When what was prepared does not fit any more, which is nil, that is prepared again.
    private func deciding<Prepared>(
        _ id: EnvelopeID, preparing prepare: (Prepared?) async throws -> Prepared,
        _ decide: (Prepared) async throws -> (events: [Event], state: Envelope)?
    ) async throws -> (envelope: Envelope, count: Int) {
        var attempt = 1
        var prepared = try await prepare(nil)
        while true {
            do {
                let stored = try await turns.take(id) { () -> (Envelope, Int)? in
                    guard let decided = try await decide(prepared) else { return nil }
                    if !decided.events.isEmpty { try await store(decided.events, leadingTo: decided.state) }
                    return (decided.state, decided.events.count)
                }
                if let stored { return stored }
                guard attempt < attempts else { throw StorageError.conflict(envelope: id, expected: 0) }
                prepared = try await prepare(prepared)
            } catch StorageError.conflict where attempt < attempts {
                // Whoever was quicker is done; a short, uneven pause keeps many losers from colliding again.
                try await Task.sleep(for: .microseconds(Int.random(in: 100...(1_000 * attempt))))
            }
            attempt += 1
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
