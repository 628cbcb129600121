import Foundation

/// A PDF of A4 pages written by hand, with a line of text on each.
enum SamplePDF {
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
