import Envelopes

/// A list from which one option is chosen.
public struct ListTab: DraftTabs, Hashable {
    /// The tab, of the kind `list`.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    ///   - value: the value of the initially chosen option
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        label: String, options: [ListOption], value: String? = nil
    ) {
        var tab = TabDraft(
            .list, document: document, page: page, x: x, y: y, width: width, height: height, label: label)
        tab.options = options
        tab.value = value
        draft = tab.draft
    }

    /// Creates a list whose options are texts, each its own value.
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        label: String, items: [String], value: String? = nil
    ) {
        self.init(
            document: document, page: page, x: x, y: y, width: width, height: height, label: label,
            options: items.map { ListOption(text: $0, value: $0) }, value: value)
    }
}
