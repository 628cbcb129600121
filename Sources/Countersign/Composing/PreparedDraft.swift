import DocuSignDialect
import Envelopes
import Foundation

/// A draft in which nothing is wrong: the definition of an envelope, and its documents' bytes.
public struct PreparedDraft: Hashable, Sendable {
    public let id: EnvelopeID
    public let name: String
    public let definition: EnvelopeDefinition
    public let contents: [DocumentID: Data]

    /// The body of `POST …/envelopes`; its `transactionId` is the draft's id, so that a repeated request makes no
    /// second envelope.
    public func request(sending: Bool) -> Wire.EnvelopeDefinition {
        Wire.EnvelopeDefinition(requesting: definition, sending: sending) { contents[$0.id] ?? Data() }
    }
}
