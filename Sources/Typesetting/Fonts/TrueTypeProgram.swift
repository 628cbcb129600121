/// A TrueType font program as this library's subsets are: nothing but outlines of a usual size, which every reader draws
/// alike.
enum TrueTypeProgram {
    /// The most points of one glyph, those of glyphs that it is made of included. Ornate ones have 2,000.
    static let mostPoints = 4096

    private static let allowed: Set<String> = ["glyf", "head", "hhea", "hmtx", "loca", "maxp"]

    /// Whether it has no other tables, and no glyph has instructions: these move points, for readers that obey them.
    /// Glyphs made of glyphs have to come to an end soon: few bytes may stand for any number of points.
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        guard number(bytes, 0, 4) == 0x0001_0000, let count = number(bytes, 4, 2) else { return false }
        var tables: [String: Range<Int>] = [:]
        for index in 0..<count {
            let record = 12 + 16 * index
            guard record + 16 <= bytes.count, let offset = number(bytes, record + 8, 4),
                let length = number(bytes, record + 12, 4), offset + length <= bytes.count
            else { return false }
            let name = String(decoding: bytes[record..<record + 4], as: UTF8.self)
            guard allowed.contains(name), tables.updateValue(offset..<offset + length, forKey: name) == nil else {
                return false
            }
        }
        guard tables.count == allowed.count, let head = tables["head"], let maxp = tables["maxp"],
            let loca = tables["loca"], let glyf = tables["glyf"], head.count >= 54, maxp.count >= 6,
            let glyphs = number(bytes, maxp.lowerBound + 4, 2), let format = number(bytes, head.lowerBound + 50, 2)
        else { return false }
        var outlines = GlyphComposition()
        let width = format == 0 ? 2 : 4
        guard loca.count >= (glyphs + 1) * width else { return false }
        for glyph in 0..<glyphs {
            guard let first = number(bytes, loca.lowerBound + glyph * width, width),
                let next = number(bytes, loca.lowerBound + (glyph + 1) * width, width)
            else { return false }
            let scale = format == 0 ? 2 : 1
            guard first <= next, next * scale <= glyf.count else { return false }
            guard let outline = outline(bytes, glyf.lowerBound + first * scale, glyf.lowerBound + next * scale) else {
                return false
            }
            outlines.glyphs.append(outline)
        }
        return outlines.isModest(points: mostPoints)
    }

    /// A glyph of the `glyf` table: contours, or references to other glyphs; nil for one with instructions.
    private static func outline(_ bytes: [UInt8], _ start: Int, _ end: Int) -> GlyphComposition.Glyph? {
        guard start < end else { return .contours(points: 0) }
        guard end - start >= 10, let contours = number(bytes, start, 2) else { return nil }
        guard contours & 0x8000 != 0 else {
            guard contours > 0 else { return .contours(points: 0) }
            let place = start + 10 + 2 * contours
            guard place + 2 <= end, number(bytes, place, 2) == 0, let last = number(bytes, place - 2, 2) else {
                return nil
            }
            return .contours(points: last + 1)
        }
        var place = start + 10
        var parts: [Int] = []
        while true {
            guard place + 4 <= end, let flags = number(bytes, place, 2), flags & 0x100 == 0,
                let part = number(bytes, place + 2, 2)
            else { return nil }
            parts.append(part)
            place += 4 + (flags & 1 != 0 ? 4 : 2)
            place += flags & 0x08 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
            guard flags & 0x20 != 0 else { return place <= end ? .parts(parts) : nil }
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
        guard place >= 0, place + size <= bytes.count else { return nil }
        return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
