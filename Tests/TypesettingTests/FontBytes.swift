import Foundation

/// TrueType fonts made of bytes, as no font program writes them.
enum FontBytes {
    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A glyph of one contour that goes from side to side.
    static func contours(points: Int) -> [UInt8] {
        guard points > 0 else { return [] }
        let repeats = (points + 255) / 256
        var bytes = number(1, 2) + number(0, 8) + number(points - 1, 2) + number(0, 2)
        for index in 0..<repeats {
            bytes += [0x1B, UInt8(min(256, points - 256 * index) - 1)]
        }
        bytes += Array(repeating: 1, count: points)
        for index in 0..<points { bytes += number(index.isMultiple(of: 2) ? 700 : -700, 2) }
        return bytes
    }

    /// A glyph of another one, several times.
    static func parts(_ glyph: Int, count: Int) -> [UInt8] {
        var bytes = number(0xFFFF, 2) + number(0, 8)
        for index in 0..<count { bytes += number(index < count - 1 ? 0x22 : 0x02, 2) + number(glyph, 2) + [0, 0] }
        return bytes
    }

    static func font(_ glyphs: [[UInt8]]) -> Data {
        var glyf: [UInt8] = []
        var loca = number(0, 4)
        for glyph in glyphs {
            glyf += glyph
            while glyf.count % 4 != 0 { glyf.append(0) }
            loca += number(glyf.count, 4)
        }
        let head =
            number(0x1_0000, 4) + number(0x1_0000, 4) + number(0, 4) + number(0x5F0F_3CF5, 4) + number(0, 2)
            + number(1000, 2) + number(0, 16) + number(-2000, 2) + number(-2000, 2) + number(2000, 2) + number(2000, 2)
            + number(0, 2) + number(8, 2) + number(2, 2) + number(1, 2) + number(0, 2)
        let hhea = number(0x1_0000, 4) + number(800, 2) + number(-200, 2) + number(0, 26) + number(glyphs.count, 2)
        let hmtx = glyphs.flatMap { _ in number(500, 2) + number(0, 2) }
        let maxp =
            number(0x1_0000, 4) + number(glyphs.count, 2) + number(0xFFFF, 2) + number(100, 2) + number(0xFFFF, 2)
            + number(100, 2) + number(0, 16) + number(100, 2) + number(8, 2)
        let tables = [
            ("glyf", glyf), ("head", head), ("hhea", hhea), ("hmtx", hmtx), ("loca", loca), ("maxp", maxp),
        ]
        var bytes = number(0x1_0000, 4) + number(tables.count, 2) + number(64, 2) + number(2, 2) + number(32, 2)
        var offset = 12 + 16 * tables.count
        for (name, table) in tables {
            bytes += Array(name.utf8) + number(0, 4) + number(offset, 4) + number(table.count, 4)
            offset += (table.count + 3) / 4 * 4
        }
        for (_, table) in tables {
            bytes += table
            while bytes.count % 4 != 0 { bytes.append(0) }
        }
        return Data(bytes)
    }
}
