/// The bounding box of a drawing, y up, in the drawing's unit.
public struct InkBox: Sendable, Hashable {
    public var left: Double
    public var bottom: Double
    public var right: Double
    public var top: Double

    public init(left: Double, bottom: Double, right: Double, top: Double) {
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
    }
}
