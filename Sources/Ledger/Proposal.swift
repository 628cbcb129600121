import Envelopes

/// The result of slow preparation, for the ledger to store.
package enum Proposal {
    /// Commands to decide on the newest state.
    case commands([Command])
    /// Events that preparing had to decide, as a seal names the signature before it. They are stored as they are if they
    /// follow the newest state. A device's events need its stamp, so a device proposes commands only.
    case decided(DecidedEvents)
}
