/// A place on a page where a recipient has something to do, or where something of theirs is written.
public struct EnvelopeTab: Hashable, Sendable, Codable {
    public var id: TabID
    public var kind: TabKind
    public var documentID: DocumentID
    public var recipientID: RecipientID
    /// From 1.
    public var page: Int
    public var frame: TabFrame
    /// What people and screen readers call it.
    public var label: String
    /// Whether the recipient cannot finish without it.
    public var required: Bool
    /// Whether the value is the sender's and the recipient may only read it.
    public var locked: Bool
    /// What the sender filled in: text for a text tab, `true` or `false` for a checkbox or radio button, an option's
    /// value for a list, nothing for others.
    public var value: String?
    /// The most UTF-16 code units that a text tab takes.
    public var maxLength: Int?
    public var tooltip: String?
    /// The radio button's group and its own value there; nil for other kinds.
    public var choice: RadioChoice?
    /// What a list offers; nil for other kinds.
    public var options: [ListOption]?
    /// When the tab is shown; nil for always.
    public var condition: TabCondition?
    /// The labels of the tab groups that count it.
    public var groupLabels: [String]?
    private var font: Points?

    /// - Parameter fontSize: in points; nil leaves it to whoever draws the tab.
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

    /// In points; nil leaves it to whoever draws the tab.
    public var fontSize: Double? {
        get { font?.value }
        set { font = newValue.map(Points.init) }
    }

    /// Whether it is a place to sign or initial that the recipient may leave empty: it is filled by an event of its own.
    public var isOptionalArtwork: Bool { kind.isArtwork && !required }

    /// What people call it; a radio button by its group.
    public var spokenLabel: String { choice?.group ?? label }

    private enum CodingKeys: String, CodingKey {
        case id, kind
        case documentID = "documentId"
        case recipientID = "recipientId"
        case page, frame, label, required, locked, value, maxLength, tooltip, choice, options, condition, groupLabels
        case font = "fontSize"
    }
}
