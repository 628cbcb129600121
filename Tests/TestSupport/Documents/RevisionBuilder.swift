import Foundation
import SignedPDF

/// Writes the revisions of a test file byte by byte, in any cross-reference style. It shares no code with the library
/// except for deflating.
struct RevisionBuilder {
    enum Style: String, CaseIterable, Sendable {
        /// Records of 20 bytes.
        case table
        /// Records that end in one line feed: 19 bytes, as some programs write them.
        case irregularTable
        case stream
        case hybrid
    }

    private(set) var bytes: [UInt8]
    private var startxref: Int?
    private var size = 1
    private var random: SeededGenerator

    init(junkBefore: String = "", seed: Int) {
        bytes = Array((junkBefore + "%PDF-1.7\n%\u{E9}\u{E8}\n").utf8)
        random = SeededGenerator(seed)
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a revision.
    ///
    /// - Parameters:
    ///   - objects: the bodies by object number: the text between `obj` and `endobj`
    ///   - trailer: entries for the trailer, such as `/Root 1 0 R`
    mutating func append(_ objects: [Int: String], style: Style, trailer: String) {
        var offsets: [Int: Int] = [:]
        var compressed: [Int: (stream: Int, index: Int)] = [:]
        size = max(size, (objects.keys.max() ?? 0) + 1)
        var plain = objects
        if style == .stream || style == .hybrid {
            let members = objects.filter { !$0.value.contains("stream") && Bool.random(using: &random) }
            if !members.isEmpty {
                let number = size
                size += 1
                for (index, member) in members.keys.sorted().enumerated() {
                    plain[member] = nil
                    compressed[member] = (number, index)
                }
                plain[number] = objectStream(members)
            }
        }
        for number in plain.keys.shuffled(using: &random) {
            offsets[number] = bytes.count
            append("\(number) 0 obj\n\(plain[number] ?? "null")\nendobj\n")
        }
        switch style {
        case .table, .irregularTable:
            writeTable(offsets, free: [], isRegular: style == .table, trailer: trailer)
        case .stream:
            startxref = writeStream(offsets, compressed, trailer: trailer, isWhole: true)
        case .hybrid:
            let stream = writeStream([:], compressed, trailer: "", isWhole: false)
            writeTable(
                offsets, free: Array(compressed.keys), isRegular: true, trailer: trailer + "/XRefStm \(stream)")
        }
        append("startxref\n\(startxref ?? 0)\n%%EOF\n")
    }

    private func objectStream(_ members: [Int: String]) -> String {
        var head = ""
        var body = ""
        for number in members.keys.sorted() {
            head += "\(number) \(body.utf8.count) "
            body += (members[number] ?? "") + "\n"
        }
        return
            "<</Type/ObjStm/N \(members.count)/First \(head.utf8.count)/Length \(head.utf8.count + body.utf8.count)>>\n"
            + "stream\n\(head)\(body)\nendstream"
    }

    private static func runs(_ numbers: [Int]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for number in numbers.sorted() {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs
    }

    private mutating func writeTable(_ offsets: [Int: Int], free: [Int], isRegular: Bool, trailer: String) {
        let start = bytes.count
        append("xref\n")
        for run in Self.runs([0] + free + offsets.keys) {
            append("\(run.lowerBound) \(run.count)\n")
            for number in run {
                let digits = String(offsets[number] ?? 0)
                append(String(repeating: "0", count: 10 - digits.count) + digits)
                append(offsets[number] == nil ? " 65535 f" : " 00000 n")
                append(isRegular ? (Bool.random(using: &random) ? " \n" : "\r\n") : "\n")
            }
        }
        append("trailer\n<</Size \(size)\(trailer)\(startxref.map { "/Prev \($0)" } ?? "")>>\n")
        startxref = start
    }

    private mutating func writeStream(
        _ offsets: [Int: Int], _ compressed: [Int: (stream: Int, index: Int)], trailer: String, isWhole: Bool
    ) -> Int {
        let start = bytes.count
        var own = offsets
        let number = size
        if isWhole {
            size += 1
            own[number] = start
        }
        let widths = [1, Int.random(in: 3...5, using: &random), Int.random(in: 1...2, using: &random)]
        func field(_ value: Int, _ width: Int) -> [UInt8] {
            stride(from: width - 1, through: 0, by: -1).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var index = ""
        var rows: [[UInt8]] = []
        for run in Self.runs((isWhole || compressed.isEmpty ? [0] : []) + own.keys + compressed.keys) {
            index += "\(run.lowerBound) \(run.count) "
            for number in run {
                if let offset = own[number] {
                    rows.append(field(1, 1) + field(offset, widths[1]) + field(0, widths[2]))
                } else if let place = compressed[number] {
                    rows.append(field(2, 1) + field(place.stream, widths[1]) + field(place.index, widths[2]))
                } else {
                    rows.append(field(0, widths.reduce(0, +)))
                }
            }
        }
        var data = rows.flatMap { $0 }
        var parameters = ""
        if Bool.random(using: &random) {
            // PNG's "up" filter: each row as its difference from the previous row.
            var previous = [UInt8](repeating: 0, count: widths.reduce(0, +))
            data = rows.flatMap { row in
                defer { previous = row }
                return [2] + zip(row, previous).map { $0 &- $1 }
            }
            parameters = "/DecodeParms<</Predictor 12/Columns \(widths.reduce(0, +))>>"
        }
        let text = data.map { String($0, radix: 16).count == 1 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        let hexadecimal = text.joined() + ">"
        if !parameters.isEmpty {
            // Two filters: hexadecimal digits around stored deflate blocks.
            let deflated = ZlibStore.wrap(data).map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
            append(
                "\(number) 0 obj\n<</Type/XRef/Size \(size)/W[\(widths[0]) \(widths[1]) \(widths[2])]/Index[\(index)]"
                    + trailer + (isWhole ? startxref.map { "/Prev \($0)" } ?? "" : "")
                    + "/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null"
                    + parameters.dropFirst("/DecodeParms".count) + "]/Length \(deflated.utf8.count + 1)>>\nstream\n")
            append(deflated + ">\nendstream\nendobj\n")
        } else {
            append(
                "\(number) 0 obj\n<</Type/XRef/Size \(size)/W[\(widths[0]) \(widths[1]) \(widths[2])]/Index[\(index)]"
                    + trailer + (isWhole ? startxref.map { "/Prev \($0)" } ?? "" : "")
                    + "/Filter/ASCIIHexDecode/Length \(hexadecimal.utf8.count)>>\nstream\n")
            append(hexadecimal + "\nendstream\nendobj\n")
        }
        return start
    }
}

/// The zlib format without compression (RFC 1950, RFC 1951 §3.2.4).
enum ZlibStore {
    static func wrap(_ data: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let length = min(65_535, data.count - start)
            let isLast = start + length == data.count
            output += [isLast ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8)]
            output += [UInt8(~length & 0xFF), UInt8((~length >> 8) & 0xFF)]
            output += data[start..<start + length]
            start += length
        } while start < data.count
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = high << 16 | low
        return output + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }
}
