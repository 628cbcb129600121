/// The bounding box of a drawing, y up, in the drawing's unit.
public struct InkBox: Sendable, Hashable {
    /// The least x.
    public var left: Double
    /// The least y.
    public var bottom: Double
    /// The greatest x.
    public var right: Double
    /// The greatest y.
    public var top: Double

    /// Takes the edges as they are, also in the wrong order.
    public init(left: Double, bottom: Double, right: Double, top: Double) {
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
    }
}
