import Envelopes
import Foundation
import SignedPDF

/// A signature from a picture: dark ink on white paper, or on nothing, as the page leaves it after cleaning.
///
/// Its ink becomes a path, as a typed signature's, so that it is sharp at every size and needs no transparency, which
/// some documents forbid (PDF/A-1). The picture itself is kept beside the path, written anew with nothing but its pixels.
struct SignaturePicture: Sendable {
    /// The maximum size of the file in bytes, and of its sides in pixels; far more than the page sends.
    static let mostBytes = 200_000
    static let longestSide = 1200
    /// The minimum number of pixels of ink, and the minimum extent in pixels.
    private static let leastInk = 40
    private static let leastExtent = 16.0
    /// The part of the picture from which ink counts as a dark picture.
    private static let mostInk = 0.75
    /// The maximum number of points of the path.
    private static let mostPoints = 8_000
    /// The margin around the ink, in pixels.
    private static let margin = 2.0

    let kind: AdoptedKind
    private let pixels: PixelGrid

    /// - Parameter png: a PNG file
    /// - Throws: ``CeremonyError/signaturePictureUnusable(_:)`` with the problem of the file
    init(kind: AdoptedKind, png: Data) throws(CeremonyError) {
        guard png.count <= Self.mostBytes else {
            throw .signaturePictureUnusable("it has more than \(Self.mostBytes) bytes")
        }
        do {
            let header = try PictureHeader(png)
            guard header.width <= Self.longestSide, header.height <= Self.longestSide else {
                throw PDFError.invalidImage("it has a side of more than \(Self.longestSide) pixels")
            }
            pixels = try PixelGrid(png: png, PictureLimits(decodedBytes: 16 << 20)).upright
        } catch PDFError.invalidImage(let reason) {
            throw .signaturePictureUnusable(reason)
        } catch {
            throw .signaturePictureUnusable("it is no PNG file")
        }
        self.kind = kind
    }

    /// - Throws: ``CeremonyError`` if nearly nothing or nearly everything is ink, or if the outline has too many details
    func artwork() throws(CeremonyError) -> Artwork {
        let darkness = darkness
        let ink = darkness.count { $0 > 127 }
        guard ink >= Self.leastInk else { throw .signaturePictureBlank }
        guard Double(ink) <= Self.mostInk * Double(darkness.count) else { throw .signaturePictureFull }
        var tracer = OutlineTracer(width: pixels.width, height: pixels.height, darkness: darkness)
        guard let polygons = tracer.polygons(), polygons.reduce(0, { $0 + $1.count }) <= Self.mostPoints else {
            throw .signaturePictureUnusable("it has too many details")
        }
        let points = polygons.joined()
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
            let bottom = points.map(\.y).max(), max(right - left, bottom - top) >= Self.leastExtent
        else { throw .signaturePictureBlank }
        let elements = polygons.flatMap { polygon in
            polygon.enumerated().map { index, point -> VectorPath.Element in
                let (x, y) = (point.x - left + Self.margin, point.y - top + Self.margin)
                return index == 0 ? .move(x: x, y: y) : .line(x: x, y: y)
            } + [.close]
        }
        let kept: Data
        do { kept = try pixels.png() } catch { throw .signaturePictureUnusable("it cannot be written anew") }
        return Artwork(
            kind: kind, method: .uploaded, picture: kept, path: VectorPath(elements),
            width: Hundredths(right - left + 2 * Self.margin).value,
            height: Hundredths(bottom - top + 2 * Self.margin).value)
    }

    /// One byte a pixel, 255 for black ink.
    private var darkness: [UInt8] {
        (0..<pixels.width * pixels.height).map { index in
            let first = index * pixels.channels
            let light =
                pixels.channels == 1
                ? Int(pixels.colors[first])
                : (299 * Int(pixels.colors[first]) + 587 * Int(pixels.colors[first + 1])
                    + 114 * Int(pixels.colors[first + 2])) / 1000
            let coverage = pixels.coverage.isEmpty ? 255 : Int(pixels.coverage[index])
            return UInt8((255 - light) * coverage / 255)
        }
    }
}
