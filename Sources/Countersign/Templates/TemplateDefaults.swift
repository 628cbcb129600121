import Envelopes

/// Settings for an envelope made from a template.
///
///     var defaults = TemplateDefaults()
///     defaults.recipients = [TemplateDefaults.Recipient(role: "tenant", name: "Bo Signer", email: "bo@example.org")]
///     defaults.tabValues = ["Rent": "950", "Pets": "true"]
public struct TemplateDefaults: Sendable {
    /// The people who take roles. Recipients not listed here stay as the template defines them.
    public var recipients: [TemplateDefaults.Recipient]
    /// Values by label: text, an option of a list, `true` or `false` for a checkbox. A radio button's label is the
    /// button's value. Labels that no field has are ignored; see ``Templates/MadeEnvelope/unusedLabels``.
    public var tabValues: [String: String]
    /// How labels are compared; `nil` for the configured comparison.
    public var comparison: OfflineOptions.TabDefaultComparison?
    /// The e-mail subject; `nil` keeps the template's.
    public var emailSubject: String?
    /// The e-mail message; `nil` keeps the template's.
    public var emailMessage: String?
    /// The envelope's name on this device, also its subject if neither it nor the template has one. `nil` for the
    /// template's name.
    public var title: String?
    /// Custom fields. A field with the name of one in the template sets its value; others are added.
    public var customFields: [any DraftCustomField]
    /// A PDF inserted before or after the template's documents.
    public var inserted: DraftDocument?
    /// Where ``inserted`` goes; without effect if that is `nil`. Default: the beginning.
    public var position: Position

    /// The position of an inserted PDF among the template's documents.
    public enum Position: Sendable, Hashable { case beginning, end }

    /// Without arguments, the envelope is as the template defines it. Nothing is checked here.
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
    /// A person who takes one of the template's roles.
    public struct Recipient: Sendable, Hashable {
        /// Which recipient of the template is meant.
        public enum Selector: Sendable, Hashable {
            case id(RecipientID)
            case role(String)
        }

        /// Names that no recipient has are reported when the envelope is made.
        public var selector: Selector
        /// The person's name; for an in-person signer, the host's. `nil` keeps the template's.
        public var name: String?
        /// The person's e-mail address; for an in-person signer, the host's. `nil` keeps the template's.
        public var email: String?
        /// The kind of recipient: changes a remote signer to an in-person signer or back; `nil` keeps the template's.
        public var kind: Envelopes.Recipient.Kind?
        /// The name of the person who signs on the host's device; `nil` keeps the template's.
        public var inPersonSignerName: String?
        /// Set for a person who signs inside the app.
        public var clientUserID: String?
        /// Whether the recipient and their fields are left out of the envelope.
        public var isRemoved: Bool

        /// - Parameters:
        ///   - selector: which recipient of the template is meant
        ///   - clientUserID: `nil` keeps the template's; so do the other values
        ///   - isRemoved: whether the recipient and their fields are left out
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

        /// - Parameter role: compared as ``CountersignConfiguration/roleMatching`` says
        public init(
            role: String, name: String? = nil, email: String? = nil, kind: Envelopes.Recipient.Kind? = nil,
            inPersonSignerName: String? = nil, clientUserID: String? = nil
        ) {
            self.init(
                .role(role), name: name, email: email, kind: kind, inPersonSignerName: inPersonSignerName,
                clientUserID: clientUserID)
        }

        /// - Parameter id: the recipient's id in the template
        public init(
            id: RecipientID, name: String? = nil, email: String? = nil, kind: Envelopes.Recipient.Kind? = nil,
            inPersonSignerName: String? = nil, clientUserID: String? = nil
        ) {
            self.init(
                .id(id), name: name, email: email, kind: kind, inPersonSignerName: inPersonSignerName,
                clientUserID: clientUserID)
        }

        /// Returns an entry that removes a recipient from the envelope.
        public static func removing(_ selector: Selector) -> TemplateDefaults.Recipient {
            TemplateDefaults.Recipient(selector, isRemoved: true)
        }
    }
}

extension Templates {
    /// An envelope made from a template.
    public struct MadeEnvelope: Sendable, Hashable {
        /// The envelope's id: on the server for one that was made there, on this device for one composed offline.
        public let envelopeID: EnvelopeID
        /// Labels in ``TemplateDefaults/tabValues`` that no field of the template has.
        public let unusedLabels: [String]
    }
}
