#if canImport(CoreText)
    import CoreText

    extension CoreTextTypesetter {
        /// Returns a glyph's outline with its origin at a place, in thousandths of the em because the font has 1,000
        /// points.
        static func elements(of glyph: Int, in font: CTFont, x: Double, y: Double) -> [VectorPath.Element] {
            guard let glyph = CGGlyph(exactly: glyph), let path = CTFontCreatePathForGlyph(font, glyph, nil) else {
                return []
            }
            var elements: [VectorPath.Element] = []
            var current = CGPoint.zero
            func rounded(_ value: CGFloat) -> Double { (Double(value) * 100).rounded() / 100 }
            func px(_ point: CGPoint) -> Double { rounded(point.x + x) }
            func py(_ point: CGPoint) -> Double { rounded(point.y + y) }
            path.applyWithBlock { element in
                let points = element.pointee.points
                switch element.pointee.type {
                case .moveToPoint:
                    current = points[0]
                    elements.append(.move(x: px(current), y: py(current)))
                case .addLineToPoint:
                    current = points[0]
                    elements.append(.line(x: px(current), y: py(current)))
                case .addQuadCurveToPoint:
                    let (control, end) = (points[0], points[1])
                    let first = CGPoint(x: (current.x + 2 * control.x) / 3, y: (current.y + 2 * control.y) / 3)
                    let second = CGPoint(x: (end.x + 2 * control.x) / 3, y: (end.y + 2 * control.y) / 3)
                    elements.append(
                        .curve(x1: px(first), y1: py(first), x2: px(second), y2: py(second), x: px(end), y: py(end)))
                    current = end
                case .addCurveToPoint:
                    elements.append(
                        .curve(
                            x1: px(points[0]), y1: py(points[0]), x2: px(points[1]), y2: py(points[1]),
                            x: px(points[2]), y: py(points[2])))
                    current = points[2]
                case .closeSubpath:
                    elements.append(.close)
                @unknown default: break
                }
            }
            return elements
        }

        /// Whether a glyph has an outline.
        static func hasInk(_ glyph: Int, in font: CTFont) -> Bool {
            guard let glyph = CGGlyph(exactly: glyph), let path = CTFontCreatePathForGlyph(font, glyph, nil) else {
                return false
            }
            return !path.isEmpty
        }

        static func width(of glyph: Int, in font: CTFont) -> Double {
            guard var glyph = CGGlyph(exactly: glyph) else { return 0 }
            return CTFontGetAdvancesForGlyphs(font, .horizontal, &glyph, nil, 1)
        }
    }
#endif
