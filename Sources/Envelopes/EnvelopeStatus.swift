/// The status of an envelope, in the words of the eSignature REST API.
public enum EnvelopeStatus: String, Codable, CaseIterable, Sendable {
    /// A draft.
    case created
    /// Sent to the first recipients.
    case sent
    /// Every recipient has opened it.
    case delivered
    /// Every recipient has signed; the seal is still missing.
    case signed
    /// Sealed; final.
    case completed
    /// A recipient declined; final.
    case declined
    /// Voided by the sender; final.
    case voided

    /// Whether the status is final.
    public var isFinal: Bool {
        switch self {
        case .completed, .declined, .voided: true
        case .created, .sent, .delivered, .signed: false
        }
    }

    /// Whether recipients may act.
    public var isInProcess: Bool { self == .sent || self == .delivered }
}

/// The status of a recipient, in the words of the eSignature REST API.
public enum RecipientStatus: String, Codable, CaseIterable, Sendable {
    /// Not yet their turn, or the envelope is a draft.
    case created
    /// Their turn has come.
    case sent
    /// They have opened the envelope.
    case delivered
    /// They have signed.
    case completed
    /// They have declined.
    case declined
    /// A message to them could not be delivered.
    case autoResponded = "autoresponded"
}
