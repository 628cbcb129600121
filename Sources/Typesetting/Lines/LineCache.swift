import Glyphs

/// Lines that were shaped before, such as those of a text that every certificate prints.
struct LineCache {
    struct Key: Hashable {
        // Texts that are canonically equivalent may have other glyphs.
        let text: [UInt8]
        let style: FontStyle
        let direction: TextDirection

        init(_ text: String, _ style: FontStyle, _ direction: TextDirection) {
            self.text = Array(text.utf8)
            self.style = style
            self.direction = direction
        }
    }

    /// The longest text that is kept, and the length of all of them together, in bytes. A byte stands for about a
    /// hundred in memory.
    static let longest = 400
    static let most = 1 << 16

    private var lines: [Key: ShapedLine] = [:]
    private var length = 0

    subscript(key: Key) -> ShapedLine? { lines[key] }

    mutating func keep(_ line: ShapedLine, for key: Key) {
        guard key.text.count <= Self.longest, lines[key] == nil else { return }
        if length + key.text.count > Self.most {
            lines.removeAll(keepingCapacity: true)
            length = 0
        }
        lines[key] = line
        length += key.text.count
    }
}
