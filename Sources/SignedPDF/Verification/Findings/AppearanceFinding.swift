/// A difference between the pictures of a page that no permitted change explains.
///
/// Rectangles are in points from the top left of the page as a reader sees it.
public enum AppearanceFinding: Sendable, Hashable, Codable {
    /// The page looks different outside of the places of all permitted changes.
    case changedElsewhere(page: Int, area: PageRect)
    /// A permitted change hides something that is printed on the page.
    case printedMatterVanished(page: Int, area: PageRect)
    /// The page has another size or shape.
    case otherSize(page: Int)
    case otherPageCount(before: Int, after: Int)
}

extension AppearanceFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case changedElsewhere = "looks-different-elsewhere"
        case printedMatterVanished = "printed-matter-vanished"
        case otherSize = "looks-another-size"
        case otherPageCount = "page-count-differs"
    }

    public var code: String { caseCode }
}
