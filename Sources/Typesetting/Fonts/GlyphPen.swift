#if canImport(CHarfBuzz)
    /// Collects HarfBuzz's drawing operations, in thousandths of the em.
    final class GlyphPen {
        private(set) var elements: [VectorPath.Element] = []
        /// The pen's place on the line and the current glyph's own offset, in font units.
        var originX = 0.0
        var originY = 0.0
        var glyphX = 0.0
        var glyphY = 0.0
        private var scale: Double
        private var current = (x: 0.0, y: 0.0)

        init(scale: Double) {
            self.scale = scale
        }

        /// Begins a glyph: `scale` converts the font's units to thousandths of the em, and the position is in the
        /// font's units.
        func begin(scale: Double, x: Double, y: Double) {
            self.scale = scale
            (originX, originY) = (x, y)
            (glyphX, glyphY) = (0, 0)
        }

        static func at(_ data: UnsafeMutableRawPointer?) -> GlyphPen? {
            data.map { Unmanaged<GlyphPen>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Rounds to two decimals, never to a negative zero.
        static func rounded(_ value: Double) -> Double {
            let rounded = (value * 100).rounded() / 100
            return rounded == 0 ? 0 : rounded
        }

        private func x(_ value: Double) -> Double { Self.rounded((value + originX + glyphX) * scale) }
        private func y(_ value: Double) -> Double { Self.rounded((value + originY + glyphY) * scale) }

        func move(_ toX: Float, _ toY: Float) {
            current = (Double(toX), Double(toY))
            elements.append(.move(x: x(current.x), y: y(current.y)))
        }

        func line(_ toX: Float, _ toY: Float) {
            current = (Double(toX), Double(toY))
            elements.append(.line(x: x(current.x), y: y(current.y)))
        }

        /// Converts a quadratic curve to the equivalent cubic curve.
        func quadratic(_ controlX: Float, _ controlY: Float, _ toX: Float, _ toY: Float) {
            let control = (x: Double(controlX), y: Double(controlY))
            let end = (x: Double(toX), y: Double(toY))
            elements.append(
                .curve(
                    x1: x((current.x + 2 * control.x) / 3), y1: y((current.y + 2 * control.y) / 3),
                    x2: x((end.x + 2 * control.x) / 3), y2: y((end.y + 2 * control.y) / 3),
                    x: x(end.x), y: y(end.y)))
            current = end
        }

        func cubic(_ ax: Float, _ ay: Float, _ bx: Float, _ by: Float, _ toX: Float, _ toY: Float) {
            elements.append(
                .curve(
                    x1: x(Double(ax)), y1: y(Double(ay)), x2: x(Double(bx)), y2: y(Double(by)),
                    x: x(Double(toX)), y: y(Double(toY))))
            current = (Double(toX), Double(toY))
        }

        func close() {
            elements.append(.close)
        }
    }
#endif
