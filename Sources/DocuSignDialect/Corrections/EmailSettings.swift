import Envelopes

extension Wire {
    /// Who gets the answers to an envelope's messages. Blind copies are not supported.
    public struct EmailSettings: WireRecord, Codable, Hashable, Sendable {
        public var replyEmailAddressOverride: String?
        public var replyEmailNameOverride: String?

        init() {}

        static let members: [WireMember<Self>] = [
            .refused(["bccEmailAddresses"]),
            .name("replyEmailAddressOverride", \.replyEmailAddressOverride),
            .name("replyEmailNameOverride", \.replyEmailNameOverride),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if replyEmailNameOverride != nil, replyEmailAddressOverride == nil {
                throw reader.refusal("replyEmailNameOverride", "needs a replyEmailAddressOverride")
            }
        }

        public init(_ replyTo: ReplyTo?) {
            replyEmailAddressOverride = replyTo?.email
            replyEmailNameOverride = replyTo?.name
        }

        /// The change to these settings.
        public var correction: Correction {
            guard let replyEmailAddressOverride else { return Correction(cleared: [.replyTo]) }
            return Correction(replyTo: ReplyTo(email: replyEmailAddressOverride, name: replyEmailNameOverride))
        }
    }
}
