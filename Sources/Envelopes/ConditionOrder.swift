/// The parent of a condition: all tabs of one recipient with the same label, or in the same radio group.
struct ConditionParent: Hashable {
    let recipient: RecipientID
    let label: String

    /// The parent that a tab belongs to; `nil` for a radio button without a group.
    init?(of tab: EnvelopeTab) {
        guard let label = tab.kind == .radio ? tab.choice?.group : tab.label else { return nil }
        recipient = tab.recipientID
        self.label = label
    }

    /// The parent in a tab's condition; `nil` for a tab without a condition.
    init?(above tab: EnvelopeTab) {
        guard let condition = tab.condition else { return nil }
        recipient = tab.recipientID
        label = condition.parentLabel
    }
}

/// Tabs in topological order: each comes after the tabs that its condition depends on.
///
/// The order is found in one pass, in time linear in the number of tabs. Following each path from tab to tab would not
/// be: many tabs may share a label.
struct ConditionOrder {
    /// Indices of tabs. Tabs in a cycle are left out, and so are tabs that depend on one, or on a chain of more than
    /// ``EnvelopeLimits/conditionDepth`` others.
    private(set) var indices: [Int] = []

    private var groups: [ConditionParent: Group] = [:]

    private struct Group {
        /// The number of its tabs that are not in the order yet.
        var open = 0
        /// The length of the longest chain of conditions above one of its tabs.
        var depth = 0
        /// The tabs that depend on it.
        var waiting: [Int] = []
        /// Those dependent tabs that are also members: a tab may depend on others with its own label.
        var ownWaiting: [Int] = []

        /// The tabs that depend only on tabs already in the order.
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
