extension Wire {
    /// The recipients of an envelope. Of the API's kinds, signers, in-person signers, carbon copies and certified
    /// deliveries are supported.
    package struct Recipients: WireRecord, Codable, Hashable, Sendable {
        package var signers: [Signer]?
        package var inPersonSigners: [InPersonSigner]?
        package var carbonCopies: [CarbonCopy]?
        package var certifiedDeliveries: [CertifiedDelivery]?
        /// Only in answers.
        package var recipientCount: Int?
        /// Only in answers: the routing order of the recipients whose turn it is.
        package var currentRoutingOrder: Int?

        /// The unsupported kinds, which are always empty.
        static let otherKinds: [WireKey] = [
            "agents", "editors", "intermediaries", "seals", "witnesses", "notaries",
        ]

        static let members: [WireMember<Self>] = [
            .fullList("inPersonSigners", \.inPersonSigners),
            .fullList("carbonCopies", \.carbonCopies),
            .fullList("certifiedDeliveries", \.certifiedDeliveries),
            .fullList("signers", \.signers),
            .integer("recipientCount", \.recipientCount),
            .integer("currentRoutingOrder", \.currentRoutingOrder),
        ]

        mutating func complete(_ reader: WireReader) throws {
            try reader.ignore(["errorDetails"])
            try reader.refuseOthers(
                because: WireReader.unsupported
                    + "; it takes signers, inPersonSigners, carbonCopies and certifiedDeliveries")
        }

        /// Writes every kind, as the API does in answers.
        func writeOthers(to writer: inout WireWriter) throws {
            for kind in Self.otherKinds { try writer.value(kind, [String]()) }
        }
    }
}
