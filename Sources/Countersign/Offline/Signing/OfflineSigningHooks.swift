import Envelopes
import Synchronization

/// What an app may do while people sign on a device without a network. Every call has an answer that does nothing.
public protocol OfflineSigningHooks: Sendable {
    /// Before the next signer is chosen or called.
    func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async
    /// Before a signer begins.
    func willSign(_ recipient: Recipient, _ envelope: Envelope, editing recipients: RecipientEditing) async
    /// After a signer has signed.
    func didSign(_ recipient: Recipient, _ envelope: Envelope) async
}

extension OfflineSigningHooks {
    public func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async {}
    public func willSign(_ recipient: Recipient, _ envelope: Envelope, editing recipients: RecipientEditing) async {}
    public func didSign(_ recipient: Recipient, _ envelope: Envelope) async {}
}

/// Changes to an envelope's recipients, for as long as a hook runs.
///
/// A definition is the first event of a history and never changes, and with the first signature the places of everybody
/// who will sign are in the document. So recipients can be changed in an envelope that was composed on this device and
/// that nobody has signed: its history then begins anew, under the same id, and what was typed in before is forgotten.
public final class RecipientEditing: Sendable {
    private struct State {
        var recipients: [Recipient]
        var isOpen: Bool
    }

    private let state: Mutex<State>
    private let original: [Recipient]

    init(_ recipients: [Recipient], isOpen: Bool) {
        original = recipients
        state = Mutex(State(recipients: recipients, isOpen: isOpen))
    }

    /// The recipients as they will be.
    public var recipients: [Recipient] { state.withLock { $0.recipients } }

    /// Whether changes are taken: the hook runs, the envelope was made here, and nobody has signed.
    public var isPossible: Bool { state.withLock { $0.isOpen } }

    /// Changes one recipient; its id stays.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` with ``OfflineObstacle/recipientsFixed`` or
    ///   ``OfflineObstacle/unknownRecipient(_:)``.
    public func change(_ id: RecipientID, _ change: (inout Recipient) -> Void) throws(CountersignError) {
        let obstacle: OfflineObstacle? = state.withLock { state in
            guard state.isOpen else { return .recipientsFixed }
            guard let index = state.recipients.firstIndex(where: { $0.id == id }) else { return .unknownRecipient(id) }
            change(&state.recipients[index])
            state.recipients[index].id = id
            return nil
        }
        if let obstacle { throw .notPossibleOffline([obstacle]) }
    }

    /// Ends the editing; gives the recipients if any has changed.
    func close() -> [Recipient]? {
        state.withLock { state in
            state.isOpen = false
            return state.recipients == original ? nil : state.recipients
        }
    }
}
