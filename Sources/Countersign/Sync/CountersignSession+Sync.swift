import Envelopes
import Essentials
import Foundation
import HTTPMessages

extension CountersignSession {
    /// Uploads everything that waits on this device. A call during a pass waits for that pass and then uploads what is
    /// left.
    ///
    ///     let report = try await session.sync()
    ///
    /// To stop a pass or change its settings, use ``syncEngine(for:retries:partSize:kind:)``.
    ///
    /// - Throws: errors of the device's store; ``CountersignError/sessionEnded``. The report says why an envelope was not
    ///   uploaded.
    @discardableResult
    public func sync() async throws(CountersignError) -> SyncEngine.Report {
        try await syncEngine(for: offlineEnvelopes).syncAll()
    }

    /// Uploads one envelope. If it is not pending, the report lists it as failed, with the reason. If it was already
    /// uploaded, nothing happens.
    ///
    /// - Throws: as ``sync()``
    @discardableResult
    public func sync(_ id: EnvelopeID) async throws(CountersignError) -> SyncEngine.Report {
        try await syncEngine(for: offlineEnvelopes).sync(id)
    }

    /// Returns the engine that uploads this user's envelopes, the same for the whole session. Values given in a later
    /// call apply to passes that start afterwards; omitted values stay unchanged.
    ///
    /// A Countersign service gets the histories as they were made on the device, in parts that resume after a lost
    /// connection. Any other server of the eSignature REST API gets envelopes created under a transaction id, with the
    /// API's offline attributes.
    ///
    ///     let engine = try session.syncEngine(for: session.offlineEnvelopes, retries: retries)
    ///     let report = await engine.syncAll()
    ///
    /// - Parameters:
    ///   - envelopes: the object returned by ``offlineEnvelopes``; another user's throws
    ///     ``CountersignError/accountMismatch(what:)``
    ///   - retries: how often an envelope is tried; default: `SyncEngine.RetryPolicy()`
    ///   - partSize: the maximum size of a request's part of a document, in bytes; default: 4 MiB
    ///   - kind: the kind of server, if the app knows it; by default the server is asked. Required for a server that is
    ///     not a Countersign service and does not reject the question as the API documents.
    public func syncEngine(
        for envelopes: OfflineEnvelopes, retries: SyncEngine.RetryPolicy? = nil, partSize: Int? = nil,
        kind: SyncEngine.ServerKind? = nil
    ) throws(CountersignError) -> SyncEngine {
        try life.check()
        try envelopes.requireUser(user.account)
        let settings = parts.part(SyncSettings.self) { SyncSettings() }
        settings.change(retries: retries, partSize: partSize, kind: kind)
        return try parts.part(SyncEngine.self) { () throws(CountersignError) in
            let found = FoundServer(
                calls: TimedCalls(api: api, times: envelopes.times), settings: settings, store: envelopes.store)
            return SyncEngine(
                store: envelopes.store, server: { try await found.server() }, events: events,
                retries: { settings.values.retries },
                rejoin: { id, history in
                    try await envelopes.store.rejoin(id, with: history, signedBy: envelopes.keys.signer())
                })
        }
    }
}

/// Calls that record the server's time from each answer; it becomes part of the evidence of later signatures.
private final class TimedCalls: AuthorizedCalls {
    private let api: APIClient
    private let times: ServerTimes
    /// When the time was last recorded, in milliseconds since the device started.
    private let noted = Locked<Int?>(nil)

    init(api: APIClient, times: ServerTimes) {
        self.api = api
        self.times = times
    }

    func exchange(_ request: APIRequest) async throws -> HTTPReply {
        let reply = try await api.exchange(request, timeout: nil)
        let now = times.clock.sinceBoot()
        // Once a minute is enough, because recording is a separate write.
        let isDue = noted.withLock { noted in
            if let noted, now - noted < 60_000 { return false }
            noted = now
            return true
        }
        if isDue { try await times.note(reply) }
        return reply
    }
}
