import Foundation

@testable import SignedPDF
@testable import TestSupport

/// A page full of fields that viewers are asked to draw.
enum FieldSheet {
    /// A field's entries, and the size of its widget.
    struct Field: Sendable, CustomStringConvertible {
        var entries: String
        var width = 120.0
        var height = 30.0

        init(_ entries: String, width: Double = 120, height: Double = 30) {
            self.entries = entries
            self.width = width
            self.height = height
        }

        var description: String { entries }
    }

    static let columns = 3

    /// Returns where a field stands, from the page's lower left.
    static func place(_ index: Int) -> (x: Double, y: Double) {
        (10 + Double(index % columns) * 130, 550 - Double(index / columns) * 50)
    }

    static func file(_ fields: [Field], form: String = "/NeedAppearances true", page: String = "") throws -> Data {
        let references = fields.indices.map { "\($0 + 20) 0 R" }.joined(separator: " ")
        var objects: [Int: String] = [
            1: "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Annots[\(references)]\(page)>>",
            4: "<</Fields[\(references)]\(form)/DA(/Helv 12 Tf 0 g)"
                + "/DR<</Font<</Helv 5 0 R/TiRo 6 0 R/CoBo 7 0 R/ZaDb 8 0 R>>>>>>",
            5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            6: "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>",
            7: "<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold/Encoding/WinAnsiEncoding>>",
            8: "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>",
            9: "<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 0>>stream\n\nendstream",
        ]
        for (index, field) in fields.enumerated() {
            let (x, y) = place(index)
            let defaults = field.entries.contains("/DA") ? "" : "/DA(/Helv 12 Tf 0 g)"
            objects[index + 20] =
                "<</Type/Annot/Subtype/Widget/T(f\(index))/Rect[\(x) \(y) \(x + field.width) \(y + field.height)]/F 4"
                + "/P 3 0 R\(defaults)\(field.entries)>>"
        }
        var builder = RevisionBuilder(seed: 1)
        builder.append(objects, style: .table, trailer: "/Root 1 0 R")
        return Data(builder.bytes)
    }

    /// Returns the file after an update that adds one small field.
    static func settled(_ file: Data, shaper: (any TextShaper)? = nil) throws -> PDFDocument {
        var field = FormField.sample(name: "New", rect: PageRect(x: 380, y: 5, width: 10, height: 10))
        field.content = .checkbox(false)
        field.showsEmptyBox = false
        field.shaper = shaper
        return try PDFDocument(file + PDFDocument(file).update(adding: [field]))
    }
}
