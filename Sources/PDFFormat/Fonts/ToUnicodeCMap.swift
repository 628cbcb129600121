import Foundation

/// Maps a font's two-byte codes to text (ISO 32000-2 §9.10.3), for search and copying.
package struct ToUnicodeCMap {
    package let codes: [UInt16: String]

    package init(codes: [UInt16: String]) { self.codes = codes }

    /// A block of mappings has at most 100 lines (Adobe Technical Note 5014).
    private static let mostLines = 100

    package var data: Data {
        var writer = ObjectWriter()
        writer.append(
            """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """)
        let sorted = codes.sorted { $0.key < $1.key }
        for start in stride(from: 0, to: sorted.count, by: Self.mostLines) {
            let lines = sorted[start..<min(start + Self.mostLines, sorted.count)]
            writer.append("\(lines.count) beginbfchar\n")
            for (code, text) in lines {
                writer.append("<")
                writer.append(hex: [UInt8(code >> 8), UInt8(code & 0xFF)])
                writer.append("> <")
                writer.append(hex: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
                writer.append(">\n")
            }
            writer.append("endbfchar\n")
        }
        writer.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
        return Data(writer.bytes)
    }
}
