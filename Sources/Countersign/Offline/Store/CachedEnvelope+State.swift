extension CachedEnvelope {
    /// The state of an envelope on this device.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The draft being composed; there is at most one.
        case draft
        /// Somebody still has to sign here, or nobody has started.
        case inProgress
        /// Nobody is left to sign here; the envelope waits for the network.
        case readyToSync
        /// The upload is in progress, or was when the app ended. The next sync asks the server about it first.
        case syncing
        /// The server contradicts this device; see ``SyncEngine/Conflict``. Nothing is lost, and the envelope is not
        /// uploaded again automatically.
        case inConflict
        /// The server keeps no histories and has what its API can hold. The signed documents are there. Only the copy
        /// here shows how they were signed, so it can be removed only after an export.
        case uploaded
        /// The server has everything; the copy here may be removed.
        case synced
    }
}
