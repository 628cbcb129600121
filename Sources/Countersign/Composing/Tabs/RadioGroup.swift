import Envelopes

/// A group of radio buttons on one document. The signer chooses one of them.
///
///     RadioGroup("Payment", document: "1") {
///         RadioButton("Monthly", page: 1, x: 72, y: 300, isChosen: true)
///         RadioButton("Yearly", page: 1, x: 172, y: 300)
///     }
public struct RadioGroup: DraftTabs, Hashable {
    /// One tab for each button. A group without buttons is reported by ``EnvelopeDraft/validate(sending:)``.
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
    /// From 1.
    public var page: Int
    /// The left edge, in points from the left of the page.
    public var x: Double
    /// The upper edge, in points from the top of the page.
    public var y: Double
    /// Whether the button is chosen at first. Default: no.
    public var isChosen: Bool
    /// The hint shown to people; `nil` for none.
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
    /// Builds the list of a group's buttons.
    @resultBuilder public enum Builder {
        /// One button.
        public static func buildExpression(_ button: RadioButton) -> [RadioButton] { [button] }
        /// The buttons of all statements, one after the other.
        public static func buildBlock(_ parts: [RadioButton]...) -> [RadioButton] { parts.flatMap(\.self) }
        /// The buttons of a `for` loop.
        public static func buildArray(_ parts: [[RadioButton]]) -> [RadioButton] { parts.flatMap(\.self) }
        /// The buttons of an `if` without `else`; none if its condition is false.
        public static func buildOptional(_ parts: [RadioButton]?) -> [RadioButton] { parts ?? [] }
        /// The buttons of the first branch.
        public static func buildEither(first parts: [RadioButton]) -> [RadioButton] { parts }
        /// The buttons of the other branch.
        public static func buildEither(second parts: [RadioButton]) -> [RadioButton] { parts }
    }
}
