import Envelopes
import Foundation
import Ledger

/// Stores new envelopes, whichever API they come from. Everything is checked before anything is stored.
package struct NewEnvelopes: Sendable {
    package let ledger: EnvelopeLedger
    package let unused: UnusedBlobs
    package let now: @Sendable () -> Date
    package let checks: SendingChecks
    /// Reminders and expiry, for what a request leaves open.
    package let notification: NotificationSettings
    /// An account's own ``notification``.
    package let accountNotification: @Sendable (_ account: String) async throws -> NotificationSettings?
    let accountDefaults: @Sendable (_ account: String) async throws -> EnvelopeDefaults
    let observe: ServiceObserver

    /// Stores an envelope and the documents that its request brought, or returns the earlier envelope of the same
    /// transaction id. A rejected request leaves nothing behind; after a conflict, orphaned documents may remain for a
    /// while.
    ///
    /// - Parameters:
    ///   - received: the documents of the request, which are not stored yet
    ///   - requestDigest: the hash of a request that has a transaction id
    ///   - letsMessagesWait: whether messages beyond the limit wait, as for a row of a bulk send
    /// - Throws: `EnvelopeError`, `StorageError`, and what ``SendingChecks`` throws
    package func add(
        _ definition: EnvelopeDefinition, as id: EnvelopeID = EnvelopeID(UUID.random()), received: [Blob], send: Bool,
        _ actor: EventActor, requestDigest: BlobHash? = nil, lettingMessagesWait letsMessagesWait: Bool = false
    ) async throws -> Envelope {
        var definition = definition
        let defaults = try await accountDefaults(definition.accountID)
        definition.options.showsEvidence = defaults.showsEvidence
        definition.options.dateFormat = defaults.dateFormat
        let (envelope, isNew) = try await ledger.createEnvelope(
            id, definition, send: send, CommandContext(at: now(), actor: actor), requestDigest: requestDigest
        ) { [definition] in
            if send {
                try await checks.check(definition, received: received, lettingMessagesWait: letsMessagesWait)
            }
            try await unused.keep(received)
        }
        if isNew { observe(.envelopeCreated) }
        return envelope
    }
}
