import Envelopes

extension Wire {
    /// Someone who has to open the documents when their turn comes, and does not sign.
    public struct CertifiedDelivery: WireObject, Codable, Hashable, Sendable {
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

        /// A recipient in an answer, or as a client sends it.
        public init(_ recipient: Recipient, progress: Signer.Progress? = nil, roleName: String? = nil) {
            recipientId = recipient.id.rawValue
            name = recipient.name
            email = recipient.email
            routingOrder = recipient.routingOrder
            clientUserId = recipient.clientUserID
            note = recipient.note
            contact = RecipientContact(recipient)
            self.progress = progress
            self.roleName = roleName
        }

        init(reading reader: WireReader) throws {
            try reader.refuse(Signer.refused)
            try reader.refuse(["tabs"], because: "is not allowed for a recipient who only receives the documents")
            try Signer.checkType(reader, is: "certifieddelivery")
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
            try progress?.write(to: &writer, type: "certifieddelivery", contact)
        }
    }
}
