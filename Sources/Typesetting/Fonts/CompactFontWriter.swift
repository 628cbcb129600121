/// Creates a font program from outlines: a Compact Font Format table (Adobe Technical Note 5176) with Type 2
/// charstrings (Technical Note 5177). It serves text engines that return a glyph's outline but cannot extract parts of
/// a font file.
struct CompactFontWriter {
    /// A glyph in thousandths of the em; coordinates are rounded to integers.
    struct Glyph {
        let elements: [VectorPath.Element]
        let width: Double
    }

    let postScriptName: String
    /// The glyphs. Glyph 0 represents missing characters.
    let glyphs: [Glyph]

    /// The first identifier of a non-standard string.
    private static let firstOwnString = 391

    var bytes: [UInt8] {
        let header: [UInt8] = [1, 0, 4, 4]
        let names = Self.index([Array(postScriptName.utf8)])
        let strings = Self.index(glyphs.indices.dropFirst().map { Array("g\($0)".utf8) })
        let globalSubroutines = Self.index([])
        let charStrings = Self.index(glyphs.map(Self.charString))
        var charset: [UInt8] = [0]
        for glyph in glyphs.indices.dropFirst() { charset += Self.big(Self.firstOwnString + glyph - 1, 2) }
        // Offsets take five bytes each, so that the dictionary's length does not depend on them.
        let topLength = Self.top(charset: 0, charStrings: 0, privateOffset: 0).count
        let before = header.count + names.count + Self.index([[UInt8](repeating: 0, count: topLength)]).count
        let charsetOffset = before + strings.count + globalSubroutines.count
        let charStringsOffset = charsetOffset + charset.count
        let top = Self.top(
            charset: charsetOffset, charStrings: charStringsOffset,
            privateOffset: charStringsOffset + charStrings.count)
        return header + names + Self.index([top]) + strings + globalSubroutines + charset + charStrings
            + Self.privateData
    }

    /// defaultWidthX and nominalWidthX, both 0.
    private static let privateData = number(0) + [20] + number(0) + [21]

    private static func top(charset: Int, charStrings: Int, privateOffset: Int) -> [UInt8] {
        offset(charset) + [15] + offset(charStrings) + [17] + number(privateData.count) + offset(privateOffset) + [18]
    }

    private static func offset(_ value: Int) -> [UInt8] { [29] + big(value, 4) }

    private static func number(_ value: Int) -> [UInt8] {
        (-107...107).contains(value) ? [UInt8(value + 139)] : [28] + big(min(max(value, -32768), 32767), 2)
    }

    private static func big(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func index(_ items: [[UInt8]]) -> [UInt8] {
        guard !items.isEmpty else { return [0, 0] }
        var bytes = big(items.count, 2) + [4]
        var place = 1
        for item in [[]] + items {
            place += item.count
            bytes += big(place, 4)
        }
        return bytes + items.joined()
    }

    /// Encodes the outline as relative moves (Technical Note 5177 §4.1). The width comes first.
    private static func charString(_ glyph: Glyph) -> [UInt8] {
        var bytes = number(whole(glyph.width))
        var current = (x: 0, y: 0)
        func step(_ x: Double, _ y: Double) -> [UInt8] {
            let next = (x: whole(x), y: whole(y))
            defer { current = next }
            return number(next.x - current.x) + number(next.y - current.y)
        }
        for element in glyph.elements {
            switch element {
            case .move(let x, let y): bytes += step(x, y) + [21]
            case .line(let x, let y): bytes += step(x, y) + [5]
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                bytes += step(x1, y1) + step(x2, y2) + step(x, y) + [8]
            case .close: break
            }
        }
        return bytes + [14]
    }

    private static func whole(_ value: Double) -> Int {
        value.isFinite ? Int(min(max(value.rounded(), -16_000), 16_000)) : 0
    }
}
