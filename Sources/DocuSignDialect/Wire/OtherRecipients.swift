extension Wire {
    /// Someone who signs on a host's device.
    public struct InPersonSigner: WireObject, Codable, Hashable, Sendable {
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
        public var contact: RecipientContact
        public var tabs: Tabs?
        /// Present for someone who has signed on an offline device.
        public var offlineAttributes: OfflineAttributes?
        /// The members that only answers have.
        public var progress: Signer.Progress?

        public init(
            recipientId: String?, hostName: String?, hostEmail: String?, signerName: String?,
            signerEmail: String? = nil, routingOrder: Int? = nil, clientUserId: String? = nil, note: String? = nil,
            tabs: Tabs? = nil, progress: Signer.Progress? = nil, roleName: String? = nil,
            offlineAttributes: OfflineAttributes? = nil, contact: RecipientContact = RecipientContact()
        ) {
            self.recipientId = recipientId
            self.roleName = roleName
            self.hostName = hostName
            self.hostEmail = hostEmail
            self.signerName = signerName
            self.signerEmail = signerEmail
            self.routingOrder = routingOrder
            self.clientUserId = clientUserId
            self.note = note
            self.tabs = tabs
            self.offlineAttributes = offlineAttributes
            self.progress = progress
            self.contact = contact
        }

        init(reading reader: WireReader) throws {
            try reader.refuse(Signer.refused)
            try reader.refuse("inPersonSigningType", unless: "inPersonSigner")
            try Signer.checkType(reader, is: "inpersonsigner")
            recipientId = try reader.name("recipientId")
            roleName = try reader.name("roleName")
            hostName = try reader.text("hostName")
            hostEmail = try reader.text("hostEmail")
            signerName = try reader.text("signerName")
            signerEmail = try reader.text("signerEmail")
            routingOrder = try reader.integer("routingOrder")
            clientUserId = try reader.name("clientUserId")
            note = try reader.name("note")
            contact = try RecipientContact(reader)
            tabs = try reader.object("tabs", as: Tabs.self)
            offlineAttributes = try reader.object("offlineAttributes", as: OfflineAttributes.self)
            progress = try Signer.Progress(reader)
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("recipientId", recipientId)
            try writer.text("roleName", roleName)
            try writer.text("hostName", hostName)
            try writer.text("hostEmail", hostEmail)
            try writer.text("signerName", signerName)
            try writer.text("signerEmail", signerEmail)
            try writer.integer("routingOrder", routingOrder)
            try writer.text("clientUserId", clientUserId)
            try writer.text("note", note)
            try contact.write(to: &writer)
            try writer.value("tabs", tabs)
            try writer.value("offlineAttributes", offlineAttributes)
            try progress?.write(to: &writer, type: "inpersonsigner", contact)
        }
    }

    /// Someone who gets a copy when their turn comes.
    public struct CarbonCopy: WireObject, Codable, Hashable, Sendable {
        public var recipientId: String?
        /// The role that this recipient of a template stands for; has no effect in an envelope.
        public var roleName: String?
        public var name: String?
        public var email: String?
        /// Absent means 1.
        public var routingOrder: Int?
        public var clientUserId: String?
        public var note: String?
        public var contact: RecipientContact
        /// The members that only answers have.
        public var progress: Signer.Progress?

        public init(
            recipientId: String?, name: String?, email: String?, routingOrder: Int? = nil, clientUserId: String? = nil,
            note: String? = nil, progress: Signer.Progress? = nil, roleName: String? = nil,
            contact: RecipientContact = RecipientContact()
        ) {
            self.recipientId = recipientId
            self.roleName = roleName
            self.name = name
            self.email = email
            self.routingOrder = routingOrder
            self.clientUserId = clientUserId
            self.note = note
            self.progress = progress
            self.contact = contact
        }

        init(reading reader: WireReader) throws {
            try reader.refuse(Signer.refused)
            try reader.refuse(["tabs"], because: "is not allowed for a recipient who only receives a copy")
            try Signer.checkType(reader, is: "carboncopy")
            recipientId = try reader.name("recipientId")
            roleName = try reader.name("roleName")
            name = try reader.text("name")
            email = try reader.text("email")
            routingOrder = try reader.integer("routingOrder")
            clientUserId = try reader.name("clientUserId")
            note = try reader.name("note")
            contact = try RecipientContact(reader)
            progress = try Signer.Progress(reader)
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
            try progress?.write(to: &writer, type: "carboncopy", contact)
        }
    }
}
