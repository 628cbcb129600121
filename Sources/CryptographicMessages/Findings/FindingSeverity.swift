/// The effect of a finding on the verdict about a signature.
public enum FindingSeverity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The signature is invalid.
    case broken
    /// The signature may be valid, but cannot be relied on as it is.
    case doubtful
    /// The finding does not affect the verdict.
    case note
}
