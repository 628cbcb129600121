import Foundation

/// ASCIIHexDecode and ASCII85Decode (ISO 32000-2 §7.4.2 and §7.4.3).
enum ASCIIFilters {
    static func decodeHex(_ bytes: Data) -> Data {
        var output = Data()
        var high: Int?
        for byte in bytes {
            if byte == 0x3E { break }
            guard let digit = Lexer.hexDigit(Int(byte)) else { continue }
            if let first = high {
                output.append(UInt8(first << 4 | digit))
                high = nil
            } else {
                high = digit
            }
        }
        if let high { output.append(UInt8(high << 4)) }
        return output
    }

    static func decode85(_ bytes: Data) -> Data {
        var output = Data()
        var group: [UInt32] = []
        for byte in bytes {
            if byte == 0x7E { break }
            if byte == 0x7A, group.isEmpty {
                output.append(contentsOf: [0, 0, 0, 0])
            } else if (0x21...0x75).contains(byte) {
                group.append(UInt32(byte) - 0x21)
                if group.count == 5 {
                    output.append(contentsOf: fourBytes(group))
                    group.removeAll(keepingCapacity: true)
                }
            }
        }
        if group.count > 1 {
            let kept = group.count - 1
            group.append(contentsOf: repeatElement(84, count: 5 - group.count))
            output.append(contentsOf: fourBytes(group).prefix(kept))
        }
        return output
    }

    private static func fourBytes(_ group: [UInt32]) -> [UInt8] {
        let value = group.reduce(UInt32(0)) { $0 &* 85 &+ $1 }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
