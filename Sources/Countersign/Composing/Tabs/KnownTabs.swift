import Envelopes

/// Where the day of signing is written.
public struct DateSignedTab: DraftTabs, Hashable {
    public var draft: RecipientDraft.Tabs

    /// - Parameters: `x` and `y` are the upper left corner in points from that of the page.
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

/// Where the recipient's name is written.
public struct FullNameTab: DraftTabs, Hashable {
    public var draft: RecipientDraft.Tabs

    /// - Parameters: `x` and `y` are the upper left corner in points from that of the page.
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

/// Where the recipient's e-mail address is written.
public struct EmailTab: DraftTabs, Hashable {
    public var draft: RecipientDraft.Tabs

    /// - Parameters: `x` and `y` are the upper left corner in points from that of the page.
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
