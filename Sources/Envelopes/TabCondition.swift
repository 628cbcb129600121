import Essentials

/// The condition under which a tab is shown: another tab of the same recipient has a certain value.
///
/// A hidden tab is not required and leaves nothing in the document.
public struct TabCondition: Hashable, Sendable, Codable {
    /// The label of the parent tab; for radio buttons the name of their group.
    public var parentLabel: String
    /// The value of the parent: `on` for a checkbox, a signature or initials, a button's value for a radio group, an
    /// option's value for a list, the exact text for a text tab.
    public var parentValue: String

    /// Matches any text that is not blank.
    public static let anyText = "##ANY##"
    /// Matches a tick or adopted artwork.
    public static let on = "on"

    /// Checked only with the whole definition, which needs the parent.
    public init(parentLabel: String, parentValue: String) {
        self.parentLabel = parentLabel
        self.parentValue = parentValue
    }
}

extension Envelope {
    /// Whether a tab is shown: it has no condition, or a shown tab meets it. For many tabs, ``shownTabs(of:)`` is
    /// faster.
    public func isShown(_ tab: EnvelopeTab) -> Bool {
        tab.condition == nil || shownTabs(of: tab.recipientID).contains(tab.id)
    }

    /// Returns a recipient's shown tabs, found in one pass.
    public func shownTabs(of id: RecipientID) -> Set<TabID> {
        let tabs = tabs(of: id)
        guard tabs.contains(where: { $0.condition != nil }) else { return Set(tabs.map(\.id)) }
        var shown: Set<TabID> = []
        var met: Set<TabCondition> = []
        for index in ConditionOrder(tabs).indices {
            let tab = tabs[index]
            guard tab.condition.map(met.contains) ?? true else { continue }
            shown.insert(tab.id)
            guard let label = ConditionParent(of: tab)?.label else { continue }
            for value in metValues(of: tab) { met.insert(TabCondition(parentLabel: label, parentValue: value)) }
        }
        return shown
    }

    /// The condition values that the current value of a tab meets.
    private func metValues(of tab: EnvelopeTab) -> [String] {
        switch tab.kind {
        case .checkbox: return value(of: tab) == "true" ? [TabCondition.on] : []
        case .radio: return value(of: tab) == "true" ? [tab.choice?.value].compactMap(\.self) : []
        case .list: return [value(of: tab)].compactMap(\.self)
        case .text:
            let text = value(of: tab) ?? ""
            return TextRules.isBlank(text) ? [text] : [text, TabCondition.anyText]
        case .signHere, .initialHere: return isFilled(tab) ? [TabCondition.on] : []
        case .dateSigned, .fullName, .email, .signerAttachment: return []
        }
    }
}
