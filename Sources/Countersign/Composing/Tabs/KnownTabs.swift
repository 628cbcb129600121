import Envelopes

/// The place of the date of signing.
public struct DateSignedTab: DraftTabs, Hashable {
    /// The tab, of the kind `dateSigned`. The recipient does not fill it in.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        label: String? = nil
    ) {
        draft =
            TabDraft(
                .dateSigned, document: document, page: page, x: x, y: y, width: width, height: height, label: label
            ).draft
    }
}

/// The place of the recipient's name.
public struct FullNameTab: DraftTabs, Hashable {
    /// The tab, of the kind `fullName`. The recipient does not fill it in.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        label: String? = nil
    ) {
        draft =
            TabDraft(
                .fullName, document: document, page: page, x: x, y: y, width: width, height: height, label: label
            ).draft
    }
}

/// The place of the recipient's e-mail address.
public struct EmailTab: DraftTabs, Hashable {
    /// The tab, of the kind `email`. The recipient does not fill it in.
    public var draft: RecipientDraft.Tabs

    /// - Parameters:
    ///   - x: the left edge, in points from the left of the page
    ///   - y: the upper edge, in points from the top of the page
    public init(
        document: DocumentID, page: Int, x: Double, y: Double, width: Double? = nil, height: Double? = nil,
        label: String? = nil
    ) {
        draft =
            TabDraft(
                .email, document: document, page: page, x: x, y: y, width: width, height: height, label: label
            ).draft
    }
}
