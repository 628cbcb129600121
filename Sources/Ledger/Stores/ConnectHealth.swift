import Envelopes
import Foundation

/// How a configuration's receiver has done lately.
public struct ConnectHealth: Sendable, Hashable {
    /// When the first of its failures without a success after it was; `nil` if there is none.
    public var failingSince: Date?
    /// When the configuration was paused; `nil` if it is not.
    public var pausedAt: Date?

    /// Without arguments, the state of a receiver that works.
    public init(failingSince: Date? = nil, pausedAt: Date? = nil) {
        self.failingSince = failingSince
        self.pausedAt = pausedAt
    }
}

/// Selects records of an account.
public struct ConnectSelection: Sendable, Hashable {
    /// The account whose log is searched.
    public var accountID: String
    /// Only the record of this id; `nil` for any.
    public var id: String?
    /// Only records about this envelope; `nil` for any.
    public var envelopeID: EnvelopeID?
    /// Only messages tried at this moment or later.
    public var from: Date?
    /// Only messages tried at this moment or earlier.
    public var to: Date?

    /// Without further arguments, selects all of the account's records.
    public init(
        accountID: String, id: String? = nil, envelopeID: EnvelopeID? = nil, from: Date? = nil, to: Date? = nil
    ) {
        self.accountID = accountID
        self.id = id
        self.envelopeID = envelopeID
        self.from = from
        self.to = to
    }
}
