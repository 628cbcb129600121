import Envelopes

extension Wire {
    /// Someone who signs on a host's device.
    public struct InPersonSigner: WireRecipient, Codable, Hashable, Sendable {
        public var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        public var roleName: String?
        public var hostName: String?
        public var hostEmail: String?
        public var signerName: String?
        /// Needed only to send a copy.
        public var signerEmail: String?
        /// Absent means 1.
        public var routingOrder: Int?
        /// Set if the host uses the sender's own product.
        public var clientUserId: String?
        public var note: String?
        public var contact = RecipientContact()
        public var tabs: Tabs?
        /// Present for someone who has signed on an offline device.
        public var offlineAttributes: OfflineAttributes?
        /// The members that only answers have.
        public var progress: Signer.Progress?

        static let typeName = "inpersonsigner"

        static let members: [WireMember<Self>] =
            [.only("inPersonSigner", "inPersonSigningType")] + recipientMembers + [
                .text("hostName", \.hostName),
                .text("hostEmail", \.hostEmail),
                .text("signerName", \.signerName),
                .text("signerEmail", \.signerEmail),
                .object("tabs", \.tabs),
                .object("offlineAttributes", \.offlineAttributes),
            ]

        mutating func show(_ recipient: Recipient, _ tabs: Tabs?) {
            hostName = recipient.host?.name
            hostEmail = recipient.host?.email
            signerName = recipient.name
            signerEmail = recipient.email
            self.tabs = tabs
            offlineAttributes = OfflineAttributes(recipient.offlineAttributes)
        }
    }

    /// Someone who gets a copy when their turn comes.
    public struct CarbonCopy: WireRecipient, Codable, Hashable, Sendable {
        public var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        public var roleName: String?
        public var name: String?
        public var email: String?
        /// Absent means 1.
        public var routingOrder: Int?
        public var clientUserId: String?
        public var note: String?
        public var contact = RecipientContact()
        /// The members that only answers have.
        public var progress: Signer.Progress?

        static let typeName = "carboncopy"

        static let members: [WireMember<Self>] =
            [.refused(["tabs"], because: "is not allowed for a recipient who only receives a copy")]
            + recipientMembers + [.text("name", \.name), .text("email", \.email)]

        mutating func show(_ recipient: Recipient, _ tabs: Tabs?) {
            name = recipient.name
            email = recipient.email
        }
    }

    /// Someone who has to open the documents when their turn comes, and does not sign.
    public struct CertifiedDelivery: WireRecipient, Codable, Hashable, Sendable {
        public var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        public var roleName: String?
        public var name: String?
        public var email: String?
        /// Absent means 1.
        public var routingOrder: Int?
        public var clientUserId: String?
        public var note: String?
        public var contact = RecipientContact()
        /// The members that only answers have.
        public var progress: Signer.Progress?

        static let typeName = "certifieddelivery"

        static let members: [WireMember<Self>] =
            [.refused(["tabs"], because: "is not allowed for a recipient who only receives the documents")]
            + recipientMembers + [.text("name", \.name), .text("email", \.email)]

        mutating func show(_ recipient: Recipient, _ tabs: Tabs?) {
            name = recipient.name
            email = recipient.email
        }
    }
}
