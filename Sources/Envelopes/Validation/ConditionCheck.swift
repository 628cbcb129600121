/// Checks whether the conditions of tabs can ever be met, in one pass over all of them.
struct ConditionCheck {
    /// The number of tabs for each label, and the values that they can have.
    private var parents: [ConditionParent: Values] = [:]
    private let ordered: Set<Int>

    private struct Values {
        var tabs = 0
        /// The number of tabs that can have each value.
        var counts: [String: Int] = [:]
        /// The number of tabs that accept any text.
        var ofText = 0
    }

    init(_ tabs: [EnvelopeTab]) {
        ordered = Set(ConditionOrder(tabs).indices)
        for tab in tabs {
            guard let parent = ConditionParent(of: tab) else { continue }
            var values = parents[parent] ?? Values()
            values.tabs += 1
            if tab.kind == .text { values.ofText += 1 }
            for value in Self.possibleValues(of: tab) { values.counts[value, default: 0] += 1 }
            parents[parent] = values
        }
    }

    /// Whether another tab exists that the tab's condition can depend on.
    func hasParents(_ tab: EnvelopeTab) -> Bool {
        guard let values = ConditionParent(above: tab).flatMap({ parents[$0] }) else { return false }
        return values.tabs > (isOfOwnLabel(tab) ? 1 : 0)
    }

    /// Whether one of those tabs can have the value in the condition.
    func canBeMet(_ tab: EnvelopeTab) -> Bool {
        guard let condition = tab.condition,
            let values = ConditionParent(above: tab).flatMap({ parents[$0] })
        else { return true }
        let isOwn = isOfOwnLabel(tab)
        if values.ofText > (isOwn && tab.kind == .text ? 1 : 0) { return true }
        let own = isOwn && Self.possibleValues(of: tab).contains(condition.parentValue) ? 1 : 0
        return values.counts[condition.parentValue] ?? 0 > own
    }

    /// Whether the tab's condition depends on the tab itself, or on too long a chain of others.
    func isEndless(_ index: Int) -> Bool { !ordered.contains(index) }

    private func isOfOwnLabel(_ tab: EnvelopeTab) -> Bool { ConditionParent(of: tab) == ConditionParent(above: tab) }

    /// The values that a tab can have, except free text.
    private static func possibleValues(of tab: EnvelopeTab) -> Set<String> {
        switch tab.kind {
        case .checkbox: [TabCondition.on]
        case .signHere, .initialHere: tab.required ? [] : [TabCondition.on]
        case .radio: Set([tab.choice?.value].compactMap(\.self))
        case .list: Set((tab.options ?? []).map(\.value))
        case .text, .dateSigned, .fullName, .email, .signerAttachment: []
        }
    }
}
