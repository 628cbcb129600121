/// What is printed on a page where it may be changed, and whether it can still be seen afterwards.
///
/// Ink is what stands out from its ground, the middle colour around it. It is gone in two ways. It *fades* where a pixel
/// takes on about the colour of its old or new ground, as under a light box with other text. It *drowns* where a square
/// has one colour afterwards, as under a black box. Ink that something dark crosses does neither.
struct PrintedMatter {
    let before: PixelRows
    let after: PixelRows
    /// The page before, without what its changed fields showed.
    let bare: PixelRows
    let permitted: PixelMask
    let edges: AreaEdges

    /// The difference in one channel from which a pixel stands out from its ground.
    private static let standsOut = 40
    /// The ground is looked for in a square that reaches so far to each side: a letter and what is around it.
    private static let reach = 6
    /// The part of that square that has about the colour of the ground.
    private static let groundShare = 0.4
    /// Faded pixels that count: so many in a square that reaches three pixels to each side.
    private static let fewestFaded = 4
    /// The side of the smallest square that drowns something; lines of a pen are thinner.
    private static let square = 6
    private static let fewestDrowned = 4

    private var lost: Set<Int> = []

    init(before: PixelRows, after: PixelRows, bare: PixelRows, permitted: PixelMask, edges: AreaEdges) {
        self.before = before
        self.after = after
        self.bare = bare
        self.permitted = permitted
        self.edges = edges
    }

    /// The smallest frame around ink that can no longer be seen; nil if all can.
    ///
    /// - Parameter changed: the pixels that changed in the permitted areas.
    mutating func vanished(among changed: [Int32]) -> PixelImage.Frame? {
        noteFaded(changed.lazy.map(Int.init))
        noteDrowned(changed)
        var bounds = PixelBounds()
        for place in lost { bounds.include(place % bare.width, place / bare.width) }
        return bounds.frame
    }

    // MARK: Ink that took on the colour of its ground

    private mutating func noteFaded(_ changed: some Sequence<Int>) {
        let faded = Set(changed.filter(isFaded))
        for place in faded {
            var count = 0
            for row in -3...3 {
                for column in -3...3 where faded.contains(place + row * bare.width + column) { count += 1 }
            }
            if count >= Self.fewestFaded { lost.insert(place) }
        }
    }

    private func isFaded(_ place: Int) -> Bool {
        // Dark ink on a lighter ground fades to something lighter.
        guard after.brightness(place) > bare.brightness(place), isPrinted(place),
            let ground = ground(at: place, in: bare),
            ground.difference(from: bare.color(place)) >= Self.standsOut,
            ground.brightness >= bare.brightness(place), !edges.isRuledLine(place, in: bare)
        else { return false }
        let contrast = ground.distance(to: bare.color(place))
        let color = after.color(place)
        if ground.distance(to: color) * 20 <= contrast * 7 { return true }
        // Under a coloured box the ground is another one; strokes of a pen seldom cover most of what is around.
        guard (after.brightness(place) - bare.brightness(place)) * 4 >= contrast,
            let newGround = self.ground(at: place, in: after)
        else { return false }
        return newGround.share >= 0.6 && newGround.distance(to: color) * 20 <= contrast * 7
    }

    // MARK: Ink under one colour

    private mutating func noteDrowned(_ changed: [Int32]) {
        let (width, height) = (bare.width, bare.height)
        let last = Self.square - 1
        // Such a square has mostly changed, so that one of them begins with a changed pixel.
        for place in changed.lazy.map(Int.init) {
            let (x, y) = (place % width, place / width)
            guard x + last < width, y + last < height, !lost.contains(place),
                [last, last * width, last * width + last].allSatisfy({ permitted.contains(place + $0) }),
                isOneColor(after, at: place), !isOneColor(bare, at: place)
            else { continue }
            let ink = ink(inSquareAt: place)
            guard ink.count >= Self.fewestDrowned else { continue }
            lost.formUnion(ink)
            lost.insert(place)
        }
    }

    private func isOneColor(_ rows: PixelRows, at place: Int) -> Bool {
        for row in 0..<Self.square {
            for column in 0..<Self.square
            where rows.difference(place + row * bare.width + column, rows, place) >= PixelComparison.visibleDifference {
                return false
            }
        }
        return true
    }

    private func ink(inSquareAt place: Int) -> [Int] {
        let center = place + (Self.square / 2) * bare.width + Self.square / 2
        guard let ground = ground(at: center, in: bare) else { return [] }
        var ink: [Int] = []
        for row in 0..<Self.square {
            for column in 0..<Self.square {
                let pixel = place + row * bare.width + column
                let color = bare.color(pixel)
                // Where a page is almost as much dark as light, the lighter pixels are paper rather than ink.
                guard ground.difference(from: color) >= Self.standsOut, isPrinted(pixel),
                    ground.brightness >= bare.brightness(pixel) || ground.share >= 0.6,
                    !edges.isRuledLine(pixel, in: bare)
                else { continue }
                ink.append(pixel)
            }
        }
        return ink
    }

    // MARK: Ground

    /// Whether a pixel was seen before, rather than the changed field's own picture.
    private func isPrinted(_ place: Int) -> Bool {
        before.difference(place, bare, place) < PixelComparison.visibleDifference
    }

    /// The middle colour around a pixel; nil if too few pixels have about this colour.
    private func ground(at place: Int, in picture: PixelRows) -> Ground? {
        let (x, y) = (place % bare.width, place / bare.width)
        let columns = max(0, x - Self.reach)...min(bare.width - 1, x + Self.reach)
        let rows = max(0, y - Self.reach)...min(bare.height - 1, y + Self.reach)
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
        /// The part of the pixels around that have about this colour.
        var share: Double

        var brightness: Int { Int(color.wrappedSum()) }

        /// The sum of the channels' differences.
        func distance(to other: SIMD4<Int32>) -> Int {
            let difference = color &- other
            return (0..<3).reduce(0) { $0 + abs(Int(difference[$1])) }
        }

        /// The largest difference in a channel.
        func difference(from other: SIMD4<Int32>) -> Int {
            let difference = color &- other
            return max(abs(Int(difference.x)), abs(Int(difference.y)), abs(Int(difference.z)))
        }
    }
}

/// The edges of areas, where the ruled line around a field may be covered by the field's picture.
struct AreaEdges {
    private static let reach = 4
    private static let shortestLine = 24

    private let horizontal: PixelMask
    private let vertical: PixelMask

    init(_ areas: [PixelImage.Frame], _ rows: PixelRows) {
        let side = 2 * Self.reach
        horizontal = PixelMask(
            areas.flatMap { area in
                [area.y, area.y + area.height].map {
                    PixelImage.Frame(
                        x: area.x - Self.reach, y: $0 - Self.reach, width: area.width + side, height: side)
                }
            }, width: rows.width, height: rows.height)
        vertical = PixelMask(
            areas.flatMap { area in
                [area.x, area.x + area.width].map {
                    PixelImage.Frame(
                        x: $0 - Self.reach, y: area.y - Self.reach, width: side, height: area.height + side)
                }
            }, width: rows.width, height: rows.height)
    }

    /// Whether a pixel is one of a straight line along an edge that is longer than any stroke of a letter.
    func isRuledLine(_ place: Int, in rows: PixelRows) -> Bool {
        let (x, y) = (place % rows.width, place / rows.width)
        return horizontal.contains(place) && run(place, in: rows, step: 1, back: x, ahead: rows.width - 1 - x)
            || vertical.contains(place)
                && run(place, in: rows, step: rows.width, back: y, ahead: rows.height - 1 - y)
    }

    private func run(_ place: Int, in rows: PixelRows, step: Int, back: Int, ahead: Int) -> Bool {
        var length = 1
        for (direction, most) in [(-step, back), (step, ahead)] {
            var next = place
            for _ in 0..<min(most, Self.shortestLine) {
                next += direction
                guard rows.difference(place, rows, next) < PixelComparison.visibleDifference else { break }
                length += 1
            }
        }
        return length >= Self.shortestLine
    }
}
