extension Wire {
    /// The body of `PUT …/envelopes/status`: the envelopes to list.
    public struct EnvelopeIdsRequest: WireRecord, Codable, Hashable, Sendable {
        public var envelopeIds: [String]?
        public var transactionIds: [String]?

        static let members: [WireMember<Self>] = [
            .texts("envelopeIds", \.envelopeIds),
            .texts("transactionIds", \.transactionIds),
        ]
    }
}
