import Envelopes

/// A checkbox. Not required unless ``DraftTabs/optional(_:)`` is called with false.
public struct CheckboxTab: DraftTabs, Hashable {
    /// The tab, of the kind `checkbox`; its value is `true` or `nil`.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, label: String, isTicked: Bool = false
    ) {
        var tab = TabDraft(.checkbox, document: document, page: page, x: x, y: y, label: label, isRequired: false)
        if isTicked { tab.value = "true" }
        draft = tab.draft
    }
}

/// Checkboxes with a rule for how many have to be ticked. A group can contain another group; the outer rule counts the
/// inner group's boxes too.
///
///     CheckboxGroup("Extras", .atLeast(1)) {
///         CheckboxTab(document: "1", page: 1, x: 72, y: 300, label: "Garage")
///         CheckboxTab(document: "1", page: 1, x: 72, y: 320, label: "Cellar")
///     }
public struct CheckboxGroup: DraftTabs, Hashable {
    /// How many of a group's boxes have to be ticked. Numbers are inclusive.
    public enum Rule: Hashable, Sendable {
        case atLeast(Int)
        case atMost(Int)
        case exactly(Int)
        case between(Int, Int)
    }

    /// The boxes, with the rules of this group and of the groups in it.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - label: unique for a recipient
    ///   - message: shown when the rule is not met; `nil` for a description of the rule
    public init(
        _ label: String, _ rule: Rule, message: String? = nil,
        @RecipientDraft.TabsBuilder boxes: () -> [RecipientDraft.Tabs]
    ) {
        let parts = boxes()
        var tabs = parts.flatMap(\.tabs)
        for index in tabs.indices { tabs[index].groupLabels.append(label) }
        var group = RecipientDraft.Tabs.GroupRule(
            label: label, rule: .selectAtLeast, minimum: 0, maximum: 0, message: message)
        switch rule {
        case .atLeast(let count): (group.minimum, group.maximum) = (count, max(count, tabs.count))
        case .atMost(let count): (group.rule, group.maximum) = (.selectAtMost, count)
        case .exactly(let count): (group.rule, group.minimum, group.maximum) = (.selectExactly, count, count)
        case .between(let least, let most): (group.rule, group.minimum, group.maximum) = (.selectARange, least, most)
        }
        draft = RecipientDraft.Tabs(
            tabs: tabs, groups: parts.flatMap(\.groups) + [group],
            emptyRadioGroups: parts.flatMap(\.emptyRadioGroups))
    }
}
