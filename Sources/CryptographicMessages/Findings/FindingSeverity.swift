/// How much a finding weighs in the verdict on a signature.
public enum FindingSeverity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The signature does not hold.
    case broken
    /// The signature may hold, but cannot be relied on as it is.
    case doubtful
    /// It speaks neither against the signature nor for it.
    case note
}
