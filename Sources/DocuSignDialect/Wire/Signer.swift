import Envelopes

extension Wire {
    /// A recipient who signs.
    package struct Signer: WireRecipient, Codable, Hashable, Sendable {
        package var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        package var roleName: String?
        package var name: String?
        package var email: String?
        /// Absent means 1.
        package var routingOrder: Int?
        /// Set for someone who signs inside the sender's own product.
        package var clientUserId: String?
        package var note: String?
        package var contact = RecipientContact()
        package var tabs: Tabs?
        /// Present for someone who has signed on an offline device.
        package var offlineAttributes: OfflineAttributes?
        /// The members that only answers have.
        package var progress: Progress?

        /// A recipient's progress; ignored in requests.
        package struct Progress: Hashable, Sendable {
            package var recipientIdGuid: String
            package var status: String
            package var sentDateTime: String?
            package var deliveredDateTime: String?
            package var signedDateTime: String?
            package var declinedDateTime: String?
            package var declinedReason: String?
            /// How often they have finished: 0 or 1.
            package var completedCount: Int?
            package var totalTabCount: Int?
        }

        /// A member that requests must not have.
        package struct RefusedMember: Sendable {
            package let name: String
            /// Whether the server has to do it, so that nobody can sign without the server. The other members change
            /// only how something is announced or shown.
            package let needsServer: Bool
        }

        /// Members that would change how the person is identified, what they see, or how they are notified.
        package static let refusedMembers: [RefusedMember] = [
            ("idCheckConfigurationName", true), ("idCheckInformationInput", false),
            ("phoneAuthentication", true), ("smsAuthentication", true), ("socialAuthentications", false),
            ("signingGroupId", true), ("signingGroupUsers", false),
            ("signatureInfo", false), ("consentDetailsList", true), ("notaryHost", true),
            ("embeddedRecipientStartURL", false), ("emailRecipientPostSigningURL", false),
            ("documentVisibility", true), ("phoneNumber", true),
            ("additionalNotifications", true), ("recipientAttachments", true), ("requireSignerCertificate", true),
            ("recipientSignatureProviders", true), ("requireSignOnPaper", true), ("requireUploadSignature", true),
            ("isBulkRecipient", true), ("delegatedTo", false), ("delegatedBy", false),
            ("proofFile", false), ("customFields", false), ("notaryId", true), ("agentCanEditEmail", false),
            ("agentCanEditName", false),
        ].map { RefusedMember(name: $0.0, needsServer: $0.1) }
        static let refused: [WireKey] = refusedMembers.map { WireKey(stringValue: $0.name) }

        static let typeName = "signer"

        static let members: [WireMember<Self>] =
            recipientMembers + [
                .text("name", \.name),
                .text("email", \.email),
                .object("tabs", \.tabs),
                .object("offlineAttributes", \.offlineAttributes),
            ]

        mutating func show(_ recipient: Recipient, _ tabs: Tabs?) {
            name = recipient.name
            email = recipient.email
            self.tabs = tabs
            offlineAttributes = OfflineAttributes(recipient.offlineAttributes)
        }
    }
}

extension Wire.Signer.Progress {
    /// Returns `nil` if one of the two members that answers always have is missing.
    init?(_ reader: WireReader) throws {
        guard let guid = try reader.name("recipientIdGuid"), let status = try reader.name("status") else { return nil }
        self.init(
            recipientIdGuid: guid, status: status, sentDateTime: try reader.name("sentDateTime"),
            deliveredDateTime: try reader.name("deliveredDateTime"),
            signedDateTime: try reader.name("signedDateTime"),
            declinedDateTime: try reader.name("declinedDateTime"), declinedReason: try reader.name("declinedReason"),
            completedCount: try reader.integer("completedCount"), totalTabCount: try reader.integer("totalTabCount"))
    }

    func write(to writer: inout WireWriter, type: String, _ contact: Wire.RecipientContact) throws {
        try writer.text("recipientIdGuid", recipientIdGuid)
        try writer.text("recipientType", type)
        try writer.text("status", status)
        try writer.text("sentDateTime", sentDateTime)
        try writer.text("deliveredDateTime", deliveredDateTime)
        try writer.text("signedDateTime", signedDateTime)
        try writer.text("declinedDateTime", declinedDateTime)
        try writer.text("declinedReason", declinedReason)
        try writer.integer("completedCount", completedCount)
        try writer.integer("totalTabCount", totalTabCount)
        try writer.flag("requireIdLookup", contact.identityVerification != nil)
        try writer.text("deliveryMethod", "email")
    }
}
