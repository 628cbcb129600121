/// What conditions ask about: the tabs of a recipient that go by one label, or by one radio group.
struct ConditionParent: Hashable {
    let recipient: RecipientID
    let label: String

    /// What a tab is to those that hang on it; nothing for a radio button without a group.
    init?(of tab: EnvelopeTab) {
        guard let label = tab.kind == .radio ? tab.choice?.group : tab.label else { return nil }
        recipient = tab.recipientID
        self.label = label
    }

    /// What a tab hangs on; nothing for one that is always shown.
    init?(above tab: EnvelopeTab) {
        guard let condition = tab.condition else { return nil }
        recipient = tab.recipientID
        label = condition.parentLabel
    }
}

/// Tabs in an order in which each comes after those that its condition asks about.
///
/// Found in one pass whose time grows with the number of tabs alone, however they hang on one another: many tabs may
/// go by one label, and the ways from tab to tab would be too many to follow.
struct ConditionOrder {
    /// Indices of tabs. Tabs in a circle, tabs that hang on one, and those with more than
    /// ``EnvelopeLimits/conditionDepth`` others above them in a row are left out.
    private(set) var indices: [Int] = []

    private var groups: [ConditionParent: Group] = [:]

    private struct Group {
        /// How many of its tabs are not in the order yet.
        var open = 0
        /// The most conditions above one of its tabs.
        var depth = 0
        /// The tabs that hang on it.
        var waiting: [Int] = []
        /// Those of them that belong to it themselves: a tab may hang on others of its own label.
        var ownWaiting: [Int] = []

        /// The tabs that hang on nothing but what is in the order already.
        var ready: [Int] {
            if open == 0 { return waiting }
            return open == 1 && ownWaiting.count == 1 ? ownWaiting : []
        }
    }

    init(_ tabs: [EnvelopeTab]) {
        for (index, tab) in tabs.enumerated() {
            let own = ConditionParent(of: tab)
            if let own { groups[own, default: Group()].open += 1 }
            guard let parent = ConditionParent(above: tab) else { continue }
            groups[parent, default: Group()].waiting.append(index)
            if parent == own { groups[parent, default: Group()].ownWaiting.append(index) }
        }
        var isOrdered = [Bool](repeating: false, count: tabs.count)
        var ready = tabs.indices.filter { tabs[$0].condition == nil } + groups.values.flatMap(\.ready)
        while let index = ready.popLast() {
            guard !isOrdered[index] else { continue }
            let depth = ConditionParent(above: tabs[index]).map { (groups[$0]?.depth ?? 0) + 1 } ?? 0
            guard depth <= EnvelopeLimits.conditionDepth else { continue }
            isOrdered[index] = true
            indices.append(index)
            guard let own = ConditionParent(of: tabs[index]), var group = groups[own] else { continue }
            group.open -= 1
            group.depth = max(group.depth, depth)
            groups[own] = group
            ready += group.ready
        }
    }
}
