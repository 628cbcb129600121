/// Whether the conditions of tabs can ever be met, found in one pass over all of them.
struct ConditionCheck {
    /// How many tabs there are of each label, and which values they can have.
    private var parents: [ConditionParent: Values] = [:]
    private let ordered: Set<Int>

    private struct Values {
        var tabs = 0
        /// How many tabs can have each value.
        var counts: [String: Int] = [:]
        /// How many tabs can have any value at all: those that take text.
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

    /// Whether a tab on which another one's condition can hang exists; it cannot hang on itself.
    func hasParents(_ tab: EnvelopeTab) -> Bool {
        guard let values = ConditionParent(above: tab).flatMap({ parents[$0] }) else { return false }
        return values.tabs > (isOfOwnLabel(tab) ? 1 : 0)
    }

    /// Whether one of those tabs can have the value that is asked for.
    func canBeMet(_ tab: EnvelopeTab) -> Bool {
        guard let condition = tab.condition,
            let values = ConditionParent(above: tab).flatMap({ parents[$0] })
        else { return true }
        let isOwn = isOfOwnLabel(tab)
        if values.ofText > (isOwn && tab.kind == .text ? 1 : 0) { return true }
        let own = isOwn && Self.possibleValues(of: tab).contains(condition.parentValue) ? 1 : 0
        return values.counts[condition.parentValue] ?? 0 > own
    }

    /// Whether the condition of the tab at an index hangs on the tab itself, or on more others than are followed.
    func isEndless(_ index: Int) -> Bool { !ordered.contains(index) }

    private func isOfOwnLabel(_ tab: EnvelopeTab) -> Bool { ConditionParent(of: tab) == ConditionParent(above: tab) }

    /// The values that a tab can have but for text, none of them twice.
    private static func possibleValues(of tab: EnvelopeTab) -> Set<String> {
        switch tab.kind {
        case .checkbox: [TabCondition.on]
        case .signHere, .initialHere: tab.required ? [] : [TabCondition.on]
        case .radio: Set([tab.choice?.value].compactMap(\.self))
        case .list: Set((tab.options ?? []).map(\.value))
        case .text, .dateSigned, .fullName, .email: []
        }
    }
}
