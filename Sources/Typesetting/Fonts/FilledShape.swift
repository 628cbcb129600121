/// Which part of a box an outline fills by the nonzero winding rule (ISO 32000-2 §8.5.3.3.2), found on a few lines
/// across it.
struct FilledShape {
    typealias Box = (left: Double, bottom: Double, right: Double, top: Double)

    private static let lines = 32
    private static let partsOfCurve = 4
    /// The most crossings of one line with an outline: the most ornate glyphs have some 200.
    private static let mostCrossings = 512

    private var edges: [(x1: Double, y1: Double, x2: Double, y2: Double)] = []
    private var start: (x: Double, y: Double)?
    private var pen = (x: 0.0, y: 0.0)
    /// Around all points, those that steer curves included.
    private(set) var box: Box?

    mutating func move(_ x: Double, _ y: Double) {
        close()
        reach(x, y)
        pen = (x, y)
        start = pen
    }

    mutating func line(_ x: Double, _ y: Double) {
        reach(x, y)
        edges.append((pen.x, pen.y, x, y))
        pen = (x, y)
    }

    mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        reach(x1, y1)
        reach(x2, y2)
        let from = pen
        for part in 1...Self.partsOfCurve {
            let t = Double(part) / Double(Self.partsOfCurve)
            let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t)
            line(a * from.x + b * x1 + c * x2 + d * x, a * from.y + b * y1 + c * y2 + d * y)
        }
    }

    mutating func close() {
        if let start, start != pen { line(start.x, start.y) }
        start = nil
    }

    private mutating func reach(_ x: Double, _ y: Double) {
        guard let old = box else {
            box = (x, y, x, y)
            return
        }
        box = (min(old.left, x), min(old.bottom, y), max(old.right, x), max(old.top, y))
    }

    /// - Parameter work: less afterwards by the crossings that were looked at; below zero if they were too many.
    func filling(of box: Box, within work: inout Int) -> Double {
        let (width, height) = (box.right - box.left, box.top - box.bottom)
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return 0 }
        let step = height / Double(Self.lines)
        var crossings: [[(x: Double, turn: Int)]] = Array(repeating: [], count: Self.lines)
        for edge in edges where edge.y1 != edge.y2 {
            let (low, high) = (min(edge.y1, edge.y2), max(edge.y1, edge.y2))
            // Lines lie in the middle of their strips; an edge has its lower end and not its upper one.
            let first = max(0, Int(((low - box.bottom) / step - 0.5).rounded(.up)))
            for line in first..<max(first, Self.lines) {
                let y = box.bottom + (Double(line) + 0.5) * step
                guard y < high else { break }
                let x = edge.x1 + (y - edge.y1) / (edge.y2 - edge.y1) * (edge.x2 - edge.x1)
                work -= 1
                if crossings[line].count == Self.mostCrossings { work = -1 }
                guard work >= 0 else { return 0 }
                crossings[line].append((x, edge.y2 > edge.y1 ? 1 : -1))
            }
        }
        var filled = 0.0
        for line in crossings {
            var winding = 0
            var from = 0.0
            for crossing in line.sorted(by: { $0.x < $1.x }) {
                if winding != 0 { filled += crossing.x - from }
                winding += crossing.turn
                from = crossing.x
            }
        }
        return filled / (width * Double(Self.lines))
    }
}
