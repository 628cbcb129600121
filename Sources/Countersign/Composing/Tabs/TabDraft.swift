import DocuSignDialect
import Envelopes
import Essentials
import Foundation

/// Tabs that a recipient can have: a single tab or a group.
public protocol DraftTabs: Sendable {
    /// What becomes part of the recipient: one tab, or a group's tabs with their rule.
    var draft: RecipientDraft.Tabs { get }
}

extension RecipientDraft {
    /// Tabs, with their group rules if there are any.
    public struct Tabs: DraftTabs, Hashable, Sendable {
        /// In the order in which they were given.
        public var tabs: [TabDraft]
        var groups: [GroupRule]
        /// Names of radio groups without buttons, which no tab would record.
        var emptyRadioGroups: [String]

        /// The number of ticks required; the recipient is added later.
        struct GroupRule: Hashable, Sendable {
            var label: String
            var rule: TabGroup.Rule
            var minimum: Int
            var maximum: Int
            var message: String?
        }

        init(tabs: [TabDraft], groups: [GroupRule] = [], emptyRadioGroups: [String] = []) {
            self.tabs = tabs
            self.groups = groups
            self.emptyRadioGroups = emptyRadioGroups
        }

        /// Itself.
        public var draft: RecipientDraft.Tabs { self }
    }
}

/// A tab of an ``EnvelopeDraft``, of any kind. Create one with ``SignHere``, ``TextTab`` and the other types.
public struct TabDraft: DraftTabs, Hashable, Sendable, Codable {
    /// Generated with the tab.
    public let id: TabID
    /// Decides which other members have an effect.
    public var kind: TabKind
    /// The ``DraftDocument/id`` of the document that the tab is on.
    public var document: DocumentID
    /// The page, from 1.
    public var page: Int
    /// The left edge, in points from the left of the page.
    public var x: Double
    /// The upper edge, in points from the top of the page.
    public var y: Double
    /// In points; `nil` for the kind's default.
    public var width: Double?
    /// In points; `nil` for the kind's default.
    public var height: Double?
    /// The factor, 0.5 to 2, by which a signature or initials are enlarged beyond their width and height.
    public var scale = 1.0
    /// The name by which values and conditions refer to the tab; `nil` for the kind's default.
    public var label: String?
    /// The hint shown to people.
    public var tooltip: String?
    /// Whether the recipient cannot finish while the tab is empty.
    public var isRequired: Bool
    /// Whether the recipient cannot change the value. Default: no.
    public var isLocked = false
    /// The initial value: a text, an option's value, `true` for a tick, `true` or `false` for a radio button; `nil` for
    /// none.
    public var value: String?
    /// The maximum length in UTF-16 code units; text only.
    public var maxLength: Int?
    /// In points: 7 to 12, 14, 16, 18, 20, 22, 24, 26, 28, 36, 48 or 72.
    public var fontSize: Double?
    /// A radio button's group and value; `nil` for other kinds.
    public var choice: RadioChoice?
    /// A list's options; `nil` for other kinds.
    public var options: [ListOption]?
    /// The tab is shown only while this holds; `nil` for a tab that is always shown.
    public var condition: TabCondition?
    /// The groups of checkboxes that count the tab, by their labels.
    public var groupLabels: [String] = []

    /// - Parameters:
    ///   - page: from 1
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    ///   - width: in points; `nil` for the kind's default; so is the height
    ///   - label: `nil` for the kind's default
    public init(
        _ kind: TabKind, document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil,
        height: Double? = nil, label: String? = nil, isRequired: Bool = true
    ) {
        id = TabID(UUID.random())
        self.kind = kind
        self.document = document
        self.page = page
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.label = label
        self.isRequired = isRequired
    }

    /// Creates a tab from its form in an envelope. What an envelope's tab has beyond a draft's is left out.
    init(_ tab: EnvelopeTab) {
        id = tab.id
        kind = tab.kind
        document = tab.documentID
        page = tab.page
        x = tab.frame.x
        y = tab.frame.y
        width = tab.frame.width
        height = tab.frame.height
        label = tab.label
        tooltip = tab.tooltip
        isRequired = tab.required
        isLocked = tab.locked
        value = tab.value
        maxLength = tab.maxLength
        fontSize = tab.fontSize
        choice = tab.choice
        options = tab.options
        condition = tab.condition
        groupLabels = tab.groupLabels ?? []
    }

    /// The tab alone, without a group.
    public var draft: RecipientDraft.Tabs { RecipientDraft.Tabs(tabs: [self]) }

    /// Returns the tab in the envelope's form.
    func tab(of recipient: RecipientID) -> EnvelopeTab {
        let usual = TabDefaults.size(of: kind)
        let scale = kind.isArtwork && (0.5...2).contains(scale) ? scale : 1
        return EnvelopeTab(
            id: id, kind: kind, documentID: document, recipientID: recipient, page: page,
            frame: TabFrame(
                x: x, y: y, width: (width ?? usual.width) * scale, height: (height ?? usual.height) * scale),
            label: label ?? tooltip ?? TabDefaults.label(of: kind), required: isRequired, locked: isLocked,
            value: value, maxLength: maxLength, tooltip: tooltip, fontSize: fontSize, choice: choice,
            options: options, condition: condition, groupLabels: groupLabels.isEmpty ? nil : groupLabels)
    }
}

/// Modifiers of a tab, or of all tabs of a group.
extension DraftTabs {
    /// Makes the tab optional: it can be left empty.
    public func optional(_ isOptional: Bool = true) -> RecipientDraft.Tabs { changed { $0.isRequired = !isOptional } }

    /// Locks the tab: it shows the sender's value, and the recipient cannot change it.
    public func locked(_ isLocked: Bool = true) -> RecipientDraft.Tabs { changed { $0.isLocked = isLocked } }

    /// Sets the name by which values and conditions refer to the tab. Radio buttons keep their group.
    public func label(_ label: String) -> RecipientDraft.Tabs { changed { $0.label = label } }

    /// Sets the hint shown to people.
    public func tooltip(_ tooltip: String) -> RecipientDraft.Tabs { changed { $0.tooltip = tooltip } }

    /// Sets the text size, in points.
    public func fontSize(_ points: Double) -> RecipientDraft.Tabs { changed { $0.fontSize = points } }

    /// Shows the tab only while the tab or radio group with this label has this value. The value is `on` for a tick or
    /// a signature, a button's or option's value, a text, or `TabCondition.anyText`.
    public func shown(when label: String, is value: String) -> RecipientDraft.Tabs {
        changed { $0.condition = TabCondition(parentLabel: label, parentValue: value) }
    }

    private func changed(_ change: (inout TabDraft) -> Void) -> RecipientDraft.Tabs {
        var draft = draft
        for index in draft.tabs.indices { change(&draft.tabs[index]) }
        return draft
    }
}
