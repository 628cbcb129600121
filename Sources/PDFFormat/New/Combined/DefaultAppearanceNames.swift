import Foundation

/// The names in a default appearance string (ISO 32000-2 §12.7.4.3).
enum DefaultAppearanceNames {
    /// Returns the names of the fonts that the string selects.
    static func fonts(in string: Data) -> Set<String> {
        Set(ranges(in: string).map { name(string[$0]) })
    }

    /// Returns the string with other names.
    static func renamed(_ string: Data, _ names: [String: String]) -> Data {
        var result = string
        for range in ranges(in: string).reversed() {
            guard let new = names[name(string[range])] else { continue }
            var writer = ObjectWriter()
            writer.write(name: new)
            result.replaceSubrange(range, with: writer.bytes)
        }
        return result
    }

    /// Returns the places of all names, with their slashes.
    private static func ranges(in string: Data) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = string.startIndex
        while let start = string[position...].firstIndex(of: 0x2F) {
            let end =
                string[(start + 1)...].firstIndex { $0 <= 0x20 || Lexer.isDelimiter(Int($0)) } ?? string.endIndex
            ranges.append(start..<end)
            position = end
        }
        return ranges
    }

    private static func name(_ token: Data) -> String {
        let parsed = try? Data(token).lend { (bytes) throws(PDFError) in
            var parser = ObjectParser(bytes, at: 0)
            return try parser.object()
        }
        return parsed?.nameValue ?? ""
    }
}
