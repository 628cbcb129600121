import Envelopes

/// A group of radio buttons on one document. The signer chooses one of them.
///
///     RadioGroup("Payment", document: "1") {
///         RadioButton("Monthly", page: 1, x: 72, y: 300, isChosen: true)
///         RadioButton("Yearly", page: 1, x: 172, y: 300)
///     }
public struct RadioGroup: DraftTabs, Hashable {
    public var draft: RecipientDraft.Tabs

    /// - Parameter isRequired: whether a button has to be chosen
    public init(
        _ name: String, document: DocumentID, isRequired: Bool = false,
        @RadioGroup.Builder buttons: () -> [RadioButton]
    ) {
        let buttons = buttons()
        draft = RecipientDraft.Tabs(
            tabs: buttons.map { button in
                var tab = TabDraft(
                    .radio, document: document, page: button.page, x: button.x, y: button.y, label: button.value,
                    isRequired: isRequired)
                tab.choice = RadioChoice(group: name, value: button.value)
                tab.value = button.isChosen ? "true" : "false"
                tab.tooltip = button.tooltip
                return tab
            }, emptyRadioGroups: buttons.isEmpty ? [name] : [])
    }

    /// Returns the same group with one button chosen and no others.
    public func choosing(_ value: String) -> RadioGroup {
        var group = self
        for index in group.draft.tabs.indices {
            group.draft.tabs[index].value = group.draft.tabs[index].choice?.value == value ? "true" : "false"
        }
        return group
    }
}

/// One button of a ``RadioGroup``, 16 points wide and high.
public struct RadioButton: Hashable, Sendable {
    /// The button's value; unique in its group.
    public var value: String
    public var page: Int
    public var x: Double
    public var y: Double
    public var isChosen: Bool
    public var tooltip: String?

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    public init(
        _ value: String, page: Int, x: Double, y: Double, isChosen: Bool = false, tooltip: String? = nil
    ) {
        self.value = value
        self.page = page
        self.x = x
        self.y = y
        self.isChosen = isChosen
        self.tooltip = tooltip
    }
}

extension RadioGroup {
    @resultBuilder public enum Builder {
        public static func buildExpression(_ button: RadioButton) -> [RadioButton] { [button] }
        public static func buildBlock(_ parts: [RadioButton]...) -> [RadioButton] { parts.flatMap(\.self) }
        public static func buildArray(_ parts: [[RadioButton]]) -> [RadioButton] { parts.flatMap(\.self) }
        public static func buildOptional(_ parts: [RadioButton]?) -> [RadioButton] { parts ?? [] }
        public static func buildEither(first parts: [RadioButton]) -> [RadioButton] { parts }
        public static func buildEither(second parts: [RadioButton]) -> [RadioButton] { parts }
    }
}
