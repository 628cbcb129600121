import Essentials

/// A rule for how many checkboxes of a group have to be ticked.
public struct TabGroup: Hashable, Sendable, Codable {
    /// How the number of ticks is judged, by the API's words. ``TabGroup/minimum`` and ``TabGroup/maximum`` hold the
    /// numbers.
    public enum Rule: String, Hashable, Sendable, Codable, CaseIterable {
        case selectAtLeast, selectAtMost, selectExactly, selectARange
    }

    /// Why a group cannot be used.
    public enum Fault: Hashable, Sendable, CaseIterable {
        case unknownRecipient
        case noTabs
        case notCheckboxes
        case countBelowZero
        case minimumAboveMaximum
        /// The rule is ``Rule/selectExactly``, and the two numbers differ.
        case minimumIsNotMaximum
        /// The rule is ``Rule/selectExactly`` with 0.
        case exactlyZero
        /// Fewer tabs can be ticked than have to be.
        case tooFewTabs
        /// The sender has ticked more locked checkboxes than the rule allows.
        case tooManyLockedTicks
    }

    /// The name by which tabs refer to the group in ``EnvelopeTab/groupLabels``; unique for a recipient.
    public var label: String
    /// The recipient whose checkboxes the rule counts.
    public var recipientID: RecipientID
    /// Which of the two numbers count, and how.
    public var rule: Rule
    /// The minimum or exact number of ticks, if the rule has one.
    public var minimum: Int
    /// The maximum number of ticks, if the rule has one.
    public var maximum: Int
    /// The text that people read when the rule is not met; `nil` for the rule in words.
    public var message: String?
    private var optional: Bool?

    /// Whether no tick at all also meets the rule.
    public var isOptional: Bool {
        get { optional == true }
        set { optional = newValue ? true : nil }
    }

    /// Checked only with the whole definition; ``Fault`` lists what is wrong with a group.
    public init(
        label: String, recipientID: RecipientID, rule: Rule, minimum: Int, maximum: Int, message: String? = nil
    ) {
        self.label = label
        self.recipientID = recipientID
        self.rule = rule
        self.minimum = minimum
        self.maximum = maximum
        self.message = message
    }

    /// The numbers of ticks that the rule allows.
    public var allowed: ClosedRange<Int> {
        switch rule {
        case .selectAtLeast: minimum...max(minimum, EnvelopeLimits.tabs)
        case .selectAtMost: 0...max(0, maximum)
        case .selectExactly: minimum...minimum
        case .selectARange: minimum...max(minimum, maximum)
        }
    }

    /// Whether a number of ticks meets the rule.
    public func isMet(by ticks: Int) -> Bool { ticks == 0 && isOptional || allowed.contains(ticks) }

    /// The rule as a sentence.
    public var sentence: String {
        if let message, !TextRules.isBlank(message) { return message }
        return switch rule {
        case .selectAtLeast: "Tick at least \(minimum)."
        case .selectAtMost: "Tick at most \(maximum)."
        case .selectExactly: "Tick exactly \(minimum)."
        case .selectARange: "Tick \(minimum) to \(maximum)."
        }
    }

    private enum CodingKeys: String, CodingKey {
        case label
        case recipientID = "recipientId"
        case rule, minimum, maximum, message, optional
    }
}

extension Envelope {
    /// The tabs in a group.
    public func members(of group: TabGroup) -> [EnvelopeTab] {
        groupMembers(of: group.recipientID)[group.label] ?? []
    }

    /// A recipient's tabs by the label of their groups.
    public func groupMembers(of id: RecipientID) -> [String: [EnvelopeTab]] {
        var members: [String: [EnvelopeTab]] = [:]
        for tab in tabs where tab.recipientID == id {
            for label in Set(tab.groupLabels ?? []) { members[label, default: []].append(tab) }
        }
        return members
    }

    /// A recipient's groups whose rule is not met. A group without a shown tab has no rule to meet.
    public func unmetGroups(of id: RecipientID) -> [TabGroup] {
        let groups = definition.tabGroups.filter { $0.recipientID == id }
        guard !groups.isEmpty else { return [] }
        let shown = shownTabs(of: id)
        let members = groupMembers(of: id)
        return groups.filter { group in
            let counted = members[group.label, default: []].filter { shown.contains($0.id) }
            return !counted.isEmpty && !group.isMet(by: counted.count { value(of: $0) == "true" })
        }
    }
}
