extension SignWell {
    /// What may be said about a document besides its files, people and fields. Drafts and templates have the same.
    public struct DocumentSettings: Hashable, Sendable, Encodable {
        public var name: String?
        public var subject: String?
        public var message: String?
        /// Whether the document binds nobody.
        public var testMode: Bool?
        /// Days until it expires.
        public var expiresIn: Int?
        /// Whether recipients are reminded on days 3, 6 and 10; absent means true.
        public var reminders: Bool?
        /// Whether recipients sign one after the other.
        public var applySigningOrder: Bool?
        public var apiApplicationID: String?
        public var embeddedSigning: Bool?
        public var embeddedSigningNotifications: Bool?
        public var customRequesterName: String?
        public var customRequesterEmail: String?
        public var redirectURL: String?
        public var declineRedirectURL: String?
        public var allowDecline: Bool?
        public var allowReassign: Bool?
        /// One of ``languages``; absent means `en`.
        public var language: String?
        public var metadata: [String: String]?
        public var labels: [Label]?

        public init(name: String? = nil) { self.name = name }

        /// A word by which documents are sorted.
        public struct Label: Hashable, Sendable, Codable {
            /// Only in answers.
            public var id: String?
            public var name: String

            public init(id: String? = nil, name: String) {
                self.id = id
                self.name = name
            }
        }

        public static let languages = [
            "en", "fr", "es", "de", "pl", "pt", "da", "nl", "it", "ru", "sv", "ar", "el", "tr", "sk",
        ]

        private enum CodingKeys: String, CodingKey {
            case name, subject, message, reminders, language, metadata, labels
            case testMode = "test_mode"
            case expiresIn = "expires_in"
            case applySigningOrder = "apply_signing_order"
            case apiApplicationID = "api_application_id"
            case embeddedSigning = "embedded_signing"
            case embeddedSigningNotifications = "embedded_signing_notifications"
            case customRequesterName = "custom_requester_name"
            case customRequesterEmail = "custom_requester_email"
            case redirectURL = "redirect_url"
            case declineRedirectURL = "decline_redirect_url"
            case allowDecline = "allow_decline"
            case allowReassign = "allow_reassign"
        }

        /// - Parameter keys: the members that the call knows
        init(reading reader: RequestReader, _ keys: Set<String>) {
            func text(_ key: String) -> String? { keys.contains(key) ? reader.text(key) : nil }
            func flag(_ key: String) -> Bool? { keys.contains(key) ? reader.flag(key) : nil }
            name = text("name")
            subject = text("subject")
            message = text("message")
            testMode = flag("test_mode")
            expiresIn = keys.contains("expires_in") ? reader.integer("expires_in") : nil
            reminders = flag("reminders")
            applySigningOrder = flag("apply_signing_order")
            apiApplicationID = text("api_application_id")
            embeddedSigning = flag("embedded_signing")
            embeddedSigningNotifications = flag("embedded_signing_notifications")
            customRequesterName = text("custom_requester_name")
            customRequesterEmail = text("custom_requester_email")
            redirectURL = text("redirect_url")
            declineRedirectURL = text("decline_redirect_url")
            allowDecline = flag("allow_decline")
            allowReassign = flag("allow_reassign")
            language = text("language")
            if keys.contains("metadata") { metadata = Self.metadata(reader) }
            if keys.contains("labels") {
                labels = reader.list("labels", of: "label")?.compactMap { label in
                    let name = label.text("name")
                    label.refuseOthers()
                    if name == nil { label.refuse("name", "is missing.") }
                    return name.map { Label(name: $0) }
                }
            }
        }

        private static func metadata(_ reader: RequestReader) -> [String: String]? {
            switch reader.value("metadata") {
            case nil: return nil
            case .object(let pairs):
                var texts: [String: String] = [:]
                for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
                    if case .string(let text) = value {
                        texts[key] = text
                    } else {
                        reader.refuse("metadata", "The value of “\(key.prefix(100))” is not a string.")
                    }
                }
                return texts
            default:
                reader.refuse("metadata", "has to be an object of strings.")
                return nil
            }
        }
    }
}
