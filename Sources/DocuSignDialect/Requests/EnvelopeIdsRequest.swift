extension Wire {
    /// The body of `PUT …/envelopes/status`: the envelopes to list.
    package struct EnvelopeIdsRequest: WireRecord, Codable, Hashable, Sendable {
        package var envelopeIds: [String]?
        package var transactionIds: [String]?

        static let members: [WireMember<Self>] = [
            .texts("envelopeIds", \.envelopeIds),
            .texts("transactionIds", \.transactionIds),
        ]
    }
}
