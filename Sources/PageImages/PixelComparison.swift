import Foundation

/// Compares two pictures of one page, before and after a change. It finds differences outside of the permitted areas,
/// and print that disappeared within them.
///
/// Both pictures come from the same renderer, which draws the same page identically each time.
public struct PixelComparison: Sendable {
    /// What the comparison found, with its place in pixels of both pictures.
    public enum Finding: Sendable, Hashable {
        /// Pixels outside of all permitted areas differ. The frame is the smallest one around them.
        case changeOutside(PixelImage.Frame)
        /// Print in a permitted area is no longer visible. The frame is the smallest one around it.
        case printedMatterVanished(PixelImage.Frame)
    }

    /// The resolution in dots per inch for which the lengths in pixels are chosen; they grow with the scale.
    public static let plainResolution = 100.0
    /// The smallest difference in one channel that counts as a change of the pixel.
    static let visibleDifference = 25
    /// The fewest changed pixels outside of all areas that count as a change.
    static let fewestPixels = 3
    /// How far, in pixels, an appearance may extend beyond its area, because its edge is smoothed.
    static let margin = 2

    private let before: PixelImage
    private let after: PixelImage
    private let bare: PixelImage
    private let scale: Int

    /// - Parameters:
    ///   - bare: the earlier page without the changed fields and annotations, whose appearances do not count as print;
    ///     `nil` if there were none
    ///   - scale: how many times ``plainResolution`` the pictures are drawn at
    /// - Returns: `nil` if the pictures differ in size
    public init?(before: PixelImage, after: PixelImage, bare: PixelImage? = nil, scale: Int = 1) {
        for other in [after, bare ?? before] {
            guard other.width == before.width, other.height == before.height else { return nil }
        }
        self.before = before
        self.after = after
        self.bare = bare ?? before
        self.scale = max(1, scale)
    }

    /// - Parameter areas: the areas where changes are permitted. Content may be added there, but print must stay
    ///   visible.
    /// - Parameter place: where to look for print that disappeared; by default everywhere
    /// - Returns: at most one finding of each kind
    public func findings(permitting areas: [PixelImage.Frame], around place: PixelImage.Frame? = nil) -> [Finding] {
        before.pixels.withUnsafeBufferPointer { before in
            after.pixels.withUnsafeBufferPointer { after in
                bare.pixels.withUnsafeBufferPointer { bare in
                    findings(
                        PixelRows(before, like: self.before), PixelRows(after, like: self.before),
                        PixelRows(bare, like: self.before), areas, around: place)
                }
            }
        }
    }

    private func findings(
        _ before: PixelRows, _ after: PixelRows, _ bare: PixelRows, _ areas: [PixelImage.Frame],
        around frame: PixelImage.Frame?
    ) -> [Finding] {
        let changed = before.changedPixels(in: after, by: Self.visibleDifference)
        guard !changed.isEmpty else { return [] }
        let permitted = PixelMask(
            areas.map { $0.widened(by: Self.margin * scale) }, width: before.width, height: before.height)
        var outside = PixelBounds()
        var inside: [Int32] = []
        for place in changed {
            let (x, y) = (Int(place) % before.width, Int(place) / before.width)
            if !permitted.contains(Int(place)) {
                outside.include(x, y)
            } else if frame?.contains(x, y) ?? true {
                inside.append(place)
            }
        }
        var findings: [Finding] = []
        if outside.count >= Self.fewestPixels, let frame = outside.frame { findings.append(.changeOutside(frame)) }
        guard !inside.isEmpty else { return findings }
        var matter = PrintedMatter(
            before: before, after: after, bare: bare, permitted: permitted,
            edges: AreaEdges(areas, before, scale: scale), scale: scale)
        if let frame = matter.vanished(among: inside) { findings.append(.printedMatterVanished(frame)) }
        return findings
    }
}

/// The borrowed pixels of a picture.
struct PixelRows {
    let bytes: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, like image: PixelImage) {
        self.bytes = bytes
        width = image.width
        height = image.height
    }

    /// Returns the largest channel difference between a pixel and one of another picture. Pixels are counted row by
    /// row.
    func difference(_ place: Int, _ other: PixelRows, _ otherPlace: Int) -> Int {
        var most = 0
        for channel in 0..<3 {
            most = max(most, abs(Int(bytes[place * 3 + channel]) - Int(other.bytes[otherPlace * 3 + channel])))
        }
        return most
    }

    func color(_ place: Int) -> SIMD4<Int32> {
        SIMD4(Int32(bytes[place * 3]), Int32(bytes[place * 3 + 1]), Int32(bytes[place * 3 + 2]), 0)
    }

    /// Returns the sum of the channels, from 0 for black to 765 for white.
    func brightness(_ place: Int) -> Int {
        Int(bytes[place * 3]) + Int(bytes[place * 3 + 1]) + Int(bytes[place * 3 + 2])
    }

    /// Returns the pixels that differ from those of another picture by at least `least`, counted row by row.
    func changedPixels(in other: PixelRows, by least: Int) -> [Int32] {
        guard let own = bytes.baseAddress, let others = other.bytes.baseAddress else { return [] }
        var changed: [Int32] = []
        for y in 0..<height {
            let row = y * width
            guard memcmp(own + row * 3, others + row * 3, width * 3) != 0 else { continue }
            for place in row..<row + width where difference(place, other, place) >= least {
                changed.append(Int32(place))
            }
        }
        return changed
    }
}

/// The set of pixels that lie in any of several frames.
struct PixelMask {
    private var bits: [Bool]

    init(_ frames: [PixelImage.Frame], width: Int, height: Int) {
        // Marks the corners of each frame and sums them from the top left, so that the cost per pixel does not depend
        // on the number of frames.
        var sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
        for frame in frames {
            let left = min(max(0, frame.x), width)
            let right = min(max(left, frame.x + frame.width), width)
            let top = min(max(0, frame.y), height)
            let bottom = min(max(top, frame.y + frame.height), height)
            sums[top * (width + 1) + left] += 1
            sums[top * (width + 1) + right] -= 1
            sums[bottom * (width + 1) + left] -= 1
            sums[bottom * (width + 1) + right] += 1
        }
        bits = [Bool](repeating: false, count: width * height)
        guard !frames.isEmpty else { return }
        for y in 0..<height {
            var row: Int32 = 0
            for x in 0..<width {
                row += sums[y * (width + 1) + x]
                if y > 0 { sums[y * (width + 1) + x] = row + sums[(y - 1) * (width + 1) + x] }
                if y == 0 { sums[x] = row }
                bits[y * width + x] = sums[y * (width + 1) + x] > 0
            }
        }
    }

    func contains(_ place: Int) -> Bool { bits[place] }
}

/// The smallest frame around a set of pixels.
struct PixelBounds {
    private(set) var count = 0
    private var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)

    mutating func include(_ x: Int, _ y: Int) {
        count += 1
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = max(bottom, y)
    }

    var frame: PixelImage.Frame? {
        guard count > 0 else { return nil }
        return PixelImage.Frame(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}

extension PixelImage.Frame {
    fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
        (self.x..<self.x + width).contains(x) && (self.y..<self.y + height).contains(y)
    }

    func widened(by margin: Int) -> Self {
        Self(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
