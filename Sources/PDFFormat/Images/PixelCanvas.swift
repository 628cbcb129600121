/// Collects rows of pixels; `factor` × `factor` of them become one.
struct PixelCanvas {
    private let sourceWidth: Int
    private let sourceHeight: Int
    private let width: Int
    private let height: Int
    private let channels: Int
    private let factor: Int
    private var colors: [UInt8]
    private var coverage: [UInt8]
    /// The sums of the rows of which one becomes: colors times coverage, then coverage.
    private var sums: [UInt32]
    private var rowsInSum = 0

    init(width: Int, height: Int, channels: Int, isTransparent: Bool, factor: Int) {
        sourceWidth = width
        sourceHeight = height
        self.width = (width + factor - 1) / factor
        self.height = (height + factor - 1) / factor
        self.channels = channels
        self.factor = factor
        colors = [UInt8](repeating: 0, count: self.width * self.height * channels)
        coverage = [UInt8](repeating: 255, count: isTransparent ? self.width * self.height : 0)
        sums = [UInt32](repeating: 0, count: factor > 1 ? self.width * (channels + 1) : 0)
    }

    /// The picture. One that is opaque everywhere has no coverage.
    var grid: PixelGrid {
        PixelGrid(
            width: width, height: height, channels: channels, colors: colors,
            coverage: coverage.contains { $0 != 255 } ? coverage : [])
    }

    /// Adds a whole row; rows come from top to bottom.
    mutating func add(_ row: PNGSamples, y: Int) {
        guard factor > 1 else { return copy(row, to: y) }
        let (channels, factor) = (channels, factor)
        sums.withUnsafeMutableBufferPointer { sums in
            row.colors.withUnsafeBufferPointer { colors in
                row.coverage.withUnsafeBufferPointer { coverage in
                    for x in 0..<sourceWidth {
                        let place = x / factor * (channels + 1)
                        let weight = UInt32(coverage[x])
                        for channel in 0..<channels {
                            sums[place + channel] += UInt32(colors[x * channels + channel]) * weight
                        }
                        sums[place + channels] += weight
                    }
                }
            }
        }
        rowsInSum += 1
        if rowsInSum == factor || y == sourceHeight - 1 { finishRow(y / factor) }
    }

    private mutating func copy(_ row: PNGSamples, to y: Int) {
        colors.replaceSubrange(y * width * channels..<(y + 1) * width * channels, with: row.colors)
        if !coverage.isEmpty { coverage.replaceSubrange(y * width..<(y + 1) * width, with: row.coverage) }
    }

    /// Makes a row of the averages, in which a pixel counts as much as it covers.
    private mutating func finishRow(_ y: Int) {
        for x in 0..<width {
            let place = x * (channels + 1)
            let columns = min(factor, sourceWidth - x * factor)
            let weight = sums[place + channels]
            if weight > 0 {
                for channel in 0..<channels {
                    colors[(y * width + x) * channels + channel] = UInt8((sums[place + channel] + weight / 2) / weight)
                }
            }
            if !coverage.isEmpty { coverage[y * width + x] = UInt8(Int(weight) / (columns * rowsInSum)) }
        }
        rowsInSum = 0
        for index in sums.indices { sums[index] = 0 }
    }

    /// Adds a row of an interlaced picture, whose pixels lie apart. Of those that become one, it takes the first.
    mutating func scatter(_ row: PNGSamples, y: Int, x start: Int, step: Int, count: Int) {
        guard y % factor == 0 else { return }
        for pixel in 0..<count {
            let x = start + pixel * step
            guard x % factor == 0 else { continue }
            let index = y / factor * width + x / factor
            for channel in 0..<channels { colors[index * channels + channel] = row.colors[pixel * channels + channel] }
            if !coverage.isEmpty { coverage[index] = row.coverage[pixel] }
        }
    }
}
