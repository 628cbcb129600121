import Foundation

extension Session {
    /// Hands this user's envelopes over to the server; the same for the whole session.
    ///
    /// A Countersign service gets the histories as they were made on the device, in parts that go on where a lost
    /// connection left them. Any other server of the eSignature REST API gets envelopes made under a transaction id,
    /// with the API's offline attributes.
    ///
    ///     let report = try session.sync(session.offline(platform)).syncAll()
    ///
    /// - Parameters:
    ///   - envelopes: what ``offline(_:)`` gave.
    ///   - partSize: the most bytes of a document in one request.
    public func sync(
        _ envelopes: OfflineEnvelopes, retries: RetryPolicy = RetryPolicy(), partSize: Int = 4 << 20
    ) throws(CountersignError) -> SyncEngine {
        try parts.part(SyncEngine.self) { () throws(CountersignError) in
            let found = FoundServer(api: api, partSize: partSize)
            return SyncEngine(
                store: envelopes.store, server: { try await found.server() }, events: events, retries: retries)
        }
    }
}
