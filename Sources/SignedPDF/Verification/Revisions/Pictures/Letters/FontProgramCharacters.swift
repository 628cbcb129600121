import Foundation

/// The characters of an embedded TrueType program's glyphs, by its own `cmap` table (OpenType, `cmap`, formats 4 and
/// 12).
struct FontProgramCharacters {
    private static let mostBytes = 8 << 20
    private static let mostTables = 64
    private static let mostCharacters = 100_000

    private let bytes: [UInt8]
    private var glyphs: [Unicode.Scalar: Int] = [:]
    private var characters: [Int: Unicode.Scalar] = [:]
    /// The number of characters read, including repeated ones.
    private var count = 0

    /// Returns `nil` for a program without characters of its own, as in many subsets.
    init?(_ descriptor: PDFDictionary, in document: PDFDocument) {
        guard case .stream(let stream)? = try? document.value("FontFile2", in: descriptor),
            let program = try? document.decoded(stream, limit: Self.mostBytes),
            (try? document.meter.charge(program.count)) != nil
        else { return nil }
        bytes = Array(program)
        let tables = (0..<min(number(4), Self.mostTables)).map { 12 + 16 * $0 }
        guard let entry = tables.first(where: { long($0) == 0x636D_6170 }) else { return nil }
        let table = long(entry + 8)
        let parts = (0..<min(number(table + 2), Self.mostTables)).map { table + 4 + 8 * $0 }.filter {
            number($0) == 0 || number($0) == 3 && [1, 10].contains(number($0 + 2))
        }
        for part in parts { read(table + long(part + 4)) }
        guard !characters.isEmpty, (try? document.meter.charge(count * 16)) != nil else { return nil }
    }

    /// Returns the characters of a glyph; `nil` if the program has none for it.
    ///
    /// - Parameter claim: what `/ToUnicode` says, which decides between characters that share the glyph
    func text(of glyph: Int, claim: String?) -> String? {
        let scalars = claim.map { Array($0.unicodeScalars) } ?? []
        if scalars.count == 1, glyphs[scalars[0]] == glyph { return claim }
        return characters[glyph].map { String($0) }
    }

    private mutating func read(_ start: Int) {
        switch number(start) {
        case 4:
            let count = number(start + 6) / 2
            let (ends, starts) = (start + 14, start + 16 + 2 * count)
            for segment in 0..<count {
                let (first, last) = (number(starts + 2 * segment), number(ends + 2 * segment))
                let delta = number(starts + 2 * (count + segment))
                let place = starts + 2 * (2 * count + segment)
                let offset = number(place)
                guard first <= last, fits(last - first) else { continue }
                for character in first...last {
                    let glyph = offset == 0 ? character : number(place + offset + 2 * (character - first))
                    add(character, glyph == 0 ? 0 : (glyph + delta) & 0xFFFF)
                }
            }
        case 12:
            for group in 0..<min(long(start + 12), Self.mostCharacters) {
                let place = start + 16 + 12 * group
                let (first, last, glyph) = (long(place), long(place + 4), long(place + 8))
                guard first <= last, last <= 0x10FFFF, fits(last - first) else { return }
                for character in first...last { add(character, glyph + character - first) }
            }
        default: return
        }
    }

    private mutating func fits(_ more: Int) -> Bool {
        count += more + 1
        return count <= Self.mostCharacters
    }

    private mutating func add(_ character: Int, _ glyph: Int) {
        guard glyph != 0, let scalar = Unicode.Scalar(UInt32(character)) else { return }
        if glyphs[scalar] == nil { glyphs[scalar] = glyph }
        if characters[glyph] == nil { characters[glyph] = scalar }
    }

    private func number(_ offset: Int) -> Int {
        offset >= 0 && offset + 1 < bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : 0
    }

    private func long(_ offset: Int) -> Int { number(offset) << 16 | number(offset + 2) }
}
