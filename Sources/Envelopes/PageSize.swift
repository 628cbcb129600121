/// The size of a page as a reader sees it, in points: after the crop box and the page's rotation.
public struct PageSize: Hashable, Sendable, Codable {
    private let w: Points
    private let h: Points

    /// - Parameters: `width` and `height` in points; rounded to a thousandth of a point
    public init(width: Double, height: Double) {
        w = Points(width)
        h = Points(height)
    }

    /// In points.
    public var width: Double { w.value }
    /// In points.
    public var height: Double { h.value }

    private enum CodingKeys: String, CodingKey {
        case w = "width"
        case h = "height"
    }
}

/// The frame of a tab on its page, in points from the top left corner of the page as a reader sees it, y downward.
public struct TabFrame: Hashable, Sendable, Codable {
    private let left: Points
    private let top: Points
    private let w: Points
    private let h: Points

    /// All lengths are in points and rounded to a thousandth of a point.
    public init(x: Double, y: Double, width: Double, height: Double) {
        left = Points(x)
        top = Points(y)
        w = Points(width)
        h = Points(height)
    }

    /// The distance from the page's left edge, in points.
    public var x: Double { left.value }
    /// The distance from the page's top edge, in points.
    public var y: Double { top.value }
    /// In points.
    public var width: Double { w.value }
    /// In points.
    public var height: Double { h.value }

    /// Whether the frame lies within the page's edges.
    public func lies(on page: PageSize) -> Bool {
        left.thousandths >= 0 && top.thousandths >= 0
            && left.thousandths + w.thousandths <= Points(page.width).thousandths
            && top.thousandths + h.thousandths <= Points(page.height).thousandths
    }

    private enum CodingKeys: String, CodingKey {
        case left = "x"
        case top = "y"
        case w = "width"
        case h = "height"
    }
}
