import Envelopes
import Locks

/// What an app may do while people sign on a device without a network. Every call has an answer that does nothing.
public protocol OfflineSigningHooks: Sendable {
    /// Before the next signer is chosen or called.
    func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async
    /// Before a signer begins.
    func willSign(_ recipient: Recipient, in envelope: Envelope, editing recipients: RecipientEditing) async
    /// After a signer has signed.
    func didSign(_ recipient: Recipient, in envelope: Envelope) async
}

extension OfflineSigningHooks {
    public func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async {}
    public func willSign(_ recipient: Recipient, in envelope: Envelope, editing recipients: RecipientEditing) async {}
    public func didSign(_ recipient: Recipient, in envelope: Envelope) async {}
}

/// Changes to an envelope's recipients, for as long as a hook runs.
///
/// A definition is the first event of a history and never changes, and every later event is linked to it. So recipients
/// can be changed in an envelope that was composed on this device and in which nobody has done anything: its history then
/// begins anew, under the same id. As soon as somebody has agreed, adopted a signature, typed something in, declined or
/// put signing off, editing is closed for everybody - a new beginning would take from the history what they have done.
/// Having only looked at the envelope is not among it; who has is forgotten by a new beginning.
public final class RecipientEditing: Sendable {
    private struct State {
        var recipients: [Recipient]
        /// Why changes are not taken.
        var obstacle: OfflineObstacle?
    }

    private let state: Locked<State>
    private let original: [Recipient]

    init(_ recipients: [Recipient], obstacle: OfflineObstacle?) {
        original = recipients
        state = Locked(State(recipients: recipients, obstacle: obstacle))
    }

    /// The recipients as they will be.
    public var recipients: [Recipient] { state.withLock { $0.recipients } }

    /// Whether changes are taken: the hook runs, the envelope was made here, and nobody has done anything in it.
    public var isPossible: Bool { obstacle == nil }

    /// Why changes are not taken: ``OfflineObstacle/recipientHasActed(_:)`` or ``OfflineObstacle/recipientsFixed``; nil
    /// while they are.
    public var obstacle: OfflineObstacle? { state.withLock { $0.obstacle } }

    /// Changes one recipient; its id stays.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` with ``obstacle`` or
    ///   ``OfflineObstacle/unknownRecipient(_:)``.
    public func change(_ id: RecipientID, _ change: (inout Recipient) -> Void) throws(CountersignError) {
        guard var recipient = recipients.first(where: { $0.id == id }) else {
            throw .notPossibleOffline([obstacle ?? .unknownRecipient(id)])
        }
        // Not under the lock: what changes one may look at the others.
        if obstacle == nil { change(&recipient) }
        recipient.id = id
        let refusal: OfflineObstacle? = state.withLock { [recipient] state in
            if let obstacle = state.obstacle { return obstacle }
            state.recipients = state.recipients.map { $0.id == id ? recipient : $0 }
            return nil
        }
        if let refusal { throw .notPossibleOffline([refusal]) }
    }

    /// Ends the editing; gives the recipients if any has changed.
    func close() -> [Recipient]? {
        state.withLock { state in
            state.obstacle = .recipientsFixed
            return state.recipients == original ? nil : state.recipients
        }
    }
}
