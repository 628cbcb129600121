import Envelopes
import Ledger
import ServiceCalls

extension EnvelopeLedger {
    /// Returns the envelope in the path if it belongs to the token's account. For other accounts, it appears not to
    /// exist.
    ///
    /// - Throws: ``NoEnvelope``, `NotAuthenticated`
    package func envelope(named request: ServiceCall) async throws -> Envelope {
        let name = request.parameters["envelopeId"] ?? ""
        let identity = try request.requireIdentity()
        guard let id = EnvelopeID(rawValue: name), let envelope = try await events.envelope(id),
            envelope.accountID == identity.accountID
        else { throw NoEnvelope(name: name) }
        return envelope
    }
}

/// The account has no envelope that a path names.
package struct NoEnvelope: Error, Hashable, CustomStringConvertible {
    let name: String

    package var description: String { "There is no envelope \(name.prefix(64))." }
}
