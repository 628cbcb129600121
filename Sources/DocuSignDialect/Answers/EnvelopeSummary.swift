import Envelopes

extension Wire {
    /// The answer to `POST …/envelopes`.
    package struct EnvelopeSummary: Codable, Hashable, Sendable {
        package var envelopeId: String
        package var status: String
        package var statusDateTime: String
        package var uri: String

        package init(_ envelope: Envelopes.Envelope) {
            envelopeId = envelope.id.rawValue
            status = envelope.status.rawValue
            statusDateTime = WireDate.text(envelope.statusChangedAt)
            uri = "/envelopes/\(envelope.id)"
        }
    }

    /// The answer to `PUT …/envelopes/{id}`.
    package struct EnvelopeUpdateSummary: Codable, Hashable, Sendable {
        package var envelopeId: String

        package init(_ envelope: Envelopes.Envelope) { envelopeId = envelope.id.rawValue }
    }
}
