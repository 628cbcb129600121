import Envelopes

extension Wire {
    /// Someone who signs on a host's device.
    package struct InPersonSigner: WireRecipient, Codable, Hashable, Sendable {
        package var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        package var roleName: String?
        package var hostName: String?
        package var hostEmail: String?
        package var signerName: String?
        /// Needed only to send a copy.
        package var signerEmail: String?
        /// Absent means 1.
        package var routingOrder: Int?
        /// Set if the host uses the sender's own product.
        package var clientUserId: String?
        package var note: String?
        package var contact = RecipientContact()
        package var tabs: Tabs?
        /// Present for someone who has signed on an offline device.
        package var offlineAttributes: OfflineAttributes?
        /// The members that only answers have.
        package var progress: Signer.Progress?

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
    package struct CarbonCopy: WireRecipient, Codable, Hashable, Sendable {
        package var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        package var roleName: String?
        package var name: String?
        package var email: String?
        /// Absent means 1.
        package var routingOrder: Int?
        package var clientUserId: String?
        package var note: String?
        package var contact = RecipientContact()
        /// The members that only answers have.
        package var progress: Signer.Progress?

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
    package struct CertifiedDelivery: WireRecipient, Codable, Hashable, Sendable {
        package var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        package var roleName: String?
        package var name: String?
        package var email: String?
        /// Absent means 1.
        package var routingOrder: Int?
        package var clientUserId: String?
        package var note: String?
        package var contact = RecipientContact()
        /// The members that only answers have.
        package var progress: Signer.Progress?

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
