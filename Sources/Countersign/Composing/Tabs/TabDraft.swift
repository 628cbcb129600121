import DocuSignDialect
import Envelopes
import Foundation

/// Tabs that can stand in a recipient: one, or a group of them.
public protocol DraftTabs: Sendable {
    var draft: RecipientDraft.Tabs { get }
}

extension RecipientDraft {
    /// Tabs, and the rules that count them if there are any.
    public struct Tabs: DraftTabs, Hashable, Sendable {
        public var tabs: [TabDraft]
        var groups: [GroupRule]
        /// Names of radio groups that were given no button, of which no tab would tell.
        var emptyRadioGroups: [String]

        /// How many ticks; whose, the recipient adds.
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

        public var draft: RecipientDraft.Tabs { self }
    }
}

/// A tab of an ``EnvelopeDraft``, of any kind; ``SignHere``, ``TextTab`` and the others make them.
public struct TabDraft: DraftTabs, Hashable, Sendable, Codable {
    /// Drawn with the tab.
    public let id: TabID
    public var kind: TabKind
    public var document: DocumentID
    /// From 1.
    public var page: Int
    /// From the left edge of the page, in points.
    public var x: Double
    /// From the upper edge of the page, in points.
    public var y: Double
    /// In points; nil is the kind's own.
    public var width: Double?
    public var height: Double?
    /// 0.5 to 2: how much larger a signature or initials are than their width and height say.
    public var scale = 1.0
    /// What values and conditions name the tab by; nil is the kind's own.
    public var label: String?
    /// What people are told about it.
    public var tooltip: String?
    public var isRequired: Bool
    public var isLocked = false
    public var value: String?
    /// In UTF-16 code units; text only.
    public var maxLength: Int?
    /// In points: 7 to 12, 14, 16, 18, 20, 22, 24, 26, 28, 36, 48 or 72.
    public var fontSize: Double?
    public var choice: RadioChoice?
    public var options: [ListOption]?
    public var condition: TabCondition?
    public var groupLabels: [String] = []

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

    public var draft: RecipientDraft.Tabs { RecipientDraft.Tabs(tabs: [self]) }

    /// The tab as the envelope has it.
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

/// What can be said of a tab, or of all tabs of a group, after it was made.
extension DraftTabs {
    /// Can be left empty.
    public func optional(_ isOptional: Bool = true) -> RecipientDraft.Tabs { changed { $0.isRequired = !isOptional } }

    /// Has the sender's value, which the recipient only reads.
    public func locked(_ isLocked: Bool = true) -> RecipientDraft.Tabs { changed { $0.isLocked = isLocked } }

    public func label(_ label: String) -> RecipientDraft.Tabs { changed { $0.label = label } }

    public func tooltip(_ tooltip: String) -> RecipientDraft.Tabs { changed { $0.tooltip = tooltip } }

    /// Text this large, in points.
    public func fontSize(_ points: Double) -> RecipientDraft.Tabs { changed { $0.fontSize = points } }

    /// Shown only while the tab, or the radio group, of this label has this value: `on` for a tick or a signature, a
    /// button's or an option's value, a text, or `TabCondition.anyText`.
    public func shown(when label: String, is value: String) -> RecipientDraft.Tabs {
        changed { $0.condition = TabCondition(parentLabel: label, parentValue: value) }
    }

    private func changed(_ change: (inout TabDraft) -> Void) -> RecipientDraft.Tabs {
        var draft = draft
        for index in draft.tabs.indices { change(&draft.tabs[index]) }
        return draft
    }
}
