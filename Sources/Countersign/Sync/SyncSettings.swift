import Essentials

/// An app's sync settings, shared by the whole session.
final class SyncSettings: Sendable {
    struct Values: Sendable {
        var retries = SyncEngine.RetryPolicy()
        /// The maximum size of a document's part in one request, in bytes.
        var partSize = CountersignServer.usualPartSize
        /// The kind of server; `nil` to ask it.
        var kind: SyncEngine.ServerKind?
    }

    private let state = Locked(Values())

    var values: Values { state.withLock { $0 } }

    /// Changes the given settings; `nil` leaves a setting unchanged.
    func change(retries: SyncEngine.RetryPolicy?, partSize: Int?, kind: SyncEngine.ServerKind?) {
        state.withLock { values in
            if let retries { values.retries = retries }
            if let partSize { values.partSize = partSize }
            if let kind { values.kind = kind }
        }
    }
}
