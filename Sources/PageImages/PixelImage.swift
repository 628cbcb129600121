import Foundation

/// A picture as rows of pixels with three bytes each: red, green, blue.
public struct PixelImage: Sendable, Hashable {
    /// In pixels, at least 1.
    public let width: Int
    /// In pixels, at least 1.
    public let height: Int
    /// Three bytes for each pixel, row by row from the top, without padding.
    public private(set) var pixels: [UInt8]

    /// A color.
    public struct Color: Sendable, Hashable {
        /// From 0 to 255.
        public var red: UInt8
        /// From 0 to 255.
        public var green: UInt8
        /// From 0 to 255.
        public var blue: UInt8

        /// Takes the components of a color of sRGB.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// A rectangle of whole pixels.
    public struct Frame: Sendable, Hashable {
        /// The first column, counted from 0 at the left.
        public var x: Int
        /// The first row, counted from 0 at the top.
        public var y: Int
        /// The number of columns.
        public var width: Int
        /// The number of rows.
        public var height: Int

        /// Nothing is checked; the frame may lie outside of a picture.
        public init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Makes a white picture. Returns `nil` for an empty size or more than 100 million pixels.
    public init?(width: Int, height: Int) {
        self.init(width: width, height: height, pixels: nil)
    }

    init?(width: Int, height: Int, pixels: [UInt8]?) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows, count <= 100_000_000 else { return nil }
        let pixels = pixels ?? [UInt8](repeating: 0xFF, count: count * 3)
        guard pixels.count == count * 3 else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Draws the outline of a rectangle, extending `thickness` pixels outwards and clipped to the picture.
    public mutating func outline(_ frame: Frame, color: Color, thickness: Int) {
        let left = frame.x - thickness
        let right = frame.x + frame.width + thickness
        let top = frame.y - thickness
        let bottom = frame.y + frame.height + thickness
        fill(left, top, right, top + thickness, color)
        fill(left, bottom - thickness, right, bottom, color)
        fill(left, top, left + thickness, bottom, color)
        fill(right - thickness, top, right, bottom, color)
    }

    /// Returns the color of a pixel; `nil` outside the picture.
    public func color(x: Int, y: Int) -> Color? {
        guard x >= 0, x < width, y >= 0, y < height else { return nil }
        let place = (y * width + x) * 3
        return Color(red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2])
    }

    private mutating func fill(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, _ color: Color) {
        let columns = max(0, left)..<max(0, left, min(width, right))
        for y in max(0, top)..<max(0, top, min(height, bottom)) {
            for x in columns {
                let place = (y * width + x) * 3
                pixels[place] = color.red
                pixels[place + 1] = color.green
                pixels[place + 2] = color.blue
            }
        }
    }

    /// Returns the smallest rectangle around all differing pixels, or `nil` if none differ or the pictures differ in
    /// size.
    public func difference(from other: PixelImage) -> Frame? {
        guard width == other.width, height == other.height, pixels != other.pixels else { return nil }
        var (left, right, top, bottom) = (width, -1, height, -1)
        for y in 0..<height {
            let row = y * width * 3
            guard pixels[row..<row + width * 3] != other.pixels[row..<row + width * 3] else { continue }
            top = min(top, y)
            bottom = max(bottom, y)
            for x in 0..<width {
                let place = row + x * 3
                if pixels[place..<place + 3] != other.pixels[place..<place + 3] {
                    left = min(left, x)
                    right = max(right, x)
                }
            }
        }
        return right < 0 ? nil : Frame(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}

/// Renders pages as pixels that can be drawn on.
public protocol PageRasterizer: Sendable {
    /// Returns a page as a reader sees it.
    ///
    /// - Parameters:
    ///   - page: the page number, counted from 1
    ///   - width: the picture's width in pixels; the height follows from the page
    func pixels(ofPage page: Int, of source: PageSource, width: Int) async throws -> PixelImage
}
