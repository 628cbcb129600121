/// A place on a page of a document at which paint covers the page's own text.
public struct CoveredFrame: Hashable, Sendable, Codable {
    /// The page number, from 1.
    public var page: Int
    /// The covered rectangle, from the page's top left corner.
    public var frame: TabFrame

    /// Checked only with the whole definition.
    public init(page: Int, frame: TabFrame) {
        self.page = page
        self.frame = frame
    }
}
