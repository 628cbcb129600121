import Envelopes
import Essentials

/// Hooks for an app while people sign offline. The default implementation of each does nothing.
public protocol OfflineSigningHooks: Sendable {
    /// Called before the next signer is chosen.
    func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async
    /// Called before a signer starts.
    func willSign(_ recipient: Recipient, in envelope: Envelope, editing recipients: RecipientEditing) async
    /// Called after a signer has signed.
    func didSign(_ recipient: Recipient, in envelope: Envelope) async
}

extension OfflineSigningHooks {
    /// Does nothing, so the recipients stay as they are.
    public func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async {}
    /// Does nothing, so the recipients stay as they are.
    public func willSign(_ recipient: Recipient, in envelope: Envelope, editing recipients: RecipientEditing) async {}
    /// Does nothing.
    public func didSign(_ recipient: Recipient, in envelope: Envelope) async {}
}

/// Changes to an envelope's recipients while a hook runs.
///
/// A definition is the first event of a history and never changes on a device; every later event is linked to it. Recipients can
/// therefore be changed only in an envelope that was composed on this device and in which nobody has acted. The history
/// then restarts under the same id. Editing is closed for everybody once somebody has agreed, adopted a signature,
/// entered a value, declined or postponed signing, because a restart would lose that. Viewing the envelope does not
/// close editing; a restart discards the record of who has viewed it.
public final class RecipientEditing: Sendable {
    private struct State {
        var recipients: [Recipient]
        /// Why changes are rejected.
        var obstacle: OfflineObstacle?
    }

    private let state: Locked<State>
    private let original: [Recipient]

    init(_ recipients: [Recipient], obstacle: OfflineObstacle?) {
        original = recipients
        state = Locked(State(recipients: recipients, obstacle: obstacle))
    }

    /// The recipients, with the changes so far.
    public var recipients: [Recipient] { state.withLock { $0.recipients } }

    /// Whether recipients can be changed: the hook is running, the envelope was made here, and nobody has acted in it.
    public var isPossible: Bool { obstacle == nil }

    /// Why changes are rejected: ``OfflineObstacle/recipientHasActed(_:)`` or ``OfflineObstacle/recipientsFixed``;
    /// `nil` if they are accepted.
    public var obstacle: OfflineObstacle? { state.withLock { $0.obstacle } }

    /// Changes one recipient. The id stays the same.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` with ``obstacle`` or
    ///   ``OfflineObstacle/unknownRecipient(_:)``
    public func change(_ id: RecipientID, _ change: (inout Recipient) -> Void) throws(CountersignError) {
        guard var recipient = recipients.first(where: { $0.id == id }) else {
            throw .notPossibleOffline([obstacle ?? .unknownRecipient(id)])
        }
        // Not under the lock: the closure may read the other recipients.
        if obstacle == nil { change(&recipient) }
        recipient.id = id
        let refusal: OfflineObstacle? = state.withLock { [recipient] state in
            if let obstacle = state.obstacle { return obstacle }
            state.recipients = state.recipients.map { $0.id == id ? recipient : $0 }
            return nil
        }
        if let refusal { throw .notPossibleOffline([refusal]) }
    }

    /// Ends the editing. Returns the recipients if any has changed.
    func close() -> [Recipient]? {
        state.withLock { state in
            state.obstacle = .recipientsFixed
            return state.recipients == original ? nil : state.recipients
        }
    }
}
