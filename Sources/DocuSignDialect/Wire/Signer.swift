extension Wire {
    /// A recipient who signs.
    public struct Signer: WireObject, Codable, Hashable, Sendable {
        public var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        public var roleName: String?
        public var name: String?
        public var email: String?
        /// Absent means 1.
        public var routingOrder: Int?
        /// Set for someone who signs inside the sender's own product.
        public var clientUserId: String?
        public var note: String?
        public var contact: RecipientContact
        public var tabs: Tabs?
        /// Present for someone who has signed on an offline device.
        public var offlineAttributes: OfflineAttributes?
        /// The members that only answers have.
        public var progress: Progress?

        /// A recipient's progress; ignored in requests.
        public struct Progress: Hashable, Sendable {
            public var recipientIdGuid: String
            public var status: String
            public var sentDateTime: String?
            public var deliveredDateTime: String?
            public var signedDateTime: String?
            public var declinedDateTime: String?
            public var declinedReason: String?
            /// How often they have finished: 0 or 1.
            public var completedCount: Int?
            public var totalTabCount: Int?
        }

        public init(
            recipientId: String?, name: String?, email: String?, routingOrder: Int? = nil, clientUserId: String? = nil,
            note: String? = nil, tabs: Tabs? = nil, progress: Progress? = nil, roleName: String? = nil,
            offlineAttributes: OfflineAttributes? = nil, contact: RecipientContact = RecipientContact()
        ) {
            self.recipientId = recipientId
            self.roleName = roleName
            self.name = name
            self.email = email
            self.routingOrder = routingOrder
            self.clientUserId = clientUserId
            self.note = note
            self.tabs = tabs
            self.offlineAttributes = offlineAttributes
            self.progress = progress
            self.contact = contact
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
        static let refused = refusedMembers.map { WireKey(stringValue: $0.name) }

        init(reading reader: WireReader) throws {
            try reader.refuse(Self.refused)
            try Self.checkType(reader, is: "signer")
            recipientId = try reader.name("recipientId")
            roleName = try reader.name("roleName")
            name = try reader.text("name")
            email = try reader.text("email")
            routingOrder = try reader.integer("routingOrder")
            clientUserId = try reader.name("clientUserId")
            note = try reader.name("note")
            contact = try RecipientContact(reader)
            tabs = try reader.object("tabs", as: Tabs.self)
            offlineAttributes = try reader.object("offlineAttributes", as: OfflineAttributes.self)
            progress = try Progress(reader)
        }

        /// Rejects another recipient type, delivery other than by e-mail, and unsupported requirements on how the
        /// person signs.
        static func checkType(_ reader: WireReader, is expected: String) throws {
            try reader.refuse(texts: ["signingGroupName"])
            try reader.refuse("deliveryMethod", unless: "email")
            try reader.refuse("recipientType", unless: expected)
            if try reader.flag("canSignOffline") == false {
                throw reader.refusal("canSignOffline", "can only be true")
            }
            try reader.refuse(["signInEachLocation"])
            // A host gets no mail, and neither does who signs inside the sender's own product.
            if try reader.flag("suppressEmails") == true, expected != "inpersonsigner",
                try reader.name("clientUserId") == nil
            {
                throw reader.refusal(
                    "suppressEmails",
                    "can only be true with a clientUserId: without mail, the recipient finds the documents in your own "
                        + "product alone (…/views/recipient)")
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("recipientId", recipientId)
            try writer.text("roleName", roleName)
            try writer.text("name", name)
            try writer.text("email", email)
            try writer.integer("routingOrder", routingOrder)
            try writer.text("clientUserId", clientUserId)
            try writer.text("note", note)
            try contact.write(to: &writer)
            try writer.value("tabs", tabs)
            try writer.value("offlineAttributes", offlineAttributes)
            try progress?.write(to: &writer, type: "signer", contact)
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
