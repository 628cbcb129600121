import Foundation

/// PDF files written by hand.
enum SamplePDF {
    /// Returns a file of A4 pages with a line of text on each.
    static func make(pages: Int = 2, title: String = "Agreement") -> Data {
        var objects = ["<</Type/Catalog/Pages 2 0 R>>"]
        let kids = (0..<pages).map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        objects.append("<</Type/Pages/Kids[\(kids)]/Count \(pages)/MediaBox[0 0 595 842]>>")
        objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        for page in 1...max(1, pages) {
            let content = "BT /F 18 Tf 72 740 Td (\(title), page \(page)) Tj ET"
            objects.append(
                "<</Type/Page/Parent 2 0 R/Contents \(objects.count + 2) 0 R/Resources<</Font<</F 3 0 R>>>>>>")
            objects.append("<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
        }
        return file(objects)
    }

    /// Returns a file whose media boxes do not start at the origin. Each page has two lines, the first of two words.
    static func offset(rotation: Int = 0, isCropped: Bool = false, content: String? = nil, pages: Int = 1) -> Data {
        let drawing = content ?? "BT /F 12 Tf 110 420 Td (Hello World) Tj 0 -20 Td (second <line>) Tj ET"
        let crop = isCropped ? "/CropBox[60 120 360 520]" : ""
        let kids = (0..<pages).map { "\(5 + $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>",
            "<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ]
        for _ in 0..<pages {
            objects.append(
                "<</Type/Page/Parent 2 0 R/MediaBox[10 20 410 620]\(crop)/Rotate \(rotation)/Contents 3 0 R"
                    + "/Resources<</Font<</F 4 0 R>>>>>>")
        }
        return file(objects)
    }

    /// Returns a file of objects, numbered from 1; the first is the catalog.
    static func file(_ objects: [String], trailer: String = "") -> Data {
        var file = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file += "trailer<</Size \(objects.count + 1)/Root 1 0 R\(trailer)>>\nstartxref\n\(start)\n%%EOF\n"
        return Data(file.utf8)
    }
}
