import Envelopes

extension Wire {
    /// Who gets the answers to an envelope's messages. Blind copies are not supported.
    package struct EmailSettings: WireRecord, Codable, Hashable, Sendable {
        package var replyEmailAddressOverride: String?
        package var replyEmailNameOverride: String?

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

        package init(_ replyTo: ReplyTo?) {
            replyEmailAddressOverride = replyTo?.email
            replyEmailNameOverride = replyTo?.name
        }

        /// The change to these settings.
        package var correction: Correction {
            guard let replyEmailAddressOverride else { return Correction(cleared: [.replyTo]) }
            return Correction(replyTo: ReplyTo(email: replyEmailAddressOverride, name: replyEmailNameOverride))
        }
    }
}
