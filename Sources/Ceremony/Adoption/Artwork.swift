import Envelopes
import Foundation
import SignedPDF

/// An adopted signature or initials, stored in a blob.
///
/// The blob is JSON. It holds the source - the text and its face, the strokes with their times and pressures, or the
/// picture - and the path made from it.
package struct Artwork: Sendable, Equatable, Codable {
    package let kind: AdoptedKind
    package let method: AdoptionMethod
    /// The typed text and its face; `nil` for others.
    package let text: String?
    package let face: String?
    /// The original strokes of a drawing; `nil` for others.
    package let strokes: [[StrokePoint]]?
    /// The PNG file from whose ink the path was made; `nil` for others.
    package let picture: Data?
    /// SVG path data, y downward, in the view box `0 0 width height`.
    package let path: String
    package let width: Double
    package let height: Double
    /// The line width of the path; `nil` if the path is filled.
    package let stroke: Double?

    /// Returns the bytes of the blob.
    func blob() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    init(
        kind: AdoptedKind, method: AdoptionMethod, text: String? = nil, face: String? = nil,
        strokes: [[StrokePoint]]? = nil, picture: Data? = nil, path: VectorPath, width: Double, height: Double,
        stroke: Double? = nil
    ) {
        self.kind = kind
        self.method = method
        self.text = text
        self.face = face
        self.strokes = strokes
        self.picture = picture
        self.path = path.pathData
        self.width = width
        self.height = height
        self.stroke = stroke
    }

    /// Reads a blob.
    ///
    /// - Throws: ``CeremonyError/artworkUnreadable`` if the bytes are not artwork, or if it draws nothing or leaves its
    ///   box
    package init(blob: Data) throws(CeremonyError) {
        guard let artwork = try? JSONDecoder().decode(Artwork.self, from: blob),
            let path = VectorPath(pathData: artwork.path),
            ArtworkBounds.hold(path, width: artwork.width, height: artwork.height, stroke: artwork.stroke)
        else { throw .artworkUnreadable }
        self = artwork
    }

    /// The ink for the PDF, with y upward, within ``size``.
    var ink: [Ink] {
        guard let path = VectorPath(pathData: path) else { return [] }
        let vector = path.upward(height: height)
        return [stroke.map { .stroke(vector, width: $0) } ?? .fill(vector)]
    }

    var size: (width: Double, height: Double) { (width, height) }
}

/// A point of a drawn stroke.
package struct StrokePoint: Sendable, Hashable, Codable {
    /// In the units of the drawing area, y downward.
    package let x: Double
    package let y: Double
    /// Milliseconds since the drawing began.
    package let t: Double?
    /// The pen's pressure from 0 to 1.
    package let p: Double?

    package init(x: Double, y: Double, t: Double? = nil, p: Double? = nil) {
        self.x = x
        self.y = y
        self.t = t
        self.p = p
    }
}
