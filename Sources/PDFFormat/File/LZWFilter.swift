import Foundation

/// LZWDecode (ISO 32000-2 §7.4.4.2): codes of 9 to 12 bits, 256 clears the table, 257 ends the data.
enum LZWFilter {
    private static let clear = 256
    private static let end = 257
    private static let tableSize = 4096

    /// - Parameter earlyChange: whether codes grow by a bit one code earlier than necessary (`/EarlyChange`, 1 by
    ///   default)
    /// - Returns: the decoded bytes; those before the error if the data is truncated or damaged, as in other readers
    /// - Throws: `PDFError.beyondLimits` for more than `limit` bytes
    static func decode(_ bytes: Data, earlyChange: Bool, limit: Int) throws(PDFError) -> [UInt8] {
        try bytes.lend { (input) throws(PDFError) in
            var decoder = Decoder(earlyChange: earlyChange, limit: limit)
            try decoder.run(input)
            return decoder.output
        }
    }

    private struct Decoder {
        let early: Int
        let limit: Int
        var output: [UInt8] = []
        /// For each code from 258, where its string begins in the output, and its length. A string in the table is the
        /// previous one plus one byte, and the output holds it there.
        var starts = [Int](repeating: 0, count: tableSize)
        var lengths = [Int](repeating: 0, count: tableSize)
        var next = 258
        var previous: (start: Int, length: Int)?

        init(earlyChange: Bool, limit: Int) {
            early = earlyChange ? 1 : 0
            self.limit = limit
        }

        private var width: Int {
            switch next + early {
            case ..<512: 9
            case ..<1024: 10
            case ..<2048: 11
            default: 12
            }
        }

        mutating func run(_ input: UnsafeRawBufferPointer) throws(PDFError) {
            var bits = 0
            var bitCount = 0
            var position = 0
            while true {
                let width = width
                while bitCount < width, position < input.count {
                    bits = (bits << 8 | Int(input[position])) & 0xFF_FFFF
                    bitCount += 8
                    position += 1
                }
                guard bitCount >= width else { return }
                let code = bits >> (bitCount - width) & (1 << width - 1)
                bitCount -= width
                if code == end { return }
                if code == clear {
                    next = 258
                    previous = nil
                    continue
                }
                guard append(code) else { return }
                guard output.count <= limit else {
                    throw .beyondLimits("a compressed stream holds more than \(limit) bytes")
                }
            }
        }

        /// Appends the code's string and adds a table entry. Returns false for an undefined code.
        private mutating func append(_ code: Int) -> Bool {
            let start = output.count
            if code < 256 {
                output.append(UInt8(truncatingIfNeeded: code))
            } else if code < next {
                copy(from: starts[code], count: lengths[code])
            } else if code == next, let previous, next < tableSize {
                copy(from: previous.start, count: previous.length)
                output.append(output[previous.start])
            } else {
                return false
            }
            if let previous, next < tableSize {
                starts[next] = previous.start
                lengths[next] = previous.length + 1
                next += 1
            }
            previous = (start, output.count - start)
            return true
        }

        private mutating func copy(from start: Int, count: Int) {
            for index in start..<start + count { output.append(output[index]) }
        }
    }
}
