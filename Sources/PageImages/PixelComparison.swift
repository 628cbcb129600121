import Foundation

/// Two pictures of one page, before and after something on it was changed: what differs where nothing may differ, and
/// what is gone from the places that may change.
///
/// The pictures come from one renderer, which draws the same page the same twice.
public struct PixelComparison: Sendable {
    public enum Finding: Sendable, Hashable {
        /// Pixels outside of all permitted areas differ; the smallest frame around them.
        case changeOutside(PixelImage.Frame)
        /// Something printed in a permitted area can no longer be seen; the smallest frame around what is gone.
        case printedMatterVanished(PixelImage.Frame)
    }

    /// The difference in one channel from which a pixel counts as changed.
    static let visibleDifference = 25
    /// Fewer changed pixels outside of all areas are passed over.
    static let fewestPixels = 3
    /// How far a picture may reach out of its area: its edge is smoothed.
    static let margin = 2

    private let before: PixelImage
    private let after: PixelImage
    private let bare: PixelImage

    /// - Parameter bare: the page before the change without the fields and annotations that were changed; what they
    ///   showed is not printed matter. `nil` if none was there.
    /// - Returns: `nil` if the pictures are not of one size.
    public init?(before: PixelImage, after: PixelImage, bare: PixelImage? = nil) {
        for other in [after, bare ?? before] {
            guard other.width == before.width, other.height == before.height else { return nil }
        }
        self.before = before
        self.after = after
        self.bare = bare ?? before
    }

    /// - Parameter areas: where changes are permitted. New matter may be added there, but what is printed must stay
    ///   visible.
    /// - Returns: at most one finding of each kind.
    public func findings(permitting areas: [PixelImage.Frame]) -> [Finding] {
        before.pixels.withUnsafeBufferPointer { before in
            after.pixels.withUnsafeBufferPointer { after in
                bare.pixels.withUnsafeBufferPointer { bare in
                    findings(
                        PixelRows(before, like: self.before), PixelRows(after, like: self.before),
                        PixelRows(bare, like: self.before), areas)
                }
            }
        }
    }

    private func findings(
        _ before: PixelRows, _ after: PixelRows, _ bare: PixelRows, _ areas: [PixelImage.Frame]
    ) -> [Finding] {
        let changed = before.changedPixels(in: after, by: Self.visibleDifference)
        guard !changed.isEmpty else { return [] }
        let permitted = PixelMask(
            areas.map { $0.widened(by: Self.margin) }, width: before.width, height: before.height)
        var outside = PixelBounds()
        var inside: [Int32] = []
        for place in changed {
            if permitted.contains(Int(place)) {
                inside.append(place)
            } else {
                outside.include(Int(place) % before.width, Int(place) / before.width)
            }
        }
        var findings: [Finding] = []
        if outside.count >= Self.fewestPixels, let frame = outside.frame { findings.append(.changeOutside(frame)) }
        guard !inside.isEmpty else { return findings }
        var matter = PrintedMatter(
            before: before, after: after, bare: bare, permitted: permitted, edges: AreaEdges(areas, before))
        if let frame = matter.vanished(among: inside) { findings.append(.printedMatterVanished(frame)) }
        return findings
    }
}

/// The pixels of a picture while they are lent.
struct PixelRows {
    let bytes: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, like image: PixelImage) {
        self.bytes = bytes
        width = image.width
        height = image.height
    }

    /// The largest difference in a channel between a pixel and one of another picture; pixels are counted by rows.
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

    /// The sum of the channels: 0 for black, 765 for white.
    func brightness(_ place: Int) -> Int {
        Int(bytes[place * 3]) + Int(bytes[place * 3 + 1]) + Int(bytes[place * 3 + 2])
    }

    /// The pixels that differ from those of another picture, counted by rows.
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

/// A set of pixels: those in any of some frames.
struct PixelMask {
    private var bits: [Bool]

    init(_ frames: [PixelImage.Frame], width: Int, height: Int) {
        // The corners of each frame are noted, and added up from the top left: however many frames there are, each pixel
        // is looked at twice.
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

/// The smallest frame around pixels.
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
    func widened(by margin: Int) -> Self {
        Self(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
