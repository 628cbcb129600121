import Foundation
import SignedPDF
import Words

/// Writes the pages of a certificate of completion as a tagged PDF.
struct CertificateFile {
    let layout: CertificateLayout
    /// The title in the file's information.
    let title: String
    let language: Language
    /// The creation date of the file.
    let at: Date
    let shaper: any TextShaper

    func data() throws(PDFError) -> Data {
        var composition = PDFComposition(
            DocumentInformation(
                title: title, author: "Countersign", language: language.tag, created: at),
            shaper: shaper)
        var elements: [StructureElement] = []
        for part in layout.parts {
            elements.append(
                composition.addElement(
                    part.role, in: part.parent.map { elements[$0] }, alternative: part.alternative))
        }
        for page in layout.placed {
            composition.addPage(width: CertificateLayout.pageWidth, height: CertificateLayout.pageHeight)
            for placed in page {
                composition.element = placed.part.map { elements[$0] }
                try draw(placed.item, on: &composition)
            }
        }
        return try composition.data()
    }

    private func draw(_ item: CertificateLayout.Item, on composition: inout PDFComposition) throws(PDFError) {
        switch item {
        case .text(let text, let x, let baseline, let style):
            try composition.text(text, x: x, baseline: baseline, style: style.text)
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
}
