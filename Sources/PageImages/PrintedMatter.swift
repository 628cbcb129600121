/// Checks whether print in the areas of permitted changes is still visible afterwards.
///
/// Ink is a pixel that stands out from its ground, the median color around it. It can disappear in two ways. It *fades*
/// if a pixel takes on about the color of its old or new ground, as under a light box with other text. It is *covered*
/// if it and its ground look the same on average, as under a black box or a photograph. The average is taken over a
/// square the size of a digit, wider than a pen stroke, or of a word. Ink that a dark line crosses neither fades nor is
/// covered. Lengths in pixels are those at ``PixelComparison/plainResolution``, times a scale.
struct PrintedMatter {
    let before: PixelRows
    let after: PixelRows
    /// The earlier page without the appearances of its changed fields.
    let bare: PixelRows
    let permitted: PixelMask
    let edges: AreaEdges
    let scale: Int

    /// The smallest difference in one channel by which a pixel stands out from its ground.
    private static let standsOut = 40
    /// How far, in pixels, the square around a pixel that determines its ground extends to each side: about a letter
    /// and its surroundings.
    private static let reach = 6
    /// The share of that square that has about the color of the ground.
    private static let groundShare = 0.4
    /// The share from which the ground is certain.
    private static let clearShare = 0.6
    /// The fewest faded pixels that count, within a square that extends three pixels to each side.
    private static let fewestFaded = 4

    private var lost: Set<Int> = []

    init(before: PixelRows, after: PixelRows, bare: PixelRows, permitted: PixelMask, edges: AreaEdges, scale: Int) {
        self.before = before
        self.after = after
        self.bare = bare
        self.permitted = permitted
        self.edges = edges
        self.scale = scale
    }

    /// Returns the smallest frame around ink that is no longer visible, or `nil` if all of it is.
    ///
    /// - Parameter changed: the pixels that changed in the permitted areas
    mutating func vanished(among changed: [Int32]) -> PixelImage.Frame? {
        noteFaded(changed.lazy.map(Int.init))
        noteCovered(changed, side: 7 * scale, step: scale, fewest: 4 * scale * scale, remaining: 25)
        noteCovered(changed, side: 12 * scale, step: 4 * scale, fewest: 8 * scale * scale, remaining: 40)
        var bounds = PixelBounds()
        for place in lost { bounds.include(place % bare.width, place / bare.width) }
        return bounds.frame
    }

    // MARK: Ink that took on the colour of its ground

    private mutating func noteFaded(_ changed: some Sequence<Int>) {
        let faded = Set(changed.filter(isFaded))
        for place in faded {
            var count = 0
            for row in -3 * scale...3 * scale {
                for column in -3 * scale...3 * scale where faded.contains(place + row * bare.width + column) {
                    count += 1
                }
            }
            if count >= Self.fewestFaded * scale * scale { lost.insert(place) }
        }
    }

    private func isFaded(_ place: Int) -> Bool {
        // Dark ink fades to a lighter color; light ink on a dark ground fades to a darker one.
        let lighter = after.brightness(place) - bare.brightness(place)
        guard lighter != 0, isPrinted(place), let ground = ground(at: place, in: bare), isInk(place, on: ground),
            (lighter > 0) == (ground.brightness >= bare.brightness(place)), !edges.isRuledLine(place, in: bare)
        else { return false }
        let contrast = ground.distance(to: bare.color(place))
        let color = after.color(place)
        if ground.distance(to: color) * 20 <= contrast * 7 { return true }
        // Under a colored box the ground changes too. Pen strokes rarely cover most of the surroundings.
        guard abs(lighter) * 4 >= contrast, let newGround = self.ground(at: place, in: after) else { return false }
        return newGround.share >= Self.clearShare && newGround.distance(to: color) * 20 <= contrast * 7
    }

    // MARK: Ink that can no longer be distinguished from its ground

    /// Checks the squares in which something changed.
    ///
    /// - Parameters:
    ///   - step: the distance from one square to the next
    ///   - fewest: the fewest pixels of ink for which a square is checked
    ///   - remaining: the percentage of the contrast below which ink and ground look the same
    private mutating func noteCovered(_ changed: [Int32], side: Int, step: Int, fewest: Int, remaining: Int) {
        let columns = bare.width / step + 1
        var isLooked = [Bool](repeating: false, count: columns * (bare.height / step + 1))
        for place in changed.lazy.map(Int.init) {
            let (x, y) = (place % bare.width, place / bare.width)
            for row in (max(0, y - side + step) / step)...(y / step) {
                for column in (max(0, x - side + step) / step)...(x / step) where !isLooked[row * columns + column] {
                    isLooked[row * columns + column] = true
                    let square = PixelImage.Frame(x: column * step, y: row * step, width: side, height: side)
                    guard isWhollyPermitted(square), isMostlyChanged(square) else { continue }
                    noteCovered(square, fewest: fewest, remaining: remaining)
                }
            }
        }
    }

    private func isWhollyPermitted(_ square: PixelImage.Frame) -> Bool {
        let (right, bottom) = (square.x + square.width - 1, square.y + square.height - 1)
        guard right < bare.width, bottom < bare.height else { return false }
        return [square.x, right].allSatisfy { x in
            [square.y, bottom].allSatisfy { y in permitted.contains(y * bare.width + x) }
        }
    }

    private func isChanged(_ place: Int) -> Bool {
        bare.difference(place, after, place) >= PixelComparison.visibleDifference
    }

    private func isMostlyChanged(_ square: PixelImage.Frame) -> Bool {
        var count = 0
        for y in square.y..<square.y + square.height {
            for x in square.x..<square.x + square.width where isChanged(y * bare.width + x) { count += 1 }
        }
        return count * 2 >= square.width * square.height
    }

    /// Records covered ink. Ink is covered if it differed from its ground before, all of the ground changed, and the
    /// two no longer differ on average. A pen stroke leaves some of the ground unchanged.
    private mutating func noteCovered(_ square: PixelImage.Frame, fewest: Int, remaining: Int) {
        let center = (square.y + square.height / 2) * bare.width + square.x + square.width / 2
        guard let ground = ground(at: center, in: bare) else { return }
        var ink = (count: 0, before: SIMD4<Int32>(), after: SIMD4<Int32>(), places: [Int]())
        var paper = (count: 0, before: SIMD4<Int32>(), after: SIMD4<Int32>())
        var changedPaper = 0
        for place in square.places(in: bare.width) where isPrinted(place) {
            let color = bare.color(place)
            if ground.difference(from: color) < PixelComparison.visibleDifference {
                paper.count += 1
                if isChanged(place) { changedPaper += 1 }
                paper.before &+= color
                paper.after &+= after.color(place)
            } else if isInk(place, on: ground), !edges.isStraightLine(place, in: bare) {
                ink.count += 1
                ink.before &+= color
                ink.after &+= after.color(place)
                ink.places.append(place)
            }
        }
        guard ink.count >= fewest, paper.count >= fewest, changedPaper * 100 >= paper.count * 95 else { return }
        func contrast(_ ink: SIMD4<Int32>, _ count: Int, _ paper: SIMD4<Int32>, _ paperCount: Int) -> Int {
            let difference = ink / Int32(count) &- paper / Int32(paperCount)
            return (0..<3).reduce(0) { $0 + abs(Int(difference[$1])) }
        }
        let before = contrast(ink.before, ink.count, paper.before, paper.count)
        let after = contrast(ink.after, ink.count, paper.after, paper.count)
        if after * 100 < before * remaining { lost.formUnion(ink.places) }
    }

    // MARK: Ground

    /// Whether a pixel stands out from its ground. Where a page is almost as much dark as light, the lighter pixels are
    /// paper, not ink.
    private func isInk(_ place: Int, on ground: Ground) -> Bool {
        ground.difference(from: bare.color(place)) >= Self.standsOut
            && (ground.brightness >= bare.brightness(place) || ground.share >= Self.clearShare)
    }

    /// Whether a pixel was visible before as print, not as part of a changed field's appearance.
    private func isPrinted(_ place: Int) -> Bool {
        before.difference(place, bare, place) < PixelComparison.visibleDifference
    }

    /// Returns the median color around a pixel, or `nil` if too few pixels have about this color.
    private func ground(at place: Int, in picture: PixelRows) -> Ground? {
        let (x, y) = (place % bare.width, place / bare.width)
        let reach = Self.reach * scale
        let columns = max(0, x - reach)...min(bare.width - 1, x + reach)
        let rows = max(0, y - reach)...min(bare.height - 1, y + reach)
        let count = columns.count * rows.count
        let color = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 768) { counts in
            counts.initialize(repeating: 0)
            for row in rows {
                for place in row * bare.width + columns.lowerBound...row * bare.width + columns.upperBound {
                    for channel in 0..<3 { counts[channel * 256 + Int(picture.bytes[place * 3 + channel])] += 1 }
                }
            }
            var color = SIMD4<Int32>()
            for channel in 0..<3 {
                var (value, sum) = (0, Int(counts[channel * 256]))
                while sum * 2 < count {
                    value += 1
                    sum += Int(counts[channel * 256 + value])
                }
                color[channel] = Int32(value)
            }
            return color
        }
        var ground = Ground(color: color, share: 0)
        var alike = 0
        for row in rows {
            for place in row * bare.width + columns.lowerBound...row * bare.width + columns.upperBound
            where ground.difference(from: picture.color(place)) < PixelComparison.visibleDifference { alike += 1 }
        }
        ground.share = Double(alike) / Double(count)
        return ground.share >= Self.groundShare ? ground : nil
    }

    private struct Ground {
        var color: SIMD4<Int32>
        /// The share of the surrounding pixels that have about this color.
        var share: Double

        var brightness: Int { Int(color.wrappedSum()) }

        /// Returns the sum of the channel differences.
        func distance(to other: SIMD4<Int32>) -> Int {
            let difference = color &- other
            return (0..<3).reduce(0) { $0 + abs(Int(difference[$1])) }
        }

        /// Returns the largest channel difference.
        func difference(from other: SIMD4<Int32>) -> Int {
            let difference = color &- other
            return max(abs(Int(difference.x)), abs(Int(difference.y)), abs(Int(difference.z)))
        }
    }
}

extension PixelImage.Frame {
    /// Returns the pixels of the frame in a picture of this width, counted row by row.
    fileprivate func places(in pictureWidth: Int) -> [Int] {
        (y..<y + height).flatMap { row in (row * pictureWidth + x)..<(row * pictureWidth + x + width) }
    }
}

/// The edges of areas, where a field's appearance may cover the ruled line around the field.
struct AreaEdges {
    private static let reach = 4
    private static let shortestLine = 24

    private let horizontal: PixelMask
    private let vertical: PixelMask
    private let shortest: Int

    init(_ areas: [PixelImage.Frame], _ rows: PixelRows, scale: Int) {
        shortest = Self.shortestLine * scale
        let reach = Self.reach * scale
        let side = 2 * reach
        horizontal = PixelMask(
            areas.flatMap { area in
                [area.y, area.y + area.height].map {
                    PixelImage.Frame(
                        x: area.x - reach, y: $0 - reach, width: area.width + side, height: side)
                }
            }, width: rows.width, height: rows.height)
        vertical = PixelMask(
            areas.flatMap { area in
                [area.x, area.x + area.width].map {
                    PixelImage.Frame(
                        x: $0 - reach, y: area.y - reach, width: side, height: area.height + side)
                }
            }, width: rows.width, height: rows.height)
    }

    /// Whether a pixel belongs to a straight line along an edge that is longer than any stroke of a letter.
    func isRuledLine(_ place: Int, in rows: PixelRows) -> Bool {
        horizontal.contains(place) && isInRow(place, in: rows)
            || vertical.contains(place) && isInColumn(place, in: rows)
    }

    /// Whether a pixel belongs to a straight line anywhere. A line carries no information that a pen could destroy by
    /// crossing it.
    func isStraightLine(_ place: Int, in rows: PixelRows) -> Bool {
        isInRow(place, in: rows) || isInColumn(place, in: rows)
    }

    private func isInRow(_ place: Int, in rows: PixelRows) -> Bool {
        let x = place % rows.width
        return run(place, in: rows, step: 1, back: x, ahead: rows.width - 1 - x)
    }

    private func isInColumn(_ place: Int, in rows: PixelRows) -> Bool {
        let y = place / rows.width
        return run(place, in: rows, step: rows.width, back: y, ahead: rows.height - 1 - y)
    }

    private func run(_ place: Int, in rows: PixelRows, step: Int, back: Int, ahead: Int) -> Bool {
        var length = 1
        for (direction, most) in [(-step, back), (step, ahead)] {
            var next = place
            for _ in 0..<min(most, shortest) {
                next += direction
                guard rows.difference(place, rows, next) < PixelComparison.visibleDifference else { break }
                length += 1
            }
        }
        return length >= shortest
    }
}
