/// An area of a page that a later revision changed.
public struct ChangedArea: Sendable, Hashable, Codable {
    /// The page number in the older revision, from 1, or `nil` if the page did not exist.
    public var pageBefore: Int?
    /// The page number in the later revision, from 1, or `nil` if the page was removed.
    public var pageAfter: Int?
    /// The area in points from the top left of the page as a reader sees it, or `nil` for the whole page.
    public var rect: PageRect?
    /// The object number of the annotation in the area, or `nil` if it is not an annotation.
    public var annotation: Int?

    /// Without a rectangle, the area is the whole page.
    public init(pageBefore: Int?, pageAfter: Int?, rect: PageRect? = nil, annotation: Int? = nil) {
        self.pageBefore = pageBefore
        self.pageAfter = pageAfter
        self.rect = rect
        self.annotation = annotation
    }
}
