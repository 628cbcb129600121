import Foundation

/// Proof by a trusted document timestamp that the first bytes of a file existed at a time (ETSI EN 319 102-1 §5.6.2).
struct ProofOfExistence: Sendable {
    /// The end of the proven bytes.
    var end: Int
    var time: Date
    /// Until when the timestamp itself can be verified.
    var forecast: VerifiabilityForecast?
}
