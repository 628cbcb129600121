import CZlib
import Foundation

/// Files of about one megabyte, made to take as much time or memory as possible.
package enum HostileFiles {
    static let size = 1_000_000

    /// Returns the files by name.
    ///
    /// - Parameter inflated: the inflated size of the bombs, in bytes. One that deflates to a megabyte takes seconds
    ///   to make.
    package static func all(inflated: Int = 900_000_000) -> [(name: String, make: @Sendable () -> Data)] {
        [
            ("object-stream-bomb", { objectStreamBomb(count: 3, inflated) }),
            ("object-streams-bombs", { objectStreamBomb(count: 30, inflated) }),
            ("object-stream-of-countless-objects", { countlessObjects }),
            ("object-stream-of-countless-pages", { countlessPages }),
            ("filter-chain", { filterChain(inflated) }),
            ("ascii85-bomb", { bomb("/ASCII85Decode", Data(repeating: 0x7A, count: size)) }),
            ("run-length-bomb", { bomb("/RunLengthDecode", Data(repeating: 0x81, count: size)) }),
            ("two-filters", { bomb("[/ASCIIHexDecode/ASCII85Decode]", Data(repeating: 0x37, count: size)) }),
            ("cross-reference-bomb", { crossReferenceBomb(inflated) }),
            ("cross-reference-bombs", { crossReferenceBombs(inflated) }),
            ("huge-size", { document([], trailer: "/Size 9223372036854775807") }),
            ("nested-tables", { nestedTables }),
            ("many-updates", { manyUpdates }),
            ("deep-arrays", { document([(4, repeated("["))], root: "/AcroForm 4 0 R") }),
            ("deep-dictionaries", { document([(4, repeated("<</A"))], root: "/AcroForm 4 0 R") }),
            ("wide-array", { document([(4, "[" + repeated("0 ") + "]")], root: "/AcroForm 4 0 R") }),
            ("arrays-of-arrays", { document([(4, "[" + repeated("[0]") + "]")], root: "/AcroForm 4 0 R") }),
            ("wide-dictionary", { document([(4, "<<" + repeated("/A 0") + ">>")], root: "/AcroForm 4 0 R") }),
            ("repeated-page", { repeatedPage }),
            ("doubling-page-tree", { doublingPageTree }),
            ("strings-without-end", { repeatedRaw("1 0 obj(") }),
            ("streams-without-end", { repeatedRaw("1 0 obj<<>>stream ") }),
            ("trailers-without-end", { repeatedRaw("trailer<</A(") }),
            ("letters-without-end", { repeatedRaw("1 0 obj<<>>stream eeeeeeeeeeeeeeeeeeee") }),
            ("comments", { document([(4, repeated("%\n") + "null")], root: "/AcroForm 4 0 R") }),
            ("wide-field-kids", { wideFieldKids }),
            ("countless-signatures", { countlessSignatures }),
            ("countless-fields", { countlessFields }),
        ]
    }

    // MARK: Parts

    private static func repeated(_ text: String, bytes: Int = size) -> String {
        String(repeating: text, count: bytes / text.utf8.count)
    }

    private static func repeatedRaw(_ text: String) -> Data { Data(("%PDF-1.7\n" + repeated(text)).utf8) }

    static func deflated(_ bytes: Data) -> Data {
        var length = compressBound(UInt(bytes.count))
        var output = Data(count: Int(length))
        output.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { source in
                _ = compress2(
                    target.bindMemory(to: UInt8.self).baseAddress, &length,
                    source.bindMemory(to: UInt8.self).baseAddress, UInt(source.count), 9)
            }
        }
        return output.prefix(Int(length))
    }

    static func stream(_ bytes: Data, _ entries: String) -> Data {
        Data("<</Length \(bytes.count)\(entries)>>stream\n".utf8) + bytes + Data("\nendstream".utf8)
    }

    /// Returns a file with a catalog (1), a page tree (2), a page (3), and other objects.
    private static func document(
        _ objects: [(Int, String)], root: String = "", trailer: String = "/Size 99999"
    ) -> Data {
        document(objects.map { ($0.0, Data($0.1.utf8)) }, root: root, trailer: trailer)
    }

    static func document(
        _ objects: [(Int, Data)], root: String = "", pages: String = "/Kids[3 0 R]/Count 1",
        trailer: String = "/Size 99999"
    ) -> Data {
        var bytes = Data("%PDF-1.7\n".utf8)
        var table = "xref\n0 1\n0000000000 65535 f \n"
        let fixed = [
            (1, Data("<</Type/Catalog/Pages 2 0 R\(root)>>".utf8)),
            (2, Data("<</Type/Pages\(pages)/MediaBox[0 0 9 9]>>".utf8)), (3, Data("<</Type/Page>>".utf8)),
        ]
        for (number, body) in fixed + objects {
            let digits = String(bytes.count)
            table += "\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n"
            bytes += Data("\(number) 0 obj\n".utf8) + body + Data("\nendobj\n".utf8)
        }
        let start = bytes.count
        return bytes + Data("\(table)trailer\n<</Root 1 0 R\(trailer)>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    }

    // MARK: Object streams and filters

    /// Returns a file with zeros that deflate a thousandfold, and references that lead to them.
    private static func objectStreamBomb(count: Int, _ inflated: Int) -> Data {
        let zeros = Data("8 0 ".utf8) + Data(repeating: 0x20, count: inflated / count)
        let body = stream(deflated(zeros), "/Type/ObjStm/N 1/First 4/Filter/FlateDecode")
        let streams = (0..<count).map { (10 + $0, body) }
        // The members' entries are in a cross-reference stream.
        var rows = Data()
        for number in 0..<count { rows += Data([2, 0, UInt8(10 + number), 0]) }
        return withMembers(streams, firstMember: 100, rows: rows, root: "/AcroForm 100 0 R", fields: count)
    }

    /// Returns a hybrid file whose stream locates the objects from a number on.
    private static func withMembers(
        _ streams: [(Int, Data)], firstMember: Int, rows: Data, root: String, fields: Int = 0,
        pages: String = "/Kids[3 0 R]/Count 1"
    ) -> Data {
        var objects = streams
        let kids = (0..<fields).map { "\(firstMember + $0) 0 R " }.joined()
        objects.append((5, Data("[\(kids)]".utf8)))
        let packed = deflated(rows)
        let xref = stream(
            packed, "/Type/XRef/Filter/FlateDecode/Size 9999999/W[1 2 1]/Index[\(firstMember) \(rows.count / 4)]")
        objects.append((6, xref))
        let draft = document(objects, root: "/Names 5 0 R" + root, pages: pages)
        guard let place = draft.range(of: Data("6 0 obj\n<</Length \(packed.count)".utf8)) else { return draft }
        return document(
            objects, root: "/Names 5 0 R" + root, pages: pages,
            trailer: "/Size 99999/XRefStm \(place.lowerBound)")
    }

    /// Returns an object stream with a number of objects, all at one offset.
    private static func members(_ count: Int, _ body: String) -> Data {
        var head = ""
        for number in 0..<count { head += "\(1000 + number) 0 " }
        return stream(
            deflated(Data((head + body).utf8)), "/Type/ObjStm/N \(count)/First \(head.utf8.count)/Filter/FlateDecode")
    }

    private static func rows(_ count: Int) -> Data {
        var rows = Data(capacity: count * 4)
        for number in 0..<count { rows.append(contentsOf: [2, 0, 7, UInt8(number & 255)]) }
        return rows
    }

    private static var countlessObjects: Data {
        let count = 250_000
        return withMembers(
            [(7, members(count, "[0 0 0 0 0 0 0 0 0]"))], firstMember: 1000, rows: rows(count), root: "",
            fields: 60_000)
    }

    private static var countlessPages: Data {
        let count = 200_000
        let kids = (0..<80_000).map { "\(1000 + $0) 0 R " }.joined()
        return withMembers(
            [(7, members(count, "<</Type/Page/MediaBox[0 0 9 9]>>"))], firstMember: 1000, rows: rows(count), root: "",
            pages: "/Kids[\(kids)]/Count 80000")
    }

    private static func filterChain(_ inflated: Int) -> Data {
        var bytes = Data(repeating: 0, count: inflated / 30)
        for _ in 0..<8 { bytes = deflated(bytes) }
        let filters = String(repeating: "/FlateDecode", count: 8)
        let body = stream(bytes, "/Type/ObjStm/N 1/First 4/Filter[\(filters)]")
        let streams = (0..<60).map { (10 + $0, body) }
        var rows = Data()
        for number in 0..<60 { rows += Data([2, 0, UInt8(10 + number), 0]) }
        return withMembers(streams, firstMember: 100, rows: rows, root: "/AcroForm 100 0 R", fields: 60)
    }

    private static func bomb(_ filter: String, _ data: Data) -> Data {
        withMembers(
            [(7, stream(data, "/Type/ObjStm/N 1/First 4/Filter\(filter)"))], firstMember: 1000, rows: rows(1),
            root: "/AcroForm 1000 0 R")
    }

    // MARK: Cross-reference sections

    private static func crossReference(_ zeros: Int, at start: Int, previous: Int) -> Data {
        let previous = previous > 0 ? "/Prev \(previous)" : ""
        return Data("7 0 obj\n".utf8)
            + stream(
                deflated(Data(count: zeros)),
                "/Type/XRef/Filter/FlateDecode/Size 99999999999/W[0 1 0]/Root 1 0 R\(previous)")
            + Data("\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
    }

    private static func crossReferenceBomb(_ inflated: Int) -> Data {
        let head = Data("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n".utf8)
        return head + crossReference(inflated, at: head.count, previous: 0)
    }

    private static func crossReferenceBombs(_ inflated: Int) -> Data {
        var bytes = Data("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n".utf8)
        var previous = 0
        for _ in 0..<30 {
            let start = bytes.count
            bytes += crossReference(inflated / 30, at: start, previous: previous)
            previous = start
        }
        return bytes
    }

    /// A file with nested tables: each claims the records of those inside it.
    private static var nestedTables: Data {
        let count = 9000
        let record = "0000000009 00000 n \n"
        // Every part has a length that is a multiple of 20, so that each table's records align with whole ones.
        var openings: [String] = []
        var closings: [String] = []
        let opening = 40
        let closing = 80
        let head = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        for index in 0..<count {
            let inner = (count - index - 1) * (opening + closing) + 40
            let records = inner / 20 + 1
            let start = head.utf8.count + index * opening
            let first = "xref\n1 \(records)\n"
            openings.append(first.padding(toLength: 20, withPad: "\n", startingAt: 0) + record)
            let previous = index + 1 < count ? "/Prev \(start + opening)" : ""
            let last = "trailer\n<</Size 9/Root 1 0 R\(previous)>>\n"
            closings.append(record + last.padding(toLength: closing - 20, withPad: " ", startingAt: 0))
        }
        let body = openings.joined() + record + record + closings.reversed().joined()
        return Data((head + body + "startxref\n\(head.utf8.count)\n%%EOF\n").utf8)
    }

    private static var manyUpdates: Data {
        var bytes = document([(4, "null")])
        var previous = bytes.range(of: Data("xref\n0 1".utf8))?.lowerBound ?? 0
        while bytes.count < size {
            let start = bytes.count
            bytes += Data(
                "xref\n0 0\ntrailer\n<</Root 1 0 R/Size 9/Prev \(previous)>>\nstartxref\n\(start)\n%%EOF\n".utf8)
            previous = start
        }
        return bytes
    }

    // MARK: Pages and fields

    private static var repeatedPage: Data {
        document([(4, Data("null".utf8))], pages: "/Kids[\(repeated("3 0 R "))]/Count \(size / 6)")
    }

    private static var doublingPageTree: Data {
        var objects = (10..<60).map { number in
            (number, Data("<</Type/Pages/Count 9/Kids[\(number + 1) 0 R \(number + 1) 0 R]>>".utf8))
        }
        objects.append((60, Data("<</Type/Page>>".utf8)))
        return document(objects, pages: "/Kids[10 0 R 10 0 R]")
    }

    private static var wideFieldKids: Data {
        let wide = "<<" + repeated("/A 0", bytes: size / 2) + ">>"
        let kids = "<</T(a)/FT/Sig/Kids[" + repeated("5 0 R ", bytes: size / 2) + "]>>"
        return document(
            [(4, Data("<</Fields[6 0 R]>>".utf8)), (5, Data(wide.utf8)), (6, Data(kids.utf8))],
            root: "/AcroForm 4 0 R")
    }

    private static var countlessSignatures: Data {
        let count = 3000
        var objects: [(Int, Data)] = []
        let fields = (0..<count).map { "\(10 + $0) 0 R " }.joined()
        objects.append((4, Data("<</Fields[\(fields)]>>".utf8)))
        for number in 0..<count {
            let field =
                "<</T(s\(number))/FT/Sig/V<</Type/Sig/SubFilter/adbe.pkcs7.detached/ByteRange[0 900000 900010 90000]"
                + "/Contents<3080>\(String(repeating: " ", count: 160))>>>>"
            objects.append((10 + number, Data(field.utf8)))
        }
        return document(objects, root: "/AcroForm 4 0 R")
    }

    private static var countlessFields: Data {
        let count = 9000
        var objects: [(Int, Data)] = []
        let fields = (0..<count).map { "\(10 + $0) 0 R " }.joined()
        objects.append((4, Data("<</Fields[\(fields)]/NeedAppearances true>>".utf8)))
        for number in 0..<count {
            objects.append((10 + number, Data("<</T(f\(number))/FT/Tx/V(x)/Rect[0 0 9 9]/Kids[]>>".utf8)))
        }
        return document(objects, root: "/AcroForm 4 0 R")
    }
}
