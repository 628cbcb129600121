import Envelopes
import Foundation

/// The Connect configurations of accounts, their keys, and the log of their webhooks. Secrets arrive sealed by a
/// ``SecretBox``.
public protocol ConnectStore: Sendable {
    /// Returns the configurations of an account, by their ids.
    func configurations(of accountID: String) async throws -> [ConnectConfiguration]

    /// Stores a new configuration and assigns its id. Returns `nil` if the account has
    /// ``ConnectConfiguration/mostInAccount`` already.
    func add(_ configuration: ConnectConfiguration) async throws -> ConnectConfiguration?

    /// Replaces a configuration of the same id and account. Returns `false` if there is none.
    func replace(_ configuration: ConnectConfiguration) async throws -> Bool

    /// Deletes a configuration. Returns `false` if there is none.
    func removeConfiguration(_ id: Int, of accountID: String) async throws -> Bool

    /// Returns how long a configuration's receiver has failed.
    func health(of configurationID: Int) async throws -> ConnectHealth

    /// Notes that a receiver accepted a message, so that it has not failed for any time.
    func noteSuccess(of configurationID: Int) async throws

    /// Notes that a receiver failed, and pauses the configuration if nothing else has happened for long.
    ///
    /// - Parameter life: seconds of failures alone after which the configuration is paused
    /// - Returns: whether this failure has paused it
    func noteFailure(of configurationID: Int, at date: Date, pausingAfter life: TimeInterval) async throws -> Bool

    /// Ends a pause; the time of failures begins anew.
    func resume(_ configurationID: Int) async throws

    /// Returns the keys of an account, oldest first.
    func keys(of accountID: String) async throws -> [ConnectKey]

    /// Stores a new key. Returns `nil` if the account has ``ConnectKey/mostInAccount`` already.
    func addKey(_ sealedText: Data, of accountID: String, at date: Date) async throws -> ConnectKey?

    /// Deletes a key. Returns `false` if there is none.
    func removeKey(_ id: Int, of accountID: String) async throws -> Bool

    /// Returns the authorization server of an account.
    func authorization(of accountID: String) async throws -> ConnectAuthorization?

    /// Stores an account's authorization server, or deletes it. A token that another one issued is forgotten.
    func setAuthorization(_ authorization: ConnectAuthorization?, of accountID: String) async throws

    /// Returns the token that the account's authorization server last issued.
    func token(of accountID: String) async throws -> ConnectToken?

    /// Stores a token, or forgets it.
    func setToken(_ token: ConnectToken?, of accountID: String) async throws

    /// Records an attempt. A failure replaces the order's earlier one among the failures; a success removes it.
    ///
    /// - Parameter isLogged: whether the log gets an entry too
    func note(_ record: ConnectRecord, isLogged: Bool) async throws

    /// Returns the log, newest first.
    func log(_ selection: ConnectSelection) async throws -> [ConnectRecord]

    /// Returns the messages that are not delivered, oldest first.
    func failures(_ selection: ConnectSelection) async throws -> [ConnectRecord]

    /// Deletes entries of the log: one, or all if `id` is `nil`. Returns the number of deleted entries.
    func removeLog(_ id: String?, of accountID: String) async throws -> Int

    /// Deletes a failure; its message stays undelivered. Returns `false` if there is none.
    func removeFailure(_ id: String, of accountID: String) async throws -> Bool
}

/// How a configuration's receiver has done lately.
public struct ConnectHealth: Sendable, Hashable {
    /// When the first of its failures without a success after it was; `nil` if there is none.
    public var failingSince: Date?
    /// When the configuration was paused; `nil` if it is not.
    public var pausedAt: Date?

    public init(failingSince: Date? = nil, pausedAt: Date? = nil) {
        self.failingSince = failingSince
        self.pausedAt = pausedAt
    }
}

/// Selects records of an account.
public struct ConnectSelection: Sendable, Hashable {
    public var accountID: String
    public var id: String?
    public var envelopeID: EnvelopeID?
    /// Only messages tried at this moment or later.
    public var from: Date?
    /// Only messages tried at this moment or earlier.
    public var to: Date?

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
