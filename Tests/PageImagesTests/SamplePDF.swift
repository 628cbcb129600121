import Foundation

/// A one-page PDF written by hand: a line of two words, a second line, and a blue box, in a page whose media box does
/// not start at the origin.
enum SamplePDF {
    static func make(rotation: Int = 0, isCropped: Bool = false, content: String? = nil, pages: Int = 1) -> Data {
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
        var file = "%PDF-1.4\n"
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
        file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return Data(file.utf8)
    }
}
