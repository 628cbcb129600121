import Foundation

/// RunLengthDecode (ISO 32000-2 §7.4.5).
enum RunLengthFilter {
    /// Decodes the data. Truncated data returns the bytes so far.
    ///
    /// - Throws: `PDFError.beyondLimits` for more than `limit` bytes
    static func decode(_ bytes: Data, limit: Int) throws(PDFError) -> [UInt8] {
        try bytes.lend { (input) throws(PDFError) in
            var output: [UInt8] = []
            var position = 0
            while position < input.count, input[position] != 128 {
                let length = Int(input[position])
                position += 1
                if length < 128 {
                    let end = min(position + length + 1, input.count)
                    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[position..<end]))
                    position = end
                } else if position < input.count {
                    output.append(contentsOf: [UInt8](repeating: input[position], count: 257 - length))
                    position += 1
                }
                guard output.count <= limit else {
                    throw .beyondLimits("a compressed stream holds more than \(limit) bytes")
                }
            }
            return output
        }
    }
}
