import Locks

/// What an app has said of handing over, the same for the whole session.
final class SyncSettings: Sendable {
    struct Values: Sendable {
        var retries = SyncEngine.RetryPolicy()
        /// The most bytes of a document in one request.
        var partSize = 4 << 20
        /// What the server is; nil asks it.
        var kind: SyncEngine.ServerKind?
    }

    private let state = Locked(Values())

    var values: Values { state.withLock { $0 } }

    /// Takes over what is named; nil leaves what was named before.
    func change(retries: SyncEngine.RetryPolicy?, partSize: Int?, kind: SyncEngine.ServerKind?) {
        state.withLock { values in
            if let retries { values.retries = retries }
            if let partSize { values.partSize = partSize }
            if let kind { values.kind = kind }
        }
    }
}
