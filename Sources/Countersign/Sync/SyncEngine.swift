import Envelopes
import Foundation

/// Uploads a device's envelopes to the server, each exactly once, even if requests or answers are lost.
///
/// Only one pass runs at a time. A pass uploads the pending envelopes, several in parallel. An envelope is retried
/// after a temporary failure, and stays pending if retries do not help. After a conflict it is never sent again
/// automatically.
///
///     let report = await engine.syncAll()
public actor SyncEngine {
    /// The results of a pass.
    public struct Report: Sendable, Hashable {
        /// The envelopes that the server has confirmed in this pass.
        public var synced: [EnvelopeID] = []
        /// Why these envelopes were not uploaded. They stay pending.
        public var failed: [EnvelopeID: SyncFailure] = [:]
        /// The envelopes that the server contradicts. A person has to decide; they are not sent again by themselves.
        public var conflicts: [EnvelopeID: SyncEngine.Conflict] = [:]
        /// Whether the pass was cancelled, or stopped because a log-in is needed.
        public var wasStopped = false
        /// Why the pass could not start: the pending envelopes could not be read, or the server could not be reached.
        public var problem: SyncFailure?
    }

    private let store: any SyncStore
    private let server: @Sendable () async throws -> any SyncServer
    private let rejoin: Rejoin?
    private let events: any EventSink
    private let retries: @Sendable () -> SyncEngine.RetryPolicy
    private let width: Int
    private var running: Task<Report, Never>?
    private var inFlight: Set<EnvelopeID> = []

    /// Puts a device's events after those of the server's history, if the server has only sent messages since; returns
    /// the number of the server's last event, or `nil` if that is not so.
    package typealias Rejoin = @Sendable (_ id: EnvelopeID, _ serverHistory: Data) async throws -> Int?

    /// - Parameters:
    ///   - server: called at the start of each pass
    ///   - width: how many envelopes are uploaded in parallel
    ///   - rejoin: called after a conflict; `nil` leaves every conflict to the user
    package init(
        store: any SyncStore, server: @escaping @Sendable () async throws -> any SyncServer, events: any EventSink,
        retries: SyncEngine.RetryPolicy = SyncEngine.RetryPolicy(),
        width: Int = 16, rejoin: Rejoin? = nil
    ) {
        self.init(store: store, server: server, events: events, retries: { retries }, width: width, rejoin: rejoin)
    }

    /// - Parameter retries: called for each envelope
    init(
        store: any SyncStore, server: @escaping @Sendable () async throws -> any SyncServer, events: any EventSink,
        retries: @escaping @Sendable () -> SyncEngine.RetryPolicy, width: Int = 16, rejoin: Rejoin? = nil
    ) {
        self.rejoin = rejoin
        self.store = store
        self.server = server
        self.events = events
        self.retries = retries
        self.width = max(1, width)
    }

    /// The envelopes being uploaded now.
    public var inProgress: Set<EnvelopeID> { inFlight }

    /// Uploads everything pending. A call during a pass waits for that pass and then uploads what is left.
    public func syncAll() async -> Report { await pass(only: nil) }

    /// Uploads one envelope. If it is not pending, the report lists it as failed, with the reason. If it was already
    /// uploaded, nothing happens.
    public func sync(_ id: EnvelopeID) async -> Report { await pass(only: id) }

    /// Stops the pass. Unconfirmed envelopes stay pending.
    public func cancel() { running?.cancel() }

    private func pass(only id: EnvelopeID?) async -> Report {
        while let running { _ = await running.value }
        let task = Task { await self.run(only: id) }
        running = task
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func run(only id: EnvelopeID?) async -> Report {
        defer { running = nil }
        var pending: [PendingEnvelope] = []
        var obstacle: OfflineObstacle?
        var report = Report()
        do {
            pending = try await store.pendingEnvelopes().filter { id == nil || $0.id == id }
            if let id, pending.isEmpty { obstacle = try await store.obstacle(toSyncing: id) }
        } catch {
            report.problem = SyncFailure(stopping: error)
        }
        let templates = pending.compactMap { envelope in envelope.template.map { (envelope.id, $0) } }
        events.announce(.syncStarted(pending.map(\.id), templates: Dictionary(templates) { first, _ in first }))
        if let id, let obstacle {
            report.failed[id] = .notPending(obstacle)
            events.announce(.syncFailed(id, error: .notPending(obstacle)))
        }
        if !pending.isEmpty {
            do {
                report = await bringAll(pending, to: try await server(), report)
            } catch {
                let problem = SyncFailure(stopping: error)
                report.problem = problem
                report.wasStopped = true
                // Listeners have no other way to learn of the failure.
                for envelope in pending { events.announce(.syncFailed(envelope.id, error: problem)) }
            }
        }
        if Task.isCancelled { report.wasStopped = true }
        events.announce(.syncEnded)
        return report
    }

    private func bringAll(
        _ pending: [PendingEnvelope], to server: any SyncServer, _ report: Report
    ) async -> Report {
        let uploaded = UploadedBlobs()
        return await withTaskGroup(of: (PendingEnvelope, Ending).self, returning: Report.self) { group in
            var report = report
            var waiting = pending.makeIterator()
            for envelope in pending.prefix(width) {
                _ = waiting.next()
                inFlight.insert(envelope.id)
                group.addTask { (envelope, await self.bring(envelope, to: server, uploaded)) }
            }
            for await (envelope, ending) in group {
                inFlight.remove(envelope.id)
                note(ending, of: envelope, in: &report)
                guard !report.wasStopped, !Task.isCancelled, let next = waiting.next() else { continue }
                inFlight.insert(next.id)
                group.addTask { (next, await self.bring(next, to: server, uploaded)) }
            }
            return report
        }
    }

    private func note(_ ending: Ending, of envelope: PendingEnvelope, in report: inout Report) {
        switch ending {
        case .synced(let receipt):
            report.synced.append(envelope.id)
            events.announce(
                .synced(
                    envelope.id, serverID: EnvelopeID(rawValue: receipt.serverID), template: envelope.template))
        case .failed(let failure, let stops):
            report.failed[envelope.id] = failure
            if stops { report.wasStopped = true }
            events.announce(.syncFailed(envelope.id, error: failure))
        case .conflict(let conflict):
            report.conflicts[envelope.id] = conflict
            events.announce(.syncFailed(envelope.id, error: .conflict(conflict)))
        }
    }

    private enum Ending: Sendable {
        case synced(SyncReceipt)
        case failed(SyncFailure, stops: Bool)
        case conflict(SyncEngine.Conflict)
    }

    /// How often one envelope's events are put after new ones of the server in one pass.
    private static let mostRejoinings = 5

    /// Tries one envelope until it is uploaded, in conflict, or out of attempts.
    private nonisolated func bring(
        _ envelope: PendingEnvelope, to server: any SyncServer, _ uploaded: UploadedBlobs
    ) async -> Ending {
        let sync = EnvelopeSync(store: store, server: server, uploaded: uploaded)
        let retries = retries()
        var envelope = envelope
        var attempt = 1
        var rejoinings = 0
        while true {
            do {
                let (receipt, through) = try await sync.attempt(envelope)
                try await keep(.confirmed(receipt, through: through), of: envelope.id)
                return .synced(receipt)
            } catch is CancellationError {
                return await failed(envelope.id, .cancelled, stops: true)
            } catch let failure as SyncFailure {
                var asked: TimeInterval?
                switch failure {
                case .conflict(let conflict):
                    if rejoinings < Self.mostRejoinings, conflict.reason == .changedOnServer,
                        let history = conflict.serverHistory,
                        let sequence = try? await rejoin?(envelope.id, history)
                    {
                        rejoinings += 1
                        envelope.confirmedSequence = sequence
                        continue
                    }
                    do {
                        try await keep(.conflict(conflict), of: envelope.id)
                        return .conflict(conflict)
                    } catch {
                        return await failed(envelope.id, SyncFailure(stopping: error), stops: false)
                    }
                case .loginNeeded, .cancelled: return await failed(envelope.id, failure, stops: true)
                case .refusedForNow, .notPending, .other: return await failed(envelope.id, failure, stops: false)
                case .busy(_, let after): asked = after
                case .unreachable, .blobMissing: break
                }
                // Any earlier request may have arrived.
                envelope.mayHaveArrived = true
                guard attempt < retries.attempts, !Task.isCancelled else {
                    return await failed(envelope.id, failure, stops: Task.isCancelled)
                }
                let delay = retries.delay(after: attempt, asked: asked)
                attempt += 1
                try? await Task.sleep(for: .seconds(delay))
            } catch {
                return await failed(envelope.id, SyncFailure(stopping: error), stops: false)
            }
        }
    }

    private nonisolated func failed(_ id: EnvelopeID, _ failure: SyncFailure, stops: Bool) async -> Ending {
        // The envelope stays pending even if this note cannot be written.
        try? await keep(.failed(reason: failure.description), of: id)
        return .failed(failure, stops: stops)
    }

    /// Records an envelope's result, even if the pass was cancelled meanwhile.
    private nonisolated func keep(_ progress: SyncProgress, of id: EnvelopeID) async throws {
        try await Task { [store] in try await store.note(progress, of: id) }.value
    }
}
