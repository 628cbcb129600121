/// The parts of a Compact Font Format table (Adobe Technical Note 5176) that determine how its glyphs are addressed.
struct CompactFontFormat {
    /// The CIDs of the glyphs in order; `nil` for a font without CIDs, whose glyphs are addressed by number.
    let characterIDs: [UInt16]?

    private static let charsetOperator = 15
    private static let charStringsOperator = 17
    /// The operator `ROS`, encoded as 12 30.
    private static let registryOperator = 12 << 8 | 30

    /// - Returns: `nil` if the bytes are not such a table
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 4, let names = Self.index(bytes, at: Int(bytes[2])),
            let tops = Self.index(bytes, at: names.end), let top = tops.items.first
        else { return nil }
        let entries = Self.dictionary(bytes[top])
        guard let charStrings = Self.offset(entries[Self.charStringsOperator]),
            let glyphs = Self.index(bytes, at: charStrings)
        else { return nil }
        guard entries[Self.registryOperator] != nil else {
            characterIDs = nil
            return
        }
        guard let offset = Self.offset(entries[Self.charsetOperator]),
            let cids = Self.charset(bytes, at: offset, count: glyphs.items.count)
        else { return nil }
        characterIDs = cids
    }

    private static func offset(_ operands: [Double]?) -> Int? { operands?.last.flatMap { Int(exactly: $0) } }

    /// Parses a real number in nibbles (§4, table 5).
    private static func real(_ rest: inout ArraySlice<UInt8>) -> Double? {
        var text = ""
        while let pair = rest.popFirst() {
            for nibble in [pair >> 4, pair & 0x0F] {
                switch nibble {
                case 0...9: text += String(nibble)
                case 10: text += "."
                case 11: text += "E"
                case 12: text += "E-"
                case 14: text += "-"
                default: return Double(text)
                }
            }
        }
        return nil
    }

    /// Returns the ranges of an INDEX's items, and where it ends (§5).
    private static func index(_ bytes: [UInt8], at start: Int) -> (items: [Range<Int>], end: Int)? {
        guard start >= 0, let count = number(bytes, at: start, size: 2) else { return nil }
        guard count > 0 else { return ([], start + 2) }
        guard let size = number(bytes, at: start + 2, size: 1), (1...4).contains(size) else { return nil }
        let base = start + 3 + (count + 1) * size - 1
        var items: [Range<Int>] = []
        var from = base + 1
        for item in 1...count {
            guard let offset = number(bytes, at: start + 3 + item * size, size: size) else { return nil }
            let end = base + offset
            guard end >= from, end <= bytes.count else { return nil }
            items.append(from..<end)
            from = end
        }
        return (items, from)
    }

    /// Returns the operands of each operator in a DICT (§4).
    private static func dictionary(_ bytes: ArraySlice<UInt8>) -> [Int: [Double]] {
        var entries: [Int: [Double]] = [:]
        var operands: [Double] = []
        var rest = bytes
        while let byte = rest.popFirst().map(Int.init) {
            switch byte {
            case 12:
                guard let second = rest.popFirst() else { return entries }
                entries[12 << 8 | Int(second)] = operands
                operands = []
            case 0...21:
                entries[byte] = operands
                operands = []
            case 28, 29:
                let size = byte == 28 ? 2 : 4
                guard rest.count >= size else { return entries }
                let value = rest.prefix(size).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                operands.append(size == 2 ? Double(Int16(truncatingIfNeeded: value)) : Double(Int32(bitPattern: value)))
                rest = rest.dropFirst(size)
            case 30:
                operands.append(real(&rest) ?? .nan)
            case 32...246: operands.append(Double(byte - 139))
            case 247...254:
                guard let low = rest.popFirst().map(Int.init) else { return entries }
                operands.append(
                    Double(byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108))
            default: break
            }
        }
        return entries
    }

    /// Returns the charset (§13) of a font with CIDs, in which glyph 0 is CID 0.
    private static func charset(_ bytes: [UInt8], at start: Int, count: Int) -> [UInt16]? {
        guard start > 2, let format = number(bytes, at: start, size: 1) else { return nil }
        var cids: [UInt16] = [0]
        var place = start + 1
        while cids.count < count {
            guard let first = number(bytes, at: place, size: 2) else { return nil }
            place += 2
            var more = 0
            if format == 1 || format == 2 {
                guard let left = number(bytes, at: place, size: format) else { return nil }
                more = left
                place += format
            } else if format != 0 {
                return nil
            }
            for cid in first...first + more where cids.count < count {
                guard let cid = UInt16(exactly: cid) else { return nil }
                cids.append(cid)
            }
        }
        return cids
    }

    private static func number(_ bytes: [UInt8], at place: Int, size: Int) -> Int? {
        guard place >= 0, place + size <= bytes.count else { return nil }
        return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
