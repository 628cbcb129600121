/// A visual difference between renderings of a page that no permitted change explains, or the lack of a comparison.
///
/// Rectangles are in points from the top left of the page as a reader sees it.
public enum AppearanceFinding: Sendable, Hashable, Codable {
    /// The page looks different outside of the areas of all permitted changes.
    case changedElsewhere(page: Int, area: PageRect)
    /// A permitted change hides print on the page.
    case printedMatterVanished(page: Int, area: PageRect)
    /// The size or aspect ratio of the page changed.
    case otherSize(page: Int)
    case otherPageCount(before: Int, after: Int)
    /// Pages could not be drawn, or not in time, so that nothing is known about their look.
    case pagesNotCompared(count: Int)
}

extension AppearanceFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case changedElsewhere = "looks-different-elsewhere"
        case printedMatterVanished = "printed-matter-vanished"
        case otherSize = "looks-another-size"
        case otherPageCount = "page-count-differs"
        case pagesNotCompared = "pages-not-compared"
    }

    /// The stable code of the case, such as `page-count-differs`; the member `code` in JSON.
    public var code: String { caseCode }
}
