import Envelopes
import Foundation

/// Hands the envelopes of a device to the server: each exactly once, whatever is lost on the way.
///
/// One pass at a time. A pass goes over what is pending, several envelopes side by side; each is tried again after a
/// failure that may pass, stays pending when it does not, and is set aside when the server has something else.
///
///     let report = await engine.syncAll()
public actor SyncEngine {
    /// What became of the envelopes of a pass.
    public struct Report: Sendable, Hashable {
        public var synced: [EnvelopeID] = []
        public var failed: [EnvelopeID: String] = [:]
        public var setAside: [EnvelopeID: SyncEngine.SetAside] = [:]
        /// Whether the pass was cancelled, or ended for want of a login.
        public var wasStopped = false
        /// Why the pass could not begin: what is pending could not be read, or the server not reached; one sentence.
        public var problem: String?
    }

    private let store: any SyncStore
    private let server: @Sendable () async throws -> any SyncServer
    private let events: any EventSink
    private let retries: @Sendable () -> SyncEngine.RetryPolicy
    private let width: Int
    private var running: Task<Report, Never>?
    private var inFlight: Set<EnvelopeID> = []

    /// - Parameters:
    ///   - server: asked for at the beginning of each pass.
    ///   - width: how many envelopes are under way at the same time.
    package init(
        store: any SyncStore, server: @escaping @Sendable () async throws -> any SyncServer, events: any EventSink,
        retries: SyncEngine.RetryPolicy = SyncEngine.RetryPolicy(),
        width: Int = 16
    ) {
        self.init(store: store, server: server, events: events, retries: { retries }, width: width)
    }

    /// - Parameter retries: asked for with each envelope.
    init(
        store: any SyncStore, server: @escaping @Sendable () async throws -> any SyncServer, events: any EventSink,
        retries: @escaping @Sendable () -> SyncEngine.RetryPolicy, width: Int = 16
    ) {
        self.store = store
        self.server = server
        self.events = events
        self.retries = retries
        self.width = max(1, width)
    }

    /// The envelopes that are being sent at this moment.
    public var inProgress: Set<EnvelopeID> { inFlight }

    /// Sends everything that is pending. Called during a pass, it waits for that pass and then sends what is left.
    public func syncAll() async -> Report { await pass(only: nil) }

    /// Sends one envelope. One that is not pending is among the failed with the reason; with one that has arrived
    /// already, nothing happens.
    public func sync(_ id: EnvelopeID) async -> Report { await pass(only: id) }

    /// Stops the pass: what has not been confirmed stays pending.
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
            report.problem = Self.sentence(error)
        }
        let templates = pending.compactMap { envelope in envelope.template.map { (envelope.id, $0) } }
        events.announce(.syncStarted(pending.map(\.id), templates: Dictionary(templates) { first, _ in first }))
        if let id, let obstacle {
            report.failed[id] = obstacle.description
            events.announce(.syncFailed(id, error: obstacle.description))
        }
        if !pending.isEmpty {
            do {
                report = await bringAll(pending, to: try await server(), report)
            } catch {
                let problem = error is CancellationError ? "The sync was cancelled." : Self.sentence(error)
                report.problem = problem
                report.wasStopped = true
                // A listener has nothing else to go by.
                for envelope in pending { events.announce(.syncFailed(envelope.id, error: problem)) }
            }
        }
        if Task.isCancelled { report.wasStopped = true }
        events.announce(.syncEnded)
        return report
    }

    private static func sentence(_ error: any Error) -> String { (error as? SyncFailure)?.message ?? "\(error)" }

    private func bringAll(
        _ pending: [PendingEnvelope], to server: any SyncServer, _ report: Report
    ) async -> Report {
        let handedOver = HandedOverBlobs()
        return await withTaskGroup(of: (PendingEnvelope, Ending).self, returning: Report.self) { group in
            var report = report
            var waiting = pending.makeIterator()
            for envelope in pending.prefix(width) {
                _ = waiting.next()
                inFlight.insert(envelope.id)
                group.addTask { (envelope, await self.bring(envelope, to: server, handedOver)) }
            }
            for await (envelope, ending) in group {
                inFlight.remove(envelope.id)
                note(ending, of: envelope, in: &report)
                guard !report.wasStopped, !Task.isCancelled, let next = waiting.next() else { continue }
                inFlight.insert(next.id)
                group.addTask { (next, await self.bring(next, to: server, handedOver)) }
            }
            return report
        }
    }

    private func note(_ ending: Ending, of envelope: PendingEnvelope, in report: inout Report) {
        switch ending {
        case .synced(let receipt):
            report.synced.append(envelope.id)
            events.announce(.synced(envelope.id, serverID: receipt.serverID, template: envelope.template))
        case .failed(let message, let stops):
            report.failed[envelope.id] = message
            if stops { report.wasStopped = true }
            events.announce(.syncFailed(envelope.id, error: message))
        case .setAside(let aside):
            report.setAside[envelope.id] = aside
            events.announce(.syncFailed(envelope.id, error: aside.message))
        }
    }

    private enum Ending: Sendable {
        case synced(SyncReceipt)
        case failed(String, stops: Bool)
        case setAside(SyncEngine.SetAside)
    }

    /// Tries one envelope until it has arrived, is set aside, or the attempts are used up.
    private nonisolated func bring(
        _ envelope: PendingEnvelope, to server: any SyncServer, _ handedOver: HandedOverBlobs
    ) async -> Ending {
        let sync = EnvelopeSync(store: store, server: server, handedOver: handedOver)
        let retries = retries()
        var envelope = envelope
        var attempt = 1
        while true {
            do {
                let (receipt, through) = try await sync.attempt(envelope)
                try await keep(.confirmed(receipt, through: through), of: envelope.id)
                return .synced(receipt)
            } catch is CancellationError {
                return await failed(envelope.id, "The sync was cancelled.", stops: true)
            } catch let failure as SyncFailure {
                var asked: TimeInterval?
                switch failure {
                case .setAside(let aside):
                    do {
                        try await keep(.setAside(aside), of: envelope.id)
                        return .setAside(aside)
                    } catch {
                        return await failed(envelope.id, "\(error)", stops: false)
                    }
                case .loginNeeded(let message): return await failed(envelope.id, message, stops: true)
                case .refusedForNow(let message): return await failed(envelope.id, message, stops: false)
                case .busy(_, let after): asked = after
                case .unreachable, .blobMissing: break
                }
                // Whatever was sent may have arrived.
                envelope.mayHaveArrived = true
                guard attempt < retries.attempts, !Task.isCancelled else {
                    return await failed(envelope.id, failure.message, stops: Task.isCancelled)
                }
                let delay = retries.delay(after: attempt, asked: asked)
                attempt += 1
                try? await Task.sleep(for: .seconds(delay))
            } catch {
                return await failed(envelope.id, "\(error)", stops: false)
            }
        }
    }

    private nonisolated func failed(_ id: EnvelopeID, _ message: String, stops: Bool) async -> Ending {
        // The envelope is pending whether or not this note can be written.
        try? await keep(.failed(reason: message), of: id)
        return .failed(message, stops: stops)
    }

    /// Notes what became of an envelope, also when the pass was cancelled meanwhile.
    private nonisolated func keep(_ progress: SyncProgress, of id: EnvelopeID) async throws {
        try await Task { [store] in try await store.note(progress, of: id) }.value
    }
}
