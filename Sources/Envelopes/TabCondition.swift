/// When a tab is shown: only while another tab of the same recipient has a certain value.
///
/// A tab that is not shown is not required, and nothing of it comes into the document.
public struct TabCondition: Hashable, Sendable, Codable {
    /// The label of the tab that decides; for radio buttons the name of their group.
    public var parentLabel: String
    /// `on` for a checkbox, a signature or initials, a button's value for a radio group, an option's value for a list,
    /// the exact text for a text tab.
    public var parentValue: String

    /// Stands for any text at all.
    public static let anyText = "##ANY##"
    /// A tick, or adopted artwork.
    public static let on = "on"

    public init(parentLabel: String, parentValue: String) {
        self.parentLabel = parentLabel
        self.parentValue = parentValue
    }
}

extension EnvelopeDefinition {
    /// The tabs that decide whether `tab` is shown; several where radio buttons or tabs of one label do together.
    func parents(of tab: Tab) -> [Tab] {
        guard let condition = tab.condition else { return [] }
        return tabs.filter { other in
            other.recipientID == tab.recipientID && other.id != tab.id
                && (other.kind == .radio ? other.choice?.group : other.label) == condition.parentLabel
        }
    }
}

extension Envelope {
    /// Whether a tab is shown: it has no condition, or a shown tab meets it.
    public func isShown(_ tab: Tab) -> Bool { isShown(tab, depth: 0) }

    private func isShown(_ tab: Tab, depth: Int) -> Bool {
        guard let condition = tab.condition else { return true }
        guard depth < EnvelopeLimits.conditionDepth else { return false }
        return definition.parents(of: tab).contains { parent in
            meets(parent, condition.parentValue) && isShown(parent, depth: depth + 1)
        }
    }

    private func meets(_ parent: Tab, _ expected: String) -> Bool {
        switch parent.kind {
        case .checkbox: return expected == TabCondition.on && value(of: parent) == "true"
        case .radio: return parent.choice?.value == expected && value(of: parent) == "true"
        case .list: return value(of: parent) == expected
        case .text:
            let text = value(of: parent) ?? ""
            return expected == TabCondition.anyText ? !TextRules.isBlank(text) : text == expected
        case .signHere, .initialHere: return expected == TabCondition.on && isFilled(parent)
        case .dateSigned, .fullName, .email: return false
        }
    }
}
