import Envelopes
import Foundation

/// Decides commands and stores the resulting events.
///
/// Changes of one envelope take turns. Every change is decided on the newest state, and stored only if that state is
/// still the newest. On a conflict with another process, the change is decided again. Slow work - a timestamp, a seal -
/// is prepared before the turn, and repeated only if it no longer fits the newest state. An event is stored only after
/// every blob that it names.
public struct EnvelopeLedger: Sendable {
    /// The histories and newest states.
    public let events: any EventStore
    /// The documents, artwork and finished files that events name.
    public let blobs: any BlobStore
    /// Adds a device's evidence and signature to events; `nil` on a service.
    private let stamp: (any EventStamp)?
    /// Called for every stored event.
    private let observe: @Sendable (Event) -> Void
    /// The number of attempts before a conflict is reported.
    private let attempts = 20
    private let turns = EnvelopeTurns()

    /// - Parameters:
    ///   - stamp: adds a device's evidence and signature to events; `nil` on a service
    ///   - observe: called for every event, once it is stored
    public init(
        events: any EventStore, blobs: any BlobStore, stamp: (any EventStamp)? = nil,
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.events = events
        self.blobs = blobs
        self.stamp = stamp
        self.observe = observe
    }

    /// Returns the newest state.
    public func envelope(_ id: EnvelopeID) async throws -> Envelope {
        guard let envelope = try await events.envelope(id) else { throw StorageError.unknownEnvelope(id) }
        return envelope
    }

    /// Returns the whole history and checks every link.
    public func history(_ id: EnvelopeID) async throws -> History {
        let stored = try await events.events(of: id)
        guard !stored.isEmpty else { throw StorageError.unknownEnvelope(id) }
        return try History(stored)
    }

    /// Returns the bytes of a document, a combined file or a certificate that an envelope names.
    public func document(_ hash: BlobHash) async throws -> Data {
        try await blobs.data(hash)
    }

    /// Stores a blob that an event is going to name.
    public func keep(_ blob: Blob) async throws {
        try await blobs.store(blob)
    }

    /// Stores bytes that an event is going to name.
    public func keep(_ data: Data) async throws -> BlobHash {
        try await blobs.store(data)
    }

    /// Returns the envelope that the same request of the same sender created before; `nil` if there is none. Compares
    /// digests, since a template that the request names may have changed or been deleted since.
    ///
    /// - Parameter request: the digest of the request
    public func envelope(
        madeBy request: BlobHash, under transaction: String, account: String, sender: String
    ) async throws -> Envelope? {
        guard try await events.requestDigest(transaction: transaction, account: account) == request,
            let found = try await events.envelope(transaction: transaction, account: account),
            found.sender.userID == sender
        else { return nil }
        return found
    }

    /// Creates an envelope.
    ///
    /// If an account repeats a transaction id, it gets the envelope of the first request.
    ///
    /// - Parameters:
    ///   - request: the digest of the request, to recognize a retry
    ///   - prepare: further checks and uploads before the envelope is stored; called once the rules allow the envelope
    /// - Throws: ``StorageError/duplicateTransaction(id:)`` if the earlier request was a different one
    public func createEnvelope(
        _ id: EnvelopeID, _ definition: EnvelopeDefinition, send: Bool, _ context: CommandContext,
        requestDigest request: BlobHash? = nil, preparing prepare: () async throws -> Void = {}
    ) async throws -> (envelope: Envelope, isNew: Bool) {
        // Whether there is one comes first: the other way around, an envelope stored in between looks like another's.
        func earlier(_ transaction: String) async throws -> Envelope? {
            guard try await events.envelope(transaction: transaction, account: definition.accountID) != nil else {
                return nil
            }
            guard let request,
                let found = try await envelope(
                    madeBy: request, under: transaction, account: definition.accountID,
                    sender: definition.sender.userID)
            else { throw StorageError.duplicateTransaction(id: transaction) }
            return found
        }
        if let transaction = definition.transactionID, let envelope = try await earlier(transaction) {
            return (envelope, false)
        }
        let decided = try decide(.create(id, definition, send: send), nil, context)
        try await prepare()
        let state = try History(decided).envelope
        do {
            try await store(decided, leadingTo: state, requestDigest: request)
        } catch StorageError.duplicateTransaction(let transaction) {
            guard let envelope = try await earlier(transaction) else {
                throw StorageError.duplicateTransaction(id: transaction)
            }
            return (envelope, false)
        }
        return (state, true)
    }

    /// Decides one command and stores the resulting events.
    ///
    /// - Returns: the state afterward
    /// - Throws: `EnvelopeError` if the command is not allowed; ``StorageError/conflict(envelope:expected:)`` after too
    ///   many conflicts
    public func perform(_ command: Command, on id: EnvelopeID, _ context: CommandContext) async throws -> Envelope {
        try await perform(on: id, context) { _ in [command] }
    }

    /// Calls `work` with the newest state, decides the commands that it returns, and stores the events in one
    /// transaction.
    public func perform(
        on id: EnvelopeID, _ context: CommandContext, _ work: (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        try await performing(on: id, context, preparing: { _ in }, { _, newest in .commands(try work(newest)) })
    }

    /// Decides commands that need slow preparation, and stores the events in one transaction. Each turn decides once:
    /// events that preparing decided are not decided again.
    ///
    /// - Parameters:
    ///   - prepare: prepares from the newest history, outside the turn; receives the earlier result if that no longer
    ///     fits
    ///   - work: returns the commands or events, or `nil` if the preparation does not fit the newest state
    package func perform<Prepared>(
        on id: EnvelopeID, _ context: CommandContext,
        preparing prepare: (_ earlier: Prepared?, _ newest: History) async throws -> Prepared,
        _ work: (Prepared, Envelope) throws -> Proposal?
    ) async throws -> Envelope {
        try await performing(on: id, context, preparing: { try await prepare($0, history(id)) }, work)
    }

    private func performing<Prepared>(
        on id: EnvelopeID, _ context: CommandContext, preparing prepare: (Prepared?) async throws -> Prepared,
        _ work: (Prepared, Envelope) throws -> Proposal?
    ) async throws -> Envelope {
        let context = try await stamp?.context(context) ?? context
        return try await deciding(id, preparing: prepare) { prepared in
            let newest = try await envelope(id)
            switch try work(prepared, newest) {
            case nil: return nil
            case .decided(let decided):
                guard stamp == nil, decided.follow(newest), let envelope = decided.envelope else { return nil }
                return Decided(events: decided.events, state: envelope)
            case .commands(let commands):
                // The context's key covers all commands together.
                let decided = try decide(commands, newest, context)
                guard let stamp, !decided.events.isEmpty else {
                    return Decided(events: decided.events, state: decided.envelope)
                }
                let events = try await stamp.stamped(decided.events)
                return Decided(events: events, state: try events.reduce(newest) { try apply($1, to: $0) })
            }
        }.envelope
    }

    /// Stores already decided events in one transaction.
    ///
    /// - Parameters:
    ///   - prepare: returns the events that follow the newest history, which is `nil` if there is no envelope yet;
    ///     called outside the turn, and again after a conflict
    ///   - request: returns the digest of the request that would create the envelope; called for a new envelope
    /// - Returns: the newest state and the number of stored events
    /// - Throws: the errors of `prepare`; `EnvelopeError.noEnvelope` if there is no envelope and no event creates one
    public func append(
        to id: EnvelopeID, _ prepare: (History?) async throws -> [Event],
        requestDigest request: (Envelope) async throws -> BlobHash? = { _ in nil }
    ) async throws -> (envelope: Envelope, count: Int) {
        try await deciding(id) { (_: (History?, [Event], BlobHash?)?) in
            let stored = try await events.events(of: id)
            let history = stored.isEmpty ? nil : try History(stored)
            let further = try await prepare(history)
            guard history == nil, !further.isEmpty else { return (history, further, nil) }
            return (nil, further, try await request(History(further).envelope))
        } _: { history, further, request in
            let newest = try await events.envelope(id)
            guard newest?.lastHash == history?.envelope.lastHash else { return nil }
            guard var whole = history else {
                guard !further.isEmpty else { throw EnvelopeError.noEnvelope }
                return Decided(events: further, state: try History(further).envelope, request: request)
            }
            try whole.append(further)
            return Decided(events: further, state: whole.envelope)
        }
    }

    /// What one turn stores.
    private struct Decided {
        let events: [Event]
        let state: Envelope
        /// The digest of the request that creates the envelope, if one does.
        var request: BlobHash?
    }

    /// The only retry loop. Stores the result of `decide` if the state that it was decided on is still the newest, else
    /// decides again. If `decide` returns `nil`, the preparation no longer fits and is repeated.
    private func deciding<Prepared>(
        _ id: EnvelopeID, preparing prepare: (Prepared?) async throws -> Prepared,
        _ decide: (Prepared) async throws -> Decided?
    ) async throws -> (envelope: Envelope, count: Int) {
        var attempt = 1
        var prepared = try await prepare(nil)
        while true {
            do {
                let stored = try await turns.take(id) { () -> (Envelope, Int)? in
                    guard let decided = try await decide(prepared) else { return nil }
                    if !decided.events.isEmpty {
                        try await store(decided.events, leadingTo: decided.state, requestDigest: decided.request)
                    }
                    return (decided.state, decided.events.count)
                }
                if let stored { return stored }
                guard attempt < attempts else { throw StorageError.conflict(envelope: id, expected: 0) }
                prepared = try await prepare(prepared)
            } catch StorageError.conflict where attempt < attempts {
                // The winner is done; a short random pause keeps many losers from colliding again.
                try await Task.sleep(for: .microseconds(Int.random(in: 100...(1_000 * attempt))))
            }
            attempt += 1
        }
    }

    private func store(
        _ decided: [Event], leadingTo state: Envelope, requestDigest request: BlobHash? = nil
    ) async throws {
        for event in decided {
            for hash in event.body.blobs {
                guard try await blobs.contains(hash) else { throw StorageError.missingBlob(hash) }
            }
        }
        try await events.append(decided, leadingTo: state, requestDigest: request)
        decided.forEach(observe)
    }
}
