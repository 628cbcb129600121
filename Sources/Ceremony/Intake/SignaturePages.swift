import Envelopes
import Foundation
import SignedPDF
import Typesetting

/// The pages after a document's last one, with a place for each signer.
struct SignaturePages {
    let file: PDFDocument
    /// The places, with page numbers that follow the document's.
    let places: [SignaturePlace]

    private static let margin = 54.0
    private static let blockHeight = 118.0
    private static let signature = (width: 250.0, height: 48.0)
    private static let date = (width: 120.0, height: 22.0)

    /// - Parameter last: the document's last page, whose size the new pages have if they have room
    init(
        for signers: [PageMarks.Signer], named name: String, behind last: PDFPage, typesetter: any Typesetter
    ) throws(PDFError) {
        let fits = (400...2000).contains(last.size.width) && (500...2000).contains(last.size.height)
        let size = fits ? last.size : (width: 595.276, height: 841.89)
        let right = size.width - Self.margin
        let characters = FieldText(typesetter)
        var composition = PDFComposition(DocumentInformation(title: name), shaper: typesetter)
        var places: [SignaturePlace] = []
        var y = size.height
        for signer in signers {
            if y + Self.blockHeight > size.height - Self.margin {
                composition.addPage(width: size.width, height: size.height)
                y = try Self.head(
                    characters.shown(name), isFirst: places.isEmpty, width: right - Self.margin, on: &composition)
            }
            let page = last.number + composition.pageCount
            places.append(
                try Self.place(
                    of: signer, named: characters.shown(signer.name), page: page, y: y, right: right,
                    shaper: typesetter, on: &composition))
            y += Self.blockHeight
        }
        file = try PDFDocument(try composition.data())
        self.places = places
    }

    private static func head(
        _ name: String, isFirst: Bool, width: Double, on composition: inout PDFComposition
    ) throws(PDFError) -> Double {
        let title = TextStyle(font: .helveticaBold, size: 20)
        var y = try composition.paragraph(
            isFirst ? "Signatures" : "Signatures, continued", x: margin, y: margin, width: width, style: title)
        y += 4
        y = try composition.paragraph(
            name, x: margin, y: y, width: width, style: TextStyle(size: 11, color: .gray(0.3), direction: .automatic))
        y += 8
        composition.line(fromX: margin, y: y, toX: margin + width, y: y, color: .gray(0.6))
        return y + 16
    }

    /// Draws the lines to sign on, with the signer's name below.
    private static func place(
        of signer: PageMarks.Signer, named name: String, page: Int, y: Double, right: Double,
        shaper: any TextShaper, on composition: inout PDFComposition
    ) throws(PDFError) -> SignaturePlace {
        let line = y + signature.height + 6
        let dateX = right - date.width
        let signatureEnd = min(margin + signature.width, dateX - 16)
        let label = TextStyle(size: 8.5, color: .gray(0.4))
        composition.line(fromX: margin, y: line, toX: signatureEnd, y: line)
        composition.line(fromX: dateX, y: line, toX: right, y: line)
        try composition.paragraph("Date", x: dateX, y: line + 3, width: date.width, style: label)
        var nameStyle = TextStyle(font: .helveticaBold, size: 10, direction: .automatic)
        let width = signatureEnd - margin
        // At most two lines of the longest name must fit above the next place.
        while nameStyle.size > 6,
            try PDFComposition.height(of: name, width: width, style: nameStyle, shaper: shaper) > 28
        {
            nameStyle.size -= 1
        }
        let end = try composition.paragraph(name, x: margin, y: line + 3, width: width, style: nameStyle)
        try composition.paragraph("Signature", x: margin, y: end, width: width, style: label)
        return SignaturePlace(
            signer: signer.id, page: page,
            signature: TabFrame(x: margin, y: y + 4, width: width, height: signature.height),
            date: TabFrame(x: dateX, y: line - date.height - 2, width: date.width, height: date.height))
    }
}
