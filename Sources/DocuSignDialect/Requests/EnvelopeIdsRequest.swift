extension Wire {
    /// The body of `PUT …/envelopes/status`: the envelopes to list.
    public struct EnvelopeIdsRequest: WireObject, Codable, Hashable, Sendable {
        public var envelopeIds: [String]?
        public var transactionIds: [String]?

        public init(envelopeIds: [String]? = nil, transactionIds: [String]? = nil) {
            self.envelopeIds = envelopeIds
            self.transactionIds = transactionIds
        }

        init(reading reader: WireReader) throws {
            envelopeIds = try reader.texts("envelopeIds")
            transactionIds = try reader.texts("transactionIds")
        }
    }
}
