/// A rectangle around what is drawn, y up, in the unit of the drawing.
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
