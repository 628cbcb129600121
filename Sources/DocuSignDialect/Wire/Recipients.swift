extension Wire {
    /// The recipients of an envelope. Of the API's kinds, signers, in-person signers, carbon copies and certified
    /// deliveries are supported.
    public struct Recipients: WireObject, Codable, Hashable, Sendable {
        public var signers: [Signer]?
        public var inPersonSigners: [InPersonSigner]?
        public var carbonCopies: [CarbonCopy]?
        public var certifiedDeliveries: [CertifiedDelivery]?
        /// Only in answers.
        public var recipientCount: Int?
        /// Only in answers: the routing order of the recipients whose turn it is.
        public var currentRoutingOrder: Int?

        /// The unsupported kinds, which are always empty.
        static let otherKinds: [WireKey] = [
            "agents", "editors", "intermediaries", "seals", "witnesses", "notaries",
        ]

        public init(
            signers: [Signer]?, inPersonSigners: [InPersonSigner]? = nil, carbonCopies: [CarbonCopy]? = nil,
            certifiedDeliveries: [CertifiedDelivery]? = nil,
            recipientCount: Int? = nil, currentRoutingOrder: Int? = nil
        ) {
            self.inPersonSigners = inPersonSigners
            self.carbonCopies = carbonCopies
            self.certifiedDeliveries = certifiedDeliveries
            self.signers = signers
            self.recipientCount = recipientCount
            self.currentRoutingOrder = currentRoutingOrder
        }

        init(reading reader: WireReader) throws {
            inPersonSigners = try reader.list("inPersonSigners", of: InPersonSigner.self)
            carbonCopies = try reader.list("carbonCopies", of: CarbonCopy.self)
            certifiedDeliveries = try reader.list("certifiedDeliveries", of: CertifiedDelivery.self)
            signers = try reader.list("signers", of: Signer.self)
            recipientCount = try reader.integer("recipientCount")
            currentRoutingOrder = try reader.integer("currentRoutingOrder")
            try reader.ignore(["errorDetails"])
            try reader.refuseOthers(
                because: WireReader.unsupported
                    + "; it takes signers, inPersonSigners, carbonCopies and certifiedDeliveries")
        }

        /// Writes every kind, as the API does in answers.
        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.value("signers", signers ?? [])
            try writer.value("inPersonSigners", inPersonSigners ?? [])
            try writer.value("carbonCopies", carbonCopies ?? [])
            try writer.value("certifiedDeliveries", certifiedDeliveries ?? [])
            for kind in Self.otherKinds { try writer.value(kind, [String]()) }
            try writer.integer("recipientCount", recipientCount)
            try writer.integer("currentRoutingOrder", currentRoutingOrder)
        }
    }
}
