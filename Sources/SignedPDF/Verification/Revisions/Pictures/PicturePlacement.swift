/// The placement of a widget's picture on its page (ISO 32000-2 §12.5.5, algorithm 8.1).
struct PicturePlacement: Sendable {
    /// The map from the picture's coordinates to the page's.
    let map: AffineMap
    /// The visible part of the picture: its box, on the page.
    let clip: PDFRectangle
    /// The picture's counterclockwise rotation on the page in degrees; `nil` if it is not a right angle, for instance
    /// for a mirror image.
    let turn: Int?

    /// - Parameters:
    ///   - stream: the picture, a form XObject
    ///   - rect: the widget's rectangle
    /// - Returns: `nil` for a picture that is empty, or whose box or matrix cannot be read
    init?(_ stream: PDFStream, in rect: PDFRectangle, _ document: PDFDocument) {
        func numbers(_ key: String) -> [PDFObject]? {
            guard let value = try? document.value(key, in: stream.dictionary), !value.isNull else { return nil }
            return (value.arrayValue ?? []).map { (try? document.resolve($0)) ?? .null }
        }
        guard let box = numbers("BBox").flatMap({ PDFRectangle($0) }), !box.isEmpty,
            let matrix = numbers("Matrix").map({ AffineMap($0) }) ?? AffineMap()
        else { return nil }
        let turned = matrix.bounds(of: box)
        guard turned.width > 1e-6, turned.height > 1e-6 else { return nil }
        let (across, up) = (rect.width / turned.width, rect.height / turned.height)
        map = matrix.then(
            AffineMap(across, 0, 0, up, rect.left - turned.left * across, rect.bottom - turned.bottom * up))
        clip = map.bounds(of: box).intersection(rect.widened(by: 0.01))
        turn = matrix.quarterTurn
    }
}
