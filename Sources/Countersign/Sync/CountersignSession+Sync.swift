import Foundation
import HTTPMessages
import Locks

extension CountersignSession {
    /// What hands this user's envelopes over to the server; the same engine for the whole session. What is named in a later
    /// call counts for the passes that begin afterwards; what is not named stays as it was.
    ///
    /// A Countersign service gets the histories as they were made on the device, in parts that go on where a lost
    /// connection left them. Any other server of the eSignature REST API gets envelopes made under a transaction id,
    /// with the API's offline attributes.
    ///
    ///     let report = try session.syncEngine(for: session.offline()).syncAll()
    ///
    /// - Parameters:
    ///   - envelopes: what ``offline(_:)`` gave; with another user's, ``CountersignError/accountMismatch(what:)`` is
    ///     thrown.
    ///   - retries: how often an envelope is tried; `SyncEngine.RetryPolicy()` until it is named.
    ///   - partSize: the most bytes of a document in one request; 4 MiB until it is named.
    ///   - kind: what the server is, where the app knows; the server is asked until it is named. A server that is not ours
    ///     and does not answer the question as the API refuses has to be named here.
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
                retries: { settings.values.retries })
        }
    }
}

/// Calls whose answers tell the time: what the server said last goes into the evidence of what is signed afterwards.
private final class TimedCalls: AuthorizedCalls {
    private let api: APIClient
    private let times: ServerTimes
    /// When the time was noted last, in milliseconds since the device started.
    private let noted = Locked<Int?>(nil)

    init(api: APIClient, times: ServerTimes) {
        self.api = api
        self.times = times
    }

    func exchange(_ request: APIRequest) async throws -> HTTPReply {
        let reply = try await api.exchange(request, timeout: nil)
        let now = times.clock.sinceBoot()
        // Once a minute is enough: noting it is a write of its own.
        let isDue = noted.withLock { noted in
            if let noted, now - noted < 60_000 { return false }
            noted = now
            return true
        }
        if isDue { try await times.note(reply) }
        return reply
    }
}
