import Foundation

/// That the first bytes of a file existed at a time, as a trusted document timestamp says (ETSI EN 319 102-1 §5.6.2).
struct ProofOfExistence: Sendable {
    /// What stands before this byte existed.
    var end: Int
    var time: Date
    /// Until when the timestamp itself can be verified.
    var forecast: VerifiabilityForecast?
}
