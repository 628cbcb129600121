import Envelopes
import Typesetting

/// A signature made from a typed name in a handwriting face.
struct TypedSignature: Sendable {
    /// The maximum number of characters.
    static let longestText = 100
    /// The margin around the ink, in thousandths of the em.
    private static let margin = 20.0
    /// The minimum height of the box, in thousandths of the em, so that a lone dash does not fill a whole field.
    private static let leastHeight = 500.0

    let kind: AdoptedKind
    let text: String

    /// - Throws: ``CeremonyError`` if the text is empty or too long
    init(kind: AdoptedKind, text: String) throws(CeremonyError) {
        let trimmed = text.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        guard let end else { throw .signatureEmpty }
        let content = String(trimmed[...end])
        guard content.count <= Self.longestText else { throw .signatureTextTooLong(limit: Self.longestText) }
        self.kind = kind
        self.text = content
    }

    /// Returns the artwork in one face.
    ///
    /// - Throws: ``CeremonyError/characterNotInFace(_:)`` with the first character that the face lacks
    func artwork(face: String, typesetter: some Typesetter) throws(CeremonyError) -> Artwork {
        let outline: VectorPath
        do {
            outline = try SignatureLines(text, face: face, typesetter: typesetter).outline()
        } catch {
            throw CeremonyError(error)
        }
        guard let bounds = outline.bounds else { throw .signatureEmpty }
        let height = max(bounds.top - bounds.bottom, Self.leastHeight)
        let top = (bounds.top + bounds.bottom + height) / 2 + Self.margin
        let left = bounds.left - Self.margin
        let path = outline.mapCoordinates(x: { $0 - left }, y: { top - $0 })
        return Artwork(
            kind: kind, method: .typed, text: text, face: face, path: path,
            width: Hundredths(bounds.right - bounds.left + 2 * Self.margin).value,
            height: Hundredths(height + 2 * Self.margin).value)
    }
}
