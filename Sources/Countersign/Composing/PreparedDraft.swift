import DocuSignDialect
import Envelopes
import Foundation

/// A valid draft: an envelope's definition and its documents' bytes.
package struct PreparedDraft: Hashable, Sendable {
    package let id: EnvelopeID
    package let name: String
    package let definition: EnvelopeDefinition
    package let contents: [DocumentID: Data]
    /// Access codes in clear, for a request; the definition has their hashes.
    package var codes: [RecipientID: String] = [:]

    /// Returns the body of `POST …/envelopes`. Its `transactionId` is the draft's id, so repeating the request does not
    /// make a second envelope.
    package func request(sending: Bool) -> Wire.EnvelopeDefinition {
        Wire.EnvelopeDefinition(requesting: definition, sending: sending, codes: codes) { contents[$0.id] ?? Data() }
    }
}
