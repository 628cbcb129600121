import Envelopes
import Foundation
import SignedPDF
import Typesetting

/// Writes the pages of a certificate of completion as a PDF.
struct CertificateFile {
    let pages: [[CertificateLayout.Item]]
    let envelope: Envelope
    /// Becomes the file's creation date.
    let at: Date

    func data() throws(PDFError) -> Data {
        var composition = PDFComposition(
            DocumentInformation(
                title: "Certificate of completion - \(envelope.emailSubject)", author: "Countersign", created: at))
        for items in pages {
            composition.addPage(width: CertificateLayout.pageWidth, height: CertificateLayout.pageHeight)
            for item in items { try draw(item, on: &composition) }
        }
        return try composition.data()
    }

    private func draw(_ item: CertificateLayout.Item, on composition: inout PDFComposition) throws(PDFError) {
        switch item {
        case .text(let text, let x, let baseline, let font, let size, let gray):
            try composition.text(
                text, x: x, baseline: baseline, style: TextStyle(font: font, size: size, color: .gray(gray)))
        case .outline(let outline, let x, let baseline, let size, let gray):
            draw(outline, x: x, baseline: baseline, scale: size / 1000, color: .gray(gray), on: &composition)
        case .line(let fromX, let toX, let y, let width, let gray):
            composition.line(fromX: fromX, y: y, toX: toX, y: y, width: width, color: .gray(gray))
        case .box(let x, let y, let width, let height, let fill, let line):
            composition.rectangle(
                PageRect(x: x, y: y, width: width, height: height), fill: fill.map(InkColor.gray),
                stroke: line.map(InkColor.gray))
        case .artwork(let artwork, let x, let y, let width, let height):
            let scale = min(width / artwork.width, height / artwork.height)
            let drawn = PageRect(
                x: x + (width - artwork.width * scale) / 2, y: y + (height - artwork.height * scale) / 2,
                width: artwork.width * scale, height: artwork.height * scale)
            composition.drawing(artwork.ink, size: artwork.size, in: drawn)
        }
    }

    private func draw(
        _ outline: Outline, x: Double, baseline: Double, scale: Double, color: InkColor,
        on composition: inout PDFComposition
    ) {
        guard let bounds = outline.bounds else { return }
        let (left, bottom) = (bounds.minX, bounds.minY)
        let path = VectorPath(
            outline.elements.map { element in
                switch element {
                case .move(let x, let y): .move(x: x - left, y: y - bottom)
                case .line(let x, let y): .line(x: x - left, y: y - bottom)
                case .curve(let x1, let y1, let x2, let y2, let x, let y):
                    .curve(
                        x1: x1 - left, y1: y1 - bottom, x2: x2 - left, y2: y2 - bottom, x: x - left, y: y - bottom)
                case .close: .close
                }
            })
        let size = (width: bounds.maxX - left, height: bounds.maxY - bottom)
        composition.drawing(
            [.fill(path, color: color)], size: size,
            in: PageRect(
                x: x + left * scale, y: baseline - bounds.maxY * scale, width: size.width * scale,
                height: size.height * scale))
    }
}
