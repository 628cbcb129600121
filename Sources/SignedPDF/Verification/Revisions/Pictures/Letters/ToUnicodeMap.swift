import Foundation

/// A `ToUnicode` CMap, which maps a font's codes to characters (ISO 32000-2 §9.10.3).
struct ToUnicodeMap {
    private static let mostEntries = 100_000
    private var characters: [Int: String] = [:]
    /// The number of entries read, including repeated ones.
    private var entries = 0
    /// The length of a code in bytes.
    private var width = 0

    /// Returns `nil` for a map that cannot be read.
    init?(_ bytes: Data) {
        do {
            try bytes.lend { (buffer) throws(PDFError) in
                var parser = ObjectParser(buffer, at: 0)
                try read(&parser)
            }
        } catch {
            return nil
        }
        guard width == 1 || width == 2 else { return nil }
    }

    /// The length of a code in bytes: 1 or 2.
    var codeLength: Int { width }

    func text(of code: Int) -> String? { characters[code] }

    private mutating func read(_ parser: inout ObjectParser) throws(PDFError) {
        var (char, range): (Int?, Int?) = (-1, -1)
        while true {
            let lexer = parser.lexer
            // A failed search is not repeated.
            if let last = char, last < lexer.position {
                char = lexer.firstIndex(of: "beginbfchar", from: lexer.position, to: lexer.end)
            }
            if let last = range, last < lexer.position {
                range = lexer.firstIndex(of: "beginbfrange", from: lexer.position, to: lexer.end)
            }
            guard let next = [char, range].compactMap({ $0 }).min() else { return }
            let isRange = next == range
            parser.lexer.position = next + (isRange ? 12 : 11)
            while entries < Self.mostEntries {
                parser.lexer.skipBlank()
                guard parser.lexer.byte(parser.lexer.position) == 0x3C else { break }
                guard case .string(let first) = try parser.object() else { break }
                if isRange { try addRange(first, &parser) } else { try addCharacter(first, &parser) }
            }
        }
    }

    private mutating func addCharacter(_ code: Data, _ parser: inout ObjectParser) throws(PDFError) {
        guard case .string(let text) = try parser.object() else { return }
        width = max(width, code.count)
        entries += 1
        characters[Self.number(code)] = String(data: text, encoding: .utf16BigEndian)
    }

    private mutating func addRange(_ first: Data, _ parser: inout ObjectParser) throws(PDFError) {
        guard case .string(let last) = try parser.object() else { return }
        width = max(width, first.count)
        let (low, high) = (Self.number(first), Self.number(last))
        switch try parser.object() {
        case .string(let text):
            guard low <= high, high - low <= 0xFFFF, high - low < Self.mostEntries - entries,
                var units = Self.units(text), let start = units.last
            else {
                return
            }
            entries += high - low + 1
            for offset in 0...(high - low) {
                units[units.count - 1] = start &+ UInt16(truncatingIfNeeded: offset)
                characters[low + offset] = String(decoding: units, as: UTF16.self)
            }
        case .array(let texts):
            entries += texts.count
            for (offset, text) in texts.enumerated() where low + offset <= high {
                characters[low + offset] = text.stringValue.flatMap { String(data: $0, encoding: .utf16BigEndian) }
            }
        default: return
        }
    }

    private static func number(_ code: Data) -> Int {
        code.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func units(_ text: Data) -> [UInt16]? {
        guard !text.isEmpty, text.count % 2 == 0, text.count <= 64 else { return nil }
        let bytes = [UInt8](text)
        return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}
