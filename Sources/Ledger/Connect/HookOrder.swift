import Envelopes

/// An order to tell one hook of one event; the payload of its job.
///
/// The message is made again for each attempt, from the history up to the event, so that it is always the same.
public struct HookOrder: Sendable, Hashable, Codable {
    public var envelopeID: EnvelopeID
    public var accountID: String
    /// The number of the event in the history.
    public var sequence: Int
    /// What happened, in the words of the hook's receiver.
    public var type: String
    /// The recipient whom it is about, if any.
    public var recipientID: RecipientID?
    /// The number of the hook.
    public var hook: Int

    public init(
        envelopeID: EnvelopeID, accountID: String, sequence: Int, type: String, recipientID: RecipientID? = nil,
        hook: Int
    ) {
        self.envelopeID = envelopeID
        self.accountID = accountID
        self.sequence = sequence
        self.type = type
        self.recipientID = recipientID
        self.hook = hook
    }

    private enum CodingKeys: String, CodingKey {
        case envelopeID = "envelopeId"
        case accountID = "accountId"
        case sequence, type
        case recipientID = "recipientId"
        case hook
    }

    /// Returns the job that delivers the message. Messages of one envelope to one hook stay in order.
    public func job() throws -> NewJob {
        NewJob(
            .hook, lane: "hook/\(envelopeID)/\(hook)", target: "hook/\(hook)", accountID: accountID,
            envelopeID: envelopeID, payload: try CanonicalJSON.bytes(of: self))
    }
}
