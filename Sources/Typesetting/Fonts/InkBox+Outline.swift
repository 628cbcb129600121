/// How far what a glyph draws reaches, in thousandths of the em from its origin.
extension InkBox {
    /// The least part of its box that an outline fills. The thinnest slash fills more; a line that goes there and back
    /// fills nothing, nor do two outlines that take each other away.
    private static let leastFilling = 0.02

    /// Around all points of an outline; nil for one that fills nothing.
    ///
    /// - Parameter work: less afterwards by the elements and their crossings that were looked at; below zero if they were
    ///   too many, and nothing was found out.
    init?(_ elements: [VectorPath.Element], within work: inout Int) {
        work -= elements.count
        guard work >= 0 else { return nil }
        var shape = FilledShape()
        for element in elements {
            switch element {
            case .move(let x, let y): shape.move(x, y)
            case .line(let x, let y): shape.line(x, y)
            case .curve(let x1, let y1, let x2, let y2, let x, let y): shape.curve(x1, y1, x2, y2, x, y)
            case .close: shape.close()
            }
        }
        shape.close()
        guard let box = shape.box, shape.filling(of: box, within: &work) > Self.leastFilling else { return nil }
        self.init(left: box.left, bottom: box.bottom, right: box.right, top: box.top)
    }
}
