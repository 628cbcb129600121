import Envelopes

extension Wire {
    /// The answer to `POST …/envelopes`.
    public struct EnvelopeSummary: Codable, Hashable, Sendable {
        public var envelopeId: String
        public var status: String
        public var statusDateTime: String
        public var uri: String

        public init(_ envelope: Envelopes.Envelope) {
            envelopeId = envelope.id.rawValue
            status = envelope.status.rawValue
            statusDateTime = WireDate.text(envelope.statusChangedAt)
            uri = "/envelopes/\(envelope.id)"
        }
    }

    /// The answer to `PUT …/envelopes/{id}`.
    public struct EnvelopeUpdateSummary: Codable, Hashable, Sendable {
        public var envelopeId: String

        public init(_ envelope: Envelopes.Envelope) { envelopeId = envelope.id.rawValue }
    }
}
