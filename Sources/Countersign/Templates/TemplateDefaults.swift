import Envelopes

/// What is said about an envelope that is made from a template.
///
///     var defaults = TemplateDefaults()
///     defaults.recipients = [TemplateDefaults.Recipient(role: "tenant", name: "Bo Signer", email: "bo@example.org")]
///     defaults.tabValues = ["Rent": "950", "Pets": "true"]
public struct TemplateDefaults: Sendable {
    /// Who takes which role. Recipients that are not named here stay as the template has them.
    public var recipients: [TemplateDefaults.Recipient]
    /// Values by label: text, an option of a list, `true` or `false` for a checkbox. Of a radio button the label is the
    /// button's value. A label that no field has is passed over; see ``Templates/MadeEnvelope/unusedLabels``.
    public var tabValues: [String: String]
    /// How labels are compared; nil is the configuration's.
    public var comparison: OfflineOptions.TabDefaultComparison?
    /// Nil keeps the template's.
    public var emailSubject: String?
    /// Nil keeps the template's.
    public var emailMessage: String?
    /// The envelope's name on this device; the subject where it and the template have none. Nil is the template's name.
    public var title: String?
    /// A field of a name that the template has takes its value; others are added.
    public var customFields: [any DraftCustomField]
    /// A PDF that is put before or behind the template's documents.
    public var inserted: DraftDocument?
    public var position: Position

    /// Where a PDF is put among the template's documents.
    public enum Position: Sendable, Hashable { case beginning, end }

    public init(
        recipients: [TemplateDefaults.Recipient] = [], tabValues: [String: String] = [:],
        comparison: OfflineOptions.TabDefaultComparison? = nil, emailSubject: String? = nil,
        emailMessage: String? = nil,
        title: String? = nil, customFields: [any DraftCustomField] = [], inserted: DraftDocument? = nil,
        position: Position = .beginning
    ) {
        self.recipients = recipients
        self.tabValues = tabValues
        self.comparison = comparison
        self.emailSubject = emailSubject
        self.emailMessage = emailMessage
        self.title = title
        self.customFields = customFields
        self.inserted = inserted
        self.position = position
    }
}

extension TemplateDefaults {
    /// Who takes one of a template's roles.
    public struct Recipient: Sendable, Hashable {
        public enum Selector: Sendable, Hashable {
            case id(RecipientID)
            case role(String)
        }

        public var selector: Selector
        /// Of an in-person signer: of the host. Nil keeps the template's.
        public var name: String?
        /// Of an in-person signer: of the host. Nil keeps the template's.
        public var email: String?
        /// Makes an in-person signer of a remote one, or the other way round; nil keeps the template's.
        public var kind: Envelopes.Recipient.Kind?
        public var inPersonSignerName: String?
        /// For somebody who signs inside the app.
        public var clientUserID: String?
        /// The recipient and their fields are not part of the envelope.
        public var isRemoved: Bool

        public init(
            _ selector: Selector, name: String? = nil, email: String? = nil, kind: Envelopes.Recipient.Kind? = nil,
            inPersonSignerName: String? = nil, clientUserID: String? = nil, isRemoved: Bool = false
        ) {
            self.selector = selector
            self.name = name
            self.email = email
            self.kind = kind
            self.inPersonSignerName = inPersonSignerName
            self.clientUserID = clientUserID
            self.isRemoved = isRemoved
        }

        public init(
            role: String, name: String? = nil, email: String? = nil, kind: Envelopes.Recipient.Kind? = nil,
            inPersonSignerName: String? = nil, clientUserID: String? = nil
        ) {
            self.init(
                .role(role), name: name, email: email, kind: kind, inPersonSignerName: inPersonSignerName,
                clientUserID: clientUserID)
        }

        public init(
            id: RecipientID, name: String? = nil, email: String? = nil, kind: Envelopes.Recipient.Kind? = nil,
            inPersonSignerName: String? = nil, clientUserID: String? = nil
        ) {
            self.init(
                .id(id), name: name, email: email, kind: kind, inPersonSignerName: inPersonSignerName,
                clientUserID: clientUserID)
        }

        /// Takes a recipient out of the envelope.
        public static func removing(_ selector: Selector) -> TemplateDefaults.Recipient {
            TemplateDefaults.Recipient(selector, isRemoved: true)
        }
    }
}

extension Templates {
    /// An envelope made from a template.
    public struct MadeEnvelope: Sendable, Hashable {
        public let envelopeID: EnvelopeID
        /// Labels of values that no field of the template took.
        public let unusedLabels: [String]
    }
}
