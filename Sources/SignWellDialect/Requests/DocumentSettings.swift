extension SignWell {
    /// What may be said about a document besides its files, people and fields. Drafts and templates have the same.
    public struct DocumentSettings: Hashable, Sendable, Encodable {
        /// The document's name, at most 255 UTF-16 code units; absent means the name of the first file.
        public var name: String?
        /// The subject of e-mails, at most 255 UTF-16 code units; absent or empty means the name.
        public var subject: String?
        /// The text of e-mails, at most 4,000 UTF-16 code units.
        public var message: String?
        /// Whether the document binds nobody.
        public var testMode: Bool?
        /// Days until it expires.
        public var expiresIn: Int?
        /// Whether recipients are reminded on days 3, 6 and 10; absent means true.
        public var reminders: Bool?
        /// Whether recipients sign one after the other.
        public var applySigningOrder: Bool?
        /// An application of the account (`api_application_id`), a UUID; absent means the API key's own, if any.
        public var apiApplicationID: String?
        /// Whether recipients sign inside the sender's product (`embedded_signing`); absent means false.
        public var embeddedSigning: Bool?
        /// Whether people get e-mail when an embedded document is complete; absent means false.
        public var embeddedSigningNotifications: Bool?
        /// The sender's name as recipients see it, at most 100 UTF-16 code units; absent means the user's.
        public var customRequesterName: String?
        /// The sender's e-mail address as recipients see it; absent means the user's.
        public var customRequesterEmail: String?
        /// Where a recipient's browser goes after signing (`redirect_url`): a web page, or an app's own scheme.
        public var redirectURL: String?
        /// Where a recipient's browser goes after declining (`decline_redirect_url`), as ``redirectURL``.
        public var declineRedirectURL: String?
        /// Whether recipients may decline (`allow_decline`); absent means true.
        public var allowDecline: Bool?
        /// Whether recipients may pass their part to somebody else (`allow_reassign`); absent means true.
        public var allowReassign: Bool?
        /// One of ``languages``; absent means `en`.
        public var language: String?
        /// At most 50 pairs, stored with the document: keys of 1 to 39 UTF-16 code units, values below 500.
        public var metadata: [String: String]?
        /// The words by which documents are sorted; absent means none.
        public var labels: [Label]?

        /// Leaves everything else to the service's defaults.
        public init(name: String? = nil) { self.name = name }

        /// A word by which documents are sorted.
        public struct Label: Hashable, Sendable, Codable {
            /// Only in answers.
            public var id: String?
            /// The word itself.
            public var name: String

            /// - Parameter id: `nil` in a request
            public init(id: String? = nil, name: String) {
                self.id = id
                self.name = name
            }
        }

        /// The codes (ISO 639-1) that ``language`` may have.
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
