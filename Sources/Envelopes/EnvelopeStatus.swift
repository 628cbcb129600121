/// Where an envelope stands, in the words of the eSignature REST API.
public enum EnvelopeStatus: String, Codable, CaseIterable, Sendable {
    /// A draft.
    case created
    /// On its way to the first recipients.
    case sent
    /// Every recipient has opened it.
    case delivered
    /// Every recipient has signed; the seal is still missing.
    case signed
    /// Sealed: the end.
    case completed
    /// A recipient refused: the end.
    case declined
    /// Taken back: the end.
    case voided

    /// Whether nothing can change any more.
    public var isFinal: Bool {
        switch self {
        case .completed, .declined, .voided: true
        case .created, .sent, .delivered, .signed: false
        }
    }

    /// Whether recipients may act.
    public var isInProcess: Bool { self == .sent || self == .delivered }
}

/// Where a recipient stands, in the words of the eSignature REST API.
public enum RecipientStatus: String, Codable, CaseIterable, Sendable {
    /// Not yet their turn, or the envelope is a draft.
    case created
    /// Their turn has come.
    case sent
    /// They have opened the envelope.
    case delivered
    /// They have signed.
    case completed
    /// They have refused.
    case declined
}
