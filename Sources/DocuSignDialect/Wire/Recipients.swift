extension Wire {
    /// The recipients of an envelope; of the API's kinds only signers are taken.
    public struct Recipients: Codable, Hashable, Sendable {
        public var signers: [Signer]?
        /// Only in answers.
        public var recipientCount: Int?
        /// Only in answers: the routing order whose recipients may act now.
        public var currentRoutingOrder: Int?

        /// The kinds that are always empty.
        static let otherKinds: [WireKey] = [
            "agents", "editors", "intermediaries", "carbonCopies", "certifiedDeliveries", "inPersonSigners", "seals",
            "witnesses", "notaries",
        ]

        public init(signers: [Signer]?, recipientCount: Int? = nil, currentRoutingOrder: Int? = nil) {
            self.signers = signers
            self.recipientCount = recipientCount
            self.currentRoutingOrder = currentRoutingOrder
        }

        public init(from decoder: any Decoder) throws {
            let reader = try WireReader(decoder)
            try reader.refuse(
                Self.otherKinds + ["participants"], because: "is not supported by this service; it takes signers only")
            signers = try reader.list("signers", of: Signer.self)
            recipientCount = try reader.integer("recipientCount")
            currentRoutingOrder = try reader.integer("currentRoutingOrder")
        }

        /// Every kind is written, as the API does in answers.
        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.value("signers", signers ?? [])
            for kind in Self.otherKinds { try writer.value(kind, [String]()) }
            try writer.integer("recipientCount", recipientCount)
            try writer.integer("currentRoutingOrder", currentRoutingOrder)
        }
    }
}
