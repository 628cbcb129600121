import Foundation

/// Writes small files byte by byte, in every cross-reference style. Nothing is compressed, so that mutations reach all
/// of it.
struct SeedWriter {
    enum Style: String, CaseIterable {
        case table, stream, hybrid
    }

    private var bytes = Data()
    private var offsets: [Int: Int] = [:]

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func object(_ number: Int, _ body: String) {
        offsets[number] = bytes.count
        append("\(number) 0 obj\n\(body)\nendobj\n")
    }

    private static func stream(_ text: String, _ entries: String = "") -> String {
        "<</Length \(text.utf8.count)\(entries)>>stream\n\(text)\nendstream"
    }

    /// Three pages in a tree of two levels, a form with a group of fields, and a stream with several filters.
    private static let objects: [(Int, String)] = [
        (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 9 0 R/Names<</EmbeddedFiles 14 0 R>>>>"),
        (2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 3/MediaBox[0 0 300 300]/Resources<</Font<</F 8 0 R>>>>>>"),
        (3, "<</Type/Page/Parent 2 0 R/Contents 7 0 R/Annots[11 0 R 12 0 R]/Rotate 90>>"),
        (4, "<</Type/Pages/Parent 2 0 R/Kids[5 0 R 6 0 R]/Count 2/CropBox[10 10 200 250]>>"),
        (5, "<</Type/Page/Parent 4 0 R/Contents[7 0 R 7 0 R]/Annots 13 0 R>>"),
        (6, "<</Type/Page/Parent 4 0 R>>"),
        (8, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"),
        (9, "<</Fields[10 0 R 12 0 R]/DA(/F 0 Tf 0 g)/DR<</Font<</F 8 0 R>>>>/NeedAppearances true>>"),
        (10, "<</T(Group)/FT/Tx/Kids[11 0 R]>>"),
        (11, "<</Parent 10 0 R/T(Text)/V(kept\\)\\050)/Type/Annot/Subtype/Widget/Rect[10 10 60 30]/P 3 0 R>>"),
        (12, "<</T(Check)/FT/Btn/V/Off/Type/Annot/Subtype/Widget/Rect[10 50 20 60]/AS/Off/P 3 0 R>>"),
        (13, "[<</Type/Annot/Subtype/Text/Rect[1 1 9 9]/Contents<FEFF0041>>>]"),
        (14, "<</Names[(a)15 0 R]/Limits[(a)(a)]>>"),
    ]

    static func document(_ style: Style) -> Data {
        var writer = SeedWriter()
        writer.append("%PDF-1.7\n%\u{E9}\u{E8}\n")
        let members = style == .table ? [] : objects.filter { [2, 4, 5, 9, 10, 11].contains($0.0) }
        for (number, body) in objects where !members.contains(where: { $0.0 == number }) {
            writer.object(number, body)
        }
        writer.object(7, stream("BT /F 12 Tf 9 9 Td (Text) Tj ET"))
        writer.object(
            15, stream("87cURD]j7BEbo80~>", "/Filter[/ASCII85Decode/RunLengthDecode]/DecodeParms[null<<>>]"))
        let trailer = "/Root 1 0 R/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]"
        if style == .table {
            writer.table(trailer: "/Size 16\(trailer)")
            return writer.bytes
        }
        var head = ""
        var body = ""
        for (number, text) in members {
            head += "\(number) \(body.utf8.count) "
            body += text + " "
        }
        writer.object(16, stream(head + body, "/Type/ObjStm/N \(members.count)/First \(head.utf8.count)"))
        let start = writer.bytes.count
        writer.offsets[17] = start
        var rows: [[UInt8]] = []
        for number in 0..<18 {
            if let offset = writer.offsets[number] {
                rows.append([1, UInt8(offset >> 8), UInt8(offset & 255), 0])
            } else if let index = members.firstIndex(where: { $0.0 == number }) {
                rows.append([2, 0, 16, UInt8(index)])
            } else {
                rows.append([0, 0, 0, 0])
            }
        }
        // Each row as its difference from the previous row: the PNG predictor "up".
        let hexadecimal = rows.flatMap { $0 }.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
        let entries = "/Type/XRef/Size 18/W[1 2 1]/Index[0 18]/Filter/ASCIIHexDecode"
        writer.object(17, stream(hexadecimal, entries + (style == .stream ? trailer : "")))
        if style == .stream {
            writer.append("startxref\n\(start)\n%%EOF\n")
        } else {
            writer.table(trailer: "/Size 18\(trailer)/XRefStm \(start)")
        }
        return writer.bytes
    }

    /// Returns the file with a later revision that changes a page, as an unauthorized person might.
    static func changed(_ file: Data, _ style: Style) -> Data {
        var writer = SeedWriter()
        writer.bytes = file
        writer.object(7, stream("BT /F 12 Tf 9 9 Td (Other) Tj ET"))
        let previous = lastStartxref(file)
        writer.table(trailer: "/Size 99/Root 1 0 R/Prev \(previous)")
        return writer.bytes
    }

    static func lastStartxref(_ file: Data) -> Int {
        guard let keyword = file.range(of: Data("startxref".utf8), options: .backwards) else { return 0 }
        let digits = file[keyword.upperBound...].drop { $0 < 0x30 }.prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits.prefix(15), as: UTF8.self)) ?? 0
    }

    private mutating func table(trailer: String) {
        let start = bytes.count
        append("xref\n0 1\n0000000000 65535 f \n")
        for (number, offset) in offsets.sorted(by: { $0.key < $1.key }) {
            let digits = String(offset)
            append("\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n")
        }
        append("trailer\n<<\(trailer)>>\nstartxref\n\(start)\n%%EOF\n")
    }

    /// Appends a table for every object that the bytes seem to have, so that wrong offsets do not stop a mutation
    /// early.
    static func withNewTable(_ file: Data) -> Data {
        var writer = SeedWriter()
        writer.bytes = file
        for place in Tokens.objects(of: file) { writer.offsets[place.number] = place.range.lowerBound }
        writer.append("\n")
        let encrypt = file.range(of: Data("/Encrypt ".utf8)).map { range in
            "/Encrypt " + String(decoding: file[range.upperBound...].prefix { $0 != 0x2F && $0 != 0x3E }, as: UTF8.self)
        }
        writer.table(trailer: "/Size \((writer.offsets.keys.max() ?? 0) + 1)/Root 1 0 R\(encrypt ?? "")")
        return writer.bytes
    }
}
