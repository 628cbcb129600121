import Envelopes

/// A line of text. For a company or a title, use a text tab with that label.
public struct TextTab: DraftTabs, Hashable {
    /// The tab, of the kind `text`.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    ///   - value: the initial text
    ///   - maxLength: the maximum length, in UTF-16 code units
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        label: String, value: String? = nil, maxLength: Int? = nil
    ) {
        var tab = TabDraft(
            .text, document: document, page: page, x: x, y: y, width: width, height: height, label: label)
        tab.value = value
        tab.maxLength = maxLength
        draft = tab.draft
    }
}
