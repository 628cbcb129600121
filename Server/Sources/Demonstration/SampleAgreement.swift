import FileSigning
import Foundation
import SignedPDF
import Typesetting

/// A sample agreement of three pages, with its tabs.
package enum SampleAgreement {
    /// Returns the sample, ready to be sent.
    package static func make(signer name: String = "Ada Lovelace", email: String = "ada@example.com") throws
        -> SampleRequest
    {
        SampleRequest(
            subject: "Consulting agreement", blurb: "Please read the three pages and sign on the last one.",
            documentName: "Consulting agreement.pdf", pdf: try pdf(signer: name), signerName: name,
            signerEmail: email,
            tabs: [
                .init(array: "fullNameTabs", label: "Full name", page: 3, x: 186, y: 346, width: 337, height: 22),
                .init(array: "textTabs", label: "Place", page: 3, x: 186, y: 384, width: 337, height: 22),
                .init(
                    array: "checkboxTabs", label: "I have read all three pages", page: 3, x: 72, y: 430, width: 16,
                    height: 16),
                .init(array: "signHereTabs", label: "Signature", page: 3, x: 72, y: 492, width: 240, height: 56),
                .init(array: "dateSignedTabs", label: "Date signed", page: 3, x: 356, y: 526, width: 167, height: 22),
            ])
    }

    /// Returns a request with the user's own file and the same five tabs in a band at the bottom of its last page.
    package static func around(_ file: URL) throws -> SampleRequest {
        let document = try FileSigner.open(file)
        let count = try document.pageCount()
        let size = try document.page(count).size
        var sample = try make()
        sample.subject = file.deletingPathExtension().lastPathComponent
        sample.blurb = "Please sign on the last page."
        sample.documentName = file.lastPathComponent
        sample.pdf = document.bytes
        sample.tabs = band(page: count, width: size.width, height: size.height)
        return sample
    }

    /// Returns five tabs in a band of at most 500 by 90 points, whatever the page's size.
    private static func band(page: Int, width: Double, height: Double) -> [SampleRequest.Tab] {
        let scale = min(1, (width - 20) / 500, (height - 20) / 100)
        let left = ((width - 500 * scale) / 2).rounded(.down)
        let top = (height - 100 * scale).rounded(.down)
        func tab(_ array: String, _ label: String, _ x: Double, _ y: Double, _ w: Double, _ h: Double)
            -> SampleRequest.Tab
        {
            .init(
                array: array, label: label, page: page, x: max(0, (left + x * scale).rounded(.down)),
                y: max(0, (top + y * scale).rounded(.down)), width: max(1, (w * scale).rounded(.down)),
                height: max(1, (h * scale).rounded(.down)))
        }
        return [
            tab("signHereTabs", "Signature", 0, 0, 190, 50),
            tab("dateSignedTabs", "Date signed", 200, 0, 110, 20),
            tab("fullNameTabs", "Full name", 200, 30, 150, 20),
            tab("textTabs", "Place", 360, 30, 140, 20),
            tab("checkboxTabs", "I have read the document", 360, 0, 16, 16),
        ]
    }

    // MARK: The pages

    private static func pdf(signer: String) throws(PDFError) -> Data {
        var pages = AgreementPages(signer: signer)
        try pages.parties()
        try pages.terms()
        try pages.acceptance()
        return try pages.composition.data()
    }
}

/// Lays out the agreement's pages: A4, with margins of 72 points. Where this machine has fonts, the file is PDF/A-3.
private struct AgreementPages {
    var composition = PDFComposition(
        DocumentInformation(title: "Consulting agreement", author: "Countersign"),
        shaper: HarfBuzzTypesetter(withoutHandwriting: FontOrder()))
    let signer: String
    private let document: StructureElement

    private let left = 72.0
    private let width = 451.0
    private let accent = InkColor(red: 0.04, green: 0.34, blue: 0.64)
    private let quiet = InkColor.gray(0.4)
    private let body = TextStyle(font: .timesRoman, size: 12.5, lineSpacing: 1.45, substitute: "?")

    init(signer: String) {
        self.signer = signer
        document = composition.addElement(.document)
    }

    /// Begins a part of the text, which screen readers read as what it is.
    private mutating func begin(_ role: StructureRole, in parent: StructureElement? = nil) {
        composition.element = composition.addElement(role, in: parent ?? document)
    }

    /// Adds a paragraph as wide as the page's text, and returns where the next one may begin.
    private mutating func paragraph(_ text: String, at y: Double, style: TextStyle) throws(PDFError) -> Double {
        begin(.paragraph)
        return try composition.paragraph(text, x: left, y: y, width: width, style: style)
    }

    mutating func parties() throws(PDFError) {
        try beginPage(1)
        begin(.title)
        try composition.text(
            "Consulting agreement", x: left, baseline: 128, style: TextStyle(font: .helveticaBold, size: 26))
        composition.element = nil
        composition.rectangle(PageRect(x: left, y: 140, width: 64, height: 3), fill: accent)
        var y = try paragraph(
            "A sample agreement for trying out electronic signatures. It binds nobody.", at: 152,
            style: TextStyle(font: .helveticaOblique, size: 10, color: quiet))
        y = try heading("Between", at: y + 26)
        y = try party("Northwind Studio Ltd", "12 Harbour Street, Bristol BS1 4QA", "the Client", at: y)
        y = try heading("and", at: y + 4)
        y = try party(signer, "acting on their own account", "the Consultant", at: y)
        y = try heading("What it is about", at: y + 14)
        for text in Self.introduction {
            y = try paragraph(text, at: y, style: body) + 10
        }
    }

    mutating func terms() throws(PDFError) {
        try beginPage(2)
        var y = 96.0
        for (number, clause) in Self.clauses.enumerated() {
            y = try heading("\(number + 1).  \(clause.title)", at: y)
            y = try paragraph(clause.text, at: y, style: body) + 17
        }
    }

    mutating func acceptance() throws(PDFError) {
        try beginPage(3)
        var y = try heading("Fees", at: 96)
        let rows = [
            ("Design of the reading room", "4 days", "2,400.00"), ("Drawings and models", "6 days", "3,600.00"),
            ("Presentation to the board", "1 day", "600.00"),
        ]
        let table = composition.addElement(.table, in: document)
        for row in rows { y = try tableRow(row, of: table, font: .timesRoman, at: y) }
        y = try tableRow(("Total, in pounds sterling", "11 days", "6,600.00"), of: table, font: .timesBold, at: y)
        y = try heading("Acceptance", at: y + 30)
        _ = try paragraph(
            "The Consultant accepts the terms on the pages before by signing below. An electronic signature has the "
                + "same effect as one by hand.", at: y, style: body)
        try line("Full name", baseline: 361)
        try line("Place", baseline: 399)
        begin(.paragraph)
        try composition.text(
            "I have read all three pages of this agreement.", x: 98, baseline: 442, style: body)
        composition.element = nil
        composition.rectangle(PageRect(x: 72, y: 430, width: 16, height: 16), stroke: quiet)
        composition.line(fromX: 72, y: 550, toX: 312, y: 550, color: quiet)
        composition.line(fromX: 356, y: 550, toX: 523, y: 550, color: quiet)
        let caption = TextStyle(font: .helvetica, size: 9, color: quiet)
        begin(.paragraph)
        try composition.text("Signature of the Consultant", x: 72, baseline: 562, style: caption)
        begin(.paragraph)
        try composition.text("Date", x: 356, baseline: 562, style: caption)
    }

    // MARK: Pieces

    private mutating func beginPage(_ number: Int) throws(PDFError) {
        composition.addPage()
        composition.element = nil
        let small = TextStyle(font: .helvetica, size: 9, color: quiet)
        try composition.text("Northwind Studio Ltd", x: left, baseline: 56, style: small)
        var right = small
        right.alignment = .right
        try composition.text("Agreement NS-2047", x: left + width, baseline: 56, style: right)
        composition.line(fromX: left, y: 64, toX: left + width, y: 64, width: 0.5, color: .gray(0.75))
        try composition.text("Page \(number) of 3", x: left + width, baseline: 794, style: right)
    }

    private mutating func heading(_ text: String, at y: Double) throws(PDFError) -> Double {
        begin(.heading)
        return try composition.paragraph(
            text, x: left, y: y, width: width, style: TextStyle(font: .helveticaBold, size: 13, color: accent)) + 5
    }

    private mutating func party(_ name: String, _ place: String, _ role: String, at y: Double) throws(PDFError)
        -> Double
    {
        var strong = body
        strong.font = .timesBold
        let next = try paragraph(name, at: y, style: strong)
        return try paragraph("\(place) (\(role))", at: next, style: body) + 8
    }

    private mutating func tableRow(
        _ row: (String, String, String), of table: StructureElement, font: StandardFont, at y: Double
    ) throws(PDFError) -> Double {
        var style = body
        style.font = font
        let cells = composition.addElement(.tableRow, in: table)
        begin(.rowHeader, in: cells)
        try composition.text(row.0, x: left, baseline: y + 15, style: style)
        style.alignment = .right
        begin(.cell, in: cells)
        try composition.text(row.1, x: left + 330, baseline: y + 15, style: style)
        begin(.cell, in: cells)
        try composition.text(row.2, x: left + width, baseline: y + 15, style: style)
        composition.element = nil
        composition.line(fromX: left, y: y + 22, toX: left + width, y: y + 22, width: 0.5, color: .gray(0.75))
        return y + 25
    }

    /// Draws a label, and a line to write on from x = 186.
    private mutating func line(_ label: String, baseline: Double) throws(PDFError) {
        begin(.paragraph)
        try composition.text(label, x: left, baseline: baseline, style: body)
        composition.element = nil
        composition.line(fromX: 186, y: baseline + 8, toX: left + width, y: baseline + 8, color: quiet)
    }

    // MARK: The text

    private static let introduction = [
        "The Client is turning a warehouse on the harbour into a public reading room and wishes the Consultant to "
            + "advise on the arrangement of its rooms, on light and on sound.",
        "The Consultant has done work of this kind before and is willing to advise on the terms that follow. The "
            + "work begins on the first Monday after both have signed, and is expected to take eleven days within "
            + "the eight weeks after that.",
        "What the Consultant hands over is listed on page 3 together with the fees. Anything further is agreed in "
            + "writing before it is begun; an e-mail that both have answered is writing enough.",
        "Both name one person who can decide for them. For the Client this is the head of the studio; for the "
            + "Consultant it is whoever signs below. Either may name another by telling the other.",
        "The Consultant works where the work is best done: at the harbour when measuring and listening, at a desk of "
            + "their own otherwise. The Client gives access to the building on working days.",
    ]

    private static let clauses: [(title: String, text: String)] = [
        (
            "Work",
            "The Consultant does the work with the care that can be expected of someone with experience in it, and "
                + "tells the Client in good time when something stands in the way."
        ),
        (
            "Payment",
            "The Client pays each invoice within thirty days. Travel that the Client has asked for is paid at cost "
                + "against receipts. Prices are without value added tax."
        ),
        (
            "Results",
            "Drawings, models and reports belong to the Client once they are paid for. The Consultant may show them "
                + "as examples of work after the reading room has opened."
        ),
        (
            "Confidence",
            "Each keeps to itself what it learns of the other's affairs and what is not public already. This lasts "
                + "for three years after the work is done."
        ),
        (
            "Ending",
            "Either may end this agreement with fourteen days' notice in writing. Work done until then is paid for in "
                + "proportion. What has been handed over by then stays where it is."
        ),
        (
            "Insurance",
            "The Consultant keeps the insurance that is usual for this kind of work, and shows the policy when asked."
        ),
        (
            "Law",
            "The law of England and Wales applies. Should a clause be void, the others stand, and the parties replace "
                + "it with one that comes nearest to what they meant."
        ),
    ]
}
