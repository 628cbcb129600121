/// A place on a page that a later revision changed.
public struct ChangedArea: Sendable, Hashable, Codable {
    /// The page's number in the older revision, from 1; nothing if it was not there.
    public var pageBefore: Int?
    /// The page's number in the later revision, from 1; nothing if it is gone.
    public var pageAfter: Int?
    /// Where, in points from the top left of the page as a reader sees it; nothing for the whole page.
    public var rect: PageRect?
    /// The object number of the annotation that is seen there; nil for everything else.
    public var annotation: Int?

    public init(pageBefore: Int?, pageAfter: Int?, rect: PageRect? = nil, annotation: Int? = nil) {
        self.pageBefore = pageBefore
        self.pageAfter = pageAfter
        self.rect = rect
        self.annotation = annotation
    }
}
