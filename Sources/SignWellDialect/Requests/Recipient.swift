import Envelopes

extension SignWell {
    /// A recipient of a request.
    public struct Recipient: Hashable, Sendable, Encodable {
        /// The sender's own id, which fields refer to.
        public var id: String
        /// At most 255 UTF-16 code units; absent or empty means the e-mail address.
        public var name: String?
        /// Two recipients of a document cannot share one.
        public var email: String
        /// The placeholder of a template that they take.
        public var placeholderName: String?
        /// Asked before they see the document.
        public var passcode: String?
        /// The subject of this recipient's e-mails, at most 255 UTF-16 code units; absent means the document's.
        public var subject: String?
        /// The text of this recipient's e-mails, at most 4,000 UTF-16 code units; absent means the document's.
        public var message: String?
        /// Whether they also get mail although they sign embedded; absent means false.
        public var sendEmail: Bool?
        /// Minutes until that mail, 0 to 60.
        public var sendEmailDelay: Int?

        /// - Parameters:
        ///   - id: chosen by the sender and unique in the document; fields name it
        ///   - name: `nil` for the e-mail address
        ///   - passcode: asked before they see the document; `nil` for none
        public init(id: String, name: String? = nil, email: String, passcode: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
            self.passcode = passcode
        }

        init(reading reader: RequestReader, usesTemplate: Bool) {
            id = reader.text("id") ?? ""
            name = reader.text("name")
            email = reader.text("email") ?? ""
            if usesTemplate { placeholderName = reader.text("placeholder_name") }
            passcode = reader.text("passcode")
            subject = reader.text("subject")
            message = reader.text("message")
            sendEmail = reader.flag("send_email")
            sendEmailDelay = reader.integer("send_email_delay")
            if id.isEmpty { reader.refuse("id", "is missing.") }
            if !reader.has("email") { reader.refuse("email", "is missing.") }
            reader.refuseOthers()
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, email, passcode, subject, message
            case placeholderName = "placeholder_name"
            case sendEmail = "send_email"
            case sendEmailDelay = "send_email_delay"
        }
    }

    /// Somebody who gets the final document.
    public struct CopiedContact: Hashable, Sendable, Codable {
        /// Only in answers.
        public var id: String?
        /// Absent or empty means the e-mail address.
        public var name: String?
        /// Not a recipient's address.
        public var email: String

        /// - Parameter id: `nil` in a request
        public init(id: String? = nil, name: String? = nil, email: String) {
            self.id = id
            self.name = name
            self.email = email
        }

        init(reading reader: RequestReader) {
            name = reader.text("name")
            email = reader.text("email") ?? ""
            if !reader.has("email") { reader.refuse("email", "is missing.") }
            reader.refuseOthers()
        }
    }

    /// A file that a recipient has to add.
    public struct AttachmentRequest: Hashable, Sendable, Codable {
        /// What the recipient is asked for, such as a proof of address.
        public var name: String
        /// The ``Recipient/id``; in a template the placeholder's.
        public var recipientID: String
        /// Whether they cannot finish without the file; absent means true.
        public var required: Bool?
        /// Where the attached file is, in answers about the recipient, once they have signed.
        public private(set) var url: String?

        /// - Parameters:
        ///   - name: what the recipient is asked for
        ///   - recipientID: the ``Recipient/id``; in a template the placeholder's
        ///   - required: `nil` means true
        public init(name: String, recipientID: String, required: Bool? = nil) {
            self.name = name
            self.recipientID = recipientID
            self.required = required
        }

        init(reading reader: RequestReader, person: String = "recipient_id") {
            name = reader.text("name") ?? ""
            recipientID = reader.text(person) ?? ""
            required = reader.flag("required")
            if name.isEmpty { reader.refuse("name", "is missing.") }
            if recipientID.isEmpty { reader.refuse(person, "is missing.") }
            reader.refuseOthers()
        }

        /// An answer's request.
        init(_ tab: EnvelopeTab, url: String?) {
            self.init(name: tab.label, recipientID: tab.recipientID.rawValue, required: tab.required)
            self.url = url
        }

        static func all(
            in tabs: [EnvelopeTab], of recipient: RecipientID? = nil, _ links: DocumentLinks = DocumentLinks()
        ) -> [AttachmentRequest] {
            tabs.filter { $0.kind == .signerAttachment && (recipient ?? $0.recipientID) == $0.recipientID }.map {
                Self($0, url: links.attached[$0.id])
            }
        }

        private enum CodingKeys: String, CodingKey {
            case name, required, url
            case recipientID = "recipient_id"
        }
    }
}
