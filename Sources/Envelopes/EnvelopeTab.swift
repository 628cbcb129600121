import Foundation

/// A place on a page that a recipient fills in, or that shows something about them.
public struct EnvelopeTab: Hashable, Sendable, Codable {
    /// Unique within the envelope.
    public var id: TabID
    /// What the recipient does with it, or what it shows.
    public var kind: TabKind
    /// The document that it lies on.
    public var documentID: DocumentID
    /// The recipient who fills it in, or whom it is about.
    public var recipientID: RecipientID
    /// The page number, from 1.
    public var page: Int
    /// The place on the page, in points from the top left corner.
    public var frame: TabFrame
    /// The name that people and screen readers use.
    public var label: String
    /// Whether the recipient has to fill it in before they finish.
    public var required: Bool
    /// Whether the sender set the value and the recipient may only read it.
    public var locked: Bool
    /// The sender's value: text for a text tab, `true` or `false` for a checkbox or radio button, an option's value for
    /// a list, `nil` for other kinds.
    public var value: String?
    /// The maximum length of a text tab, in UTF-16 code units.
    public var maxLength: Int?
    /// A hint for the recipient; `nil` for none.
    public var tooltip: String?
    /// A radio button's group and its value there; `nil` for other kinds.
    public var choice: RadioChoice?
    /// The options of a list, or what a text tab suggests; `nil` for other kinds.
    public var options: [ListOption]?
    /// The condition under which the tab is shown; `nil` if it is always shown.
    public var condition: TabCondition?
    /// The labels of the tab groups that count it.
    public var groupLabels: [String]?
    /// What the recipient may type into a text tab; `nil` for anything.
    public var validation: TextValidation?
    /// How a date is written: the day of signing, or the day that the recipient enters into a text tab. `nil` for the
    /// service's own form, and for other text.
    public var dateFormat: DateFormat?
    /// The sender's own id for the tab; `nil` for none. People do not see it.
    public var clientID: String?
    /// What a text tab asks its recipient about themselves, or which part of their name a full-name tab shows; `nil` for
    /// anything else, and for the whole name. Browsers offer what they know.
    public var detail: PersonDetail?
    /// The side of the field at which its text lies; `nil` for the side at which the text begins.
    public var alignment: TabAlignment?
    private var font: Points?

    /// - Parameter fontSize: the size in points; `nil` leaves it to the drawing code
    public init(
        id: TabID, kind: TabKind, documentID: DocumentID, recipientID: RecipientID, page: Int, frame: TabFrame,
        label: String, required: Bool = true, locked: Bool = false, value: String? = nil, maxLength: Int? = nil,
        tooltip: String? = nil, fontSize: Double? = nil, choice: RadioChoice? = nil, options: [ListOption]? = nil,
        condition: TabCondition? = nil, groupLabels: [String]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.documentID = documentID
        self.recipientID = recipientID
        self.page = page
        self.frame = frame
        self.label = label
        self.required = required
        self.locked = locked
        self.value = value
        self.maxLength = maxLength
        self.tooltip = tooltip
        self.choice = choice
        self.options = options
        self.condition = condition
        self.groupLabels = groupLabels
        font = fontSize.map(Points.init)
    }

    /// The font size in points; `nil` leaves it to the drawing code.
    public var fontSize: Double? {
        get { font?.value }
        set { font = newValue.map(Points.init) }
    }

    /// Whether the tab is an optional place to sign or initial. An event of its own fills it.
    public var isOptionalArtwork: Bool { kind.isArtwork && !required }

    /// The label, or for a radio button the name of its group.
    public var spokenLabel: String { choice?.group ?? label }

    private enum CodingKeys: String, CodingKey {
        case id, kind
        case documentID = "documentId"
        case recipientID = "recipientId"
        case page, frame, label, required, locked, value, maxLength, tooltip, choice, options, condition, groupLabels
        case validation, dateFormat, detail, alignment
        case clientID = "clientId"
        case font = "fontSize"
    }
}

/// The side of a field at which its text lies.
public enum TabAlignment: String, Hashable, Sendable, Codable, CaseIterable {
    case left, right
}

extension PersonDetail? {
    /// Returns the part of a name: for the given name its first word, for the family name the others; otherwise all of it.
    func part(ofName name: String) -> String {
        let words = name.split(separator: " ", maxSplits: 1)
        return switch self {
        case .givenName: words.first.map(String.init) ?? name
        case .familyName: words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
        case nil, .company, .title, .phone: name
        }
    }
}

/// What a text tab may ask a recipient about themselves.
public enum PersonDetail: String, Hashable, Sendable, Codable, CaseIterable {
    case givenName, familyName, company, title, phone

    /// The browser's word for it (HTML Living Standard §4.10.18.7, autofill field names).
    package var autofillName: String {
        switch self {
        case .givenName: "given-name"
        case .familyName: "family-name"
        case .company: "organization"
        case .title: "organization-title"
        case .phone: "tel"
        }
    }
}
