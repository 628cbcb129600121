import DocuSignDialect
import Envelopes
import Foundation

/// A draft in which nothing is wrong: the definition of an envelope, and its documents' bytes.
package struct PreparedDraft: Hashable, Sendable {
    package let id: EnvelopeID
    package let name: String
    package let definition: EnvelopeDefinition
    package let contents: [DocumentID: Data]

    /// The body of `POST …/envelopes`; its `transactionId` is the draft's id, so that a repeated request makes no
    /// second envelope.
    package func request(sending: Bool) -> Wire.EnvelopeDefinition {
        Wire.EnvelopeDefinition(requesting: definition, sending: sending) { contents[$0.id] ?? Data() }
    }
}
