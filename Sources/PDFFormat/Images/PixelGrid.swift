/// A picture of 8-bit samples.
package struct PixelGrid: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// One or three bytes a pixel.
    package let channels: Int
    package let colors: [UInt8]
    /// One byte a pixel; empty for an opaque picture.
    package let coverage: [UInt8]
    /// How the picture wants to be shown.
    package var orientation = PictureOrientation.upright

    package init(width: Int, height: Int, channels: Int, colors: [UInt8], coverage: [UInt8]) {
        self.width = width
        self.height = height
        self.channels = channels
        self.colors = colors
        self.coverage = coverage
    }

    /// The picture with its pixels as they are shown.
    package var upright: PixelGrid {
        guard orientation != .upright else { return self }
        let (shownWidth, shownHeight) = orientation.isAcross ? (height, width) : (width, height)
        var (colors, coverage): ([UInt8], [UInt8]) = ([], [])
        colors.reserveCapacity(self.colors.count)
        coverage.reserveCapacity(self.coverage.count)
        for y in 0..<shownHeight {
            for x in 0..<shownWidth {
                let place = storedPlace(x, y)
                let index = place.y * width + place.x
                colors.append(contentsOf: self.colors[index * channels..<(index + 1) * channels])
                if !self.coverage.isEmpty { coverage.append(self.coverage[index]) }
            }
        }
        return PixelGrid(
            width: shownWidth, height: shownHeight, channels: channels, colors: colors, coverage: coverage)
    }

    /// Returns where a pixel as it is shown is stored.
    private func storedPlace(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
        let (right, bottom) = (width - 1, height - 1)
        return switch orientation {
        case .upright: (x, y)
        case .mirrored: (right - x, y)
        case .upsideDown: (right - x, bottom - y)
        case .mirroredUpsideDown: (x, bottom - y)
        case .mirroredTurnedLeft: (y, x)
        case .turnedRight: (y, bottom - x)
        case .mirroredTurnedRight: (right - y, bottom - x)
        case .turnedLeft: (right - y, x)
        }
    }
}
