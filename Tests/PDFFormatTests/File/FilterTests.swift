import Foundation
import Testing

@testable import PDFFormat
@testable import TestSupport

/// An LZW encoder after the standard's description, to test the decoder with.
private enum LZWEncoder {
    static func encode(_ bytes: [UInt8], earlyChange: Int) -> Data {
        var output: [UInt8] = []
        var pending = 0
        var pendingBits = 0
        var table: [[UInt8]: Int] = [:]
        var next = 258
        var width: Int {
            // The encoder is one entry ahead of the decoder.
            let limit = next + earlyChange - 1
            return limit <= 511 ? 9 : limit <= 1023 ? 10 : limit <= 2047 ? 11 : 12
        }
        func emit(_ code: Int) {
            pending = pending << width | code
            pendingBits += width
            while pendingBits >= 8 {
                output.append(UInt8(truncatingIfNeeded: pending >> (pendingBits - 8)))
                pendingBits -= 8
            }
            pending &= 1 << pendingBits - 1
        }
        func code(_ string: [UInt8]) -> Int { string.count == 1 ? Int(string[0]) : table[string] ?? 0 }
        emit(256)
        var current: [UInt8] = []
        for byte in bytes {
            if current.isEmpty || table[current + [byte]] != nil {
                current.append(byte)
                continue
            }
            emit(code(current))
            table[current + [byte]] = next
            next += 1
            current = [byte]
            if next == 4094 {
                emit(code(current))
                current = []
                emit(256)
                table = [:]
                next = 258
            }
        }
        if !current.isEmpty {
            emit(code(current))
            next += 1
        }
        emit(257)
        if pendingBits > 0 { output.append(UInt8(truncatingIfNeeded: pending << (8 - pendingBits))) }
        return Data(output)
    }
}

private func stream(_ filter: PDFObject, _ bytes: Data, _ parameters: PDFObject? = nil) -> PDFStream {
    var dictionary: PDFDictionary = ["Filter": filter]
    dictionary["DecodeParms"] = parameters
    return PDFStream(dictionary: dictionary, encodedBytes: bytes)
}

@Suite("Filters of text and data")
struct FilterTests {
    @Test("LZW decodes the standard's example")
    func lzwExample() throws {
        // ISO 32000-2 §7.4.4.2.
        let encoded = Data([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01])
        #expect(
            try stream(.name("LZWDecode"), encoded).decoded() == Data([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]))
    }

    @Test("LZW decodes codes of every width, with early and late change", arguments: [0, 1], 0..<8)
    func lzw(earlyChange: Int, seed: Int) throws {
        var random = SeededGenerator(seed)
        let letters = UInt8(1 << (seed % 8 + 1) - 1)
        let bytes = (0..<Int.random(in: 0...30_000, using: &random)).map { _ in
            UInt8.random(in: 0...letters, using: &random)
        }
        let encoded = LZWEncoder.encode(bytes, earlyChange: earlyChange)
        let parameters: PDFObject = .dictionary(["EarlyChange": .integer(earlyChange)])
        #expect(try stream(.name("LZWDecode"), encoded, parameters).decoded() == Data(bytes))
        if earlyChange == 1 { #expect(try stream(.name("LZW"), encoded).decoded() == Data(bytes)) }
    }

    @Test("Truncated or garbled LZW data gives what can be decoded", arguments: 0..<50)
    func garbledLZW(seed: Int) throws {
        var random = SeededGenerator(seed)
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...3, using: &random) }
        var encoded = LZWEncoder.encode(bytes, earlyChange: 1)
        encoded = encoded.prefix(Int.random(in: 0...encoded.count, using: &random))
        #expect(Data(bytes).starts(with: try stream(.name("LZWDecode"), encoded).decoded()))
        let noise = Data((0..<300).map { _ in UInt8.random(in: 0...255, using: &random) })
        _ = try stream(.name("LZWDecode"), noise).decoded()
    }

    @Test("Run-length data is decoded to its end")
    func runLength() throws {
        let encoded = Data([2, 1, 2, 3, 255, 9, 129, 7, 128, 4, 4])
        #expect(
            try stream(.name("RunLengthDecode"), encoded).decoded()
                == Data([1, 2, 3, 9, 9] + [UInt8](repeating: 7, count: 128)))
        #expect(try stream(.name("RL"), Data([5, 1, 2])).decoded() == Data([1, 2]))
    }

    @Test("Filters are applied in order, each with its own parameters")
    func chain() throws {
        // LZW around the PNG predictor "sub" around data, and hexadecimal digits around all.
        let rows: [UInt8] = [1, 5, 1, 1, 1, 7, 2, 2]
        let hexadecimal = LZWEncoder.encode(rows, earlyChange: 0).map { String(format: "%02x", $0) }.joined() + ">"
        let parameters: PDFObject = .array([
            .null,
            .dictionary(["EarlyChange": .integer(0), "Predictor": .integer(11), "Columns": .integer(3)]),
        ])
        let chained = stream(
            .array([.name("ASCIIHexDecode"), .name("LZWDecode")]), Data(hexadecimal.utf8), parameters)
        #expect(try chained.decoded() == Data([5, 6, 7, 7, 9, 11]))
    }

    @Test("The TIFF predictor handles components of every width", arguments: [1, 2, 4, 8, 16], [1, 3])
    func tiff(bits: Int, colors: Int) throws {
        var random = SeededGenerator(bits * 10 + colors)
        let columns = 7
        let mask = 1 << bits - 1
        var predictor = Predictor()
        (predictor.kind, predictor.bitsPerComponent, predictor.colors, predictor.columns) = (2, bits, colors, columns)
        let rows = (0..<3).map { _ in (0..<columns * colors).map { _ in Int.random(in: 0...mask, using: &random) } }
        let differences = rows.map { row in
            row.indices.map { $0 < colors ? row[$0] : (row[$0] - row[$0 - colors]) & mask }
        }
        #expect(try predictor.undo(differences.flatMap { pack($0, bits) }) == rows.flatMap { pack($0, bits) })
    }

    private func pack(_ row: [Int], _ bits: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (row.count * bits + 7) / 8)
        for (index, value) in row.enumerated() {
            for bit in 0..<bits where value >> (bits - 1 - bit) & 1 == 1 {
                let place = index * bits + bit
                bytes[place / 8] |= 0x80 >> UInt8(place % 8)
            }
        }
        return bytes
    }

    @Test(
        "A stream that decodes beyond the limit is stopped",
        arguments: ["RunLengthDecode", "ASCII85Decode", "LZWDecode", "FlateDecode"])
    func limit(filter: String) throws {
        let encoded: Data =
            switch filter {
            case "RunLengthDecode": Data([129, 0]) + Data([129, 0])
            case "ASCII85Decode": Data(repeating: 0x7A, count: 60)
            case "LZWDecode": LZWEncoder.encode([UInt8](repeating: 0, count: 300), earlyChange: 1)
            default: try FlateFilter.deflate(Data(count: 300))
            }
        let stream = stream(.name(filter), encoded)
        #expect(throws: PDFError.self) { try stream.decoded(limit: 200) }
        #expect(try stream.decoded(limit: 400).count > 200)
    }

    @Test("A predictor row of a gigabyte takes no memory")
    func hugeRow() throws {
        var predictor = Predictor()
        (predictor.kind, predictor.colors, predictor.bitsPerComponent, predictor.columns) = (12, 32, 16, 1 << 24)
        #expect(try predictor.undo([2, 7, 8]) == [7, 8])
    }

    @Test("More than eight filters, and unknown ones, are refused")
    func refused() {
        let many = stream(.array(Array(repeating: .name("ASCIIHexDecode"), count: 9)), Data())
        #expect(throws: PDFError.unsupported("a stream has more than 8 filters")) { try many.decoded() }
        #expect(throws: PDFError.unsupported("a stream's filter DCTDecode is not known")) {
            try stream(.name("DCTDecode"), Data()).decoded()
        }
    }
}
