/// Limits on how much one recipient may add to an envelope's history before they finish. Without them, one recipient
/// could make the history too long for the others to finish.
///
/// Only repeatable acts are limited: adopting, filling in, leaving for later, passing on. Opening, agreeing, signing and declining
/// are always possible.
public struct ActLimits: Hashable, Sendable {
    /// How many times a recipient may adopt a signature or initials.
    public var adoptions: Int
    /// The maximum number of events of an envelope. Each signer has a share in proportion to their fields, which nobody
    /// else can use up.
    public var events: Int

    /// How many times a recipient may attach a file. Replaced files are kept too.
    public var attachments: Int

    /// How many times a recipient's part may be passed on.
    public var delegations: Int

    /// The defaults leave room for many more acts than ordinary signing needs.
    public init(adoptions: Int = 100, attachments: Int = 100, events: Int = 20_000, delegations: Int = 3) {
        self.adoptions = adoptions
        self.attachments = attachments
        self.delegations = delegations
        self.events = events
    }

    /// - Throws: ``EnvelopeError/tooManyAdoptions(_:limit:)``, ``EnvelopeError/tooManyEntries(_:limit:)`` or
    ///   ``EnvelopeError/tooManyDelegations(_:limit:)``
    func check(_ command: Command, in envelope: Envelope) throws(EnvelopeError) {
        guard let id = command.recipientID, let state = envelope.state(of: id) else { return }
        switch command {
        case .adopt:
            guard state.adoptionCount < adoptions else { throw .tooManyAdoptions(id, limit: adoptions) }
            try checkEntries(of: id, state, in: envelope)
        case .attach:
            guard state.attachmentCount < attachments else { throw .tooManyEntries(id, limit: attachments) }
            try checkEntries(of: id, state, in: envelope)
        case .fill, .finishLater, .place, .unplace, .detach:
            try checkEntries(of: id, state, in: envelope)
        case .delegate:
            guard state.earlierHolders.count < delegations else {
                throw .tooManyDelegations(id, limit: delegations)
            }
        default: return
        }
    }

    private func checkEntries(
        of id: RecipientID, _ state: RecipientState, in envelope: Envelope
    ) throws(EnvelopeError) {
        let share = share(of: id, in: envelope)
        guard state.entryCount < share else { throw .tooManyEntries(id, limit: share) }
    }

    /// The number of events reserved for the acts that are always possible: once for each signer, and once for the
    /// sender and the service together.
    private static let kept = 20
    /// Added to the number of a signer's fields, so that a signer without a field has a share as well.
    private static let least = 10

    /// The number of events that one recipient may use.
    func share(of id: RecipientID, in envelope: Envelope) -> Int {
        let signers = envelope.recipients.count(where: \.acts)
        let shared = max(0, events - Self.kept * (signers + 1))
        let own = envelope.tabs(of: id).count + Self.least
        let all = envelope.tabs.count + Self.least * signers
        return Int((Double(shared) * Double(own) / Double(max(all, own))).rounded(.down))
    }
}
