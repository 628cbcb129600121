extension CachedEnvelope {
    /// Where an envelope on this device stands between the device and the server.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Being composed; at most one.
        case draft
        /// Somebody here has yet to sign, or nobody has begun.
        case inProgress
        /// Nobody here is left to sign: it waits for the network.
        case readyToSync
        /// Being handed over, or was when the app ended: what the server has of it is asked first.
        case syncing
        /// The server's envelope went another way. Nothing is lost, and nothing is sent any more.
        case setAside
        /// A server that keeps no histories has what its API has room for. The signed documents are there; what shows how
        /// they were signed is here alone, so that the copy goes only after its export.
        case handedOver
        /// The server has all of it; the copy here may go.
        case synced
    }
}
