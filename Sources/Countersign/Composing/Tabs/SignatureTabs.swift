import Envelopes

/// The place of a recipient's signature.
public struct SignHere: DraftTabs, Hashable {
    /// The tab, of the kind `signHere`.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    ///   - scale: 0.5 to 2
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        scale: Double = 1, label: String? = nil
    ) {
        var tab = TabDraft(
            .signHere, document: document, page: page, x: x, y: y, width: width, height: height, label: label)
        tab.scale = scale
        draft = tab.draft
    }
}

/// The place of a recipient's initials.
public struct InitialHere: DraftTabs, Hashable {
    /// The tab, of the kind `initialHere`.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    ///   - scale: 0.5 to 2
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        scale: Double = 1, label: String? = nil
    ) {
        var tab = TabDraft(
            .initialHere, document: document, page: page, x: x, y: y, width: width, height: height, label: label)
        tab.scale = scale
        draft = tab.draft
    }
}
