/// Walks over the values of a DER structure without keeping them: a revocation list has a million of them.
package struct DERCursor {
    /// One value.
    package struct Value {
        var tag: UInt8
        /// Tag, length and content.
        package var whole: ArraySlice<UInt8>
        package var content: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The tag of the next value; nothing at the end.
    var nextTag: UInt8? { rest.first }

    /// The next value; nothing at the end, and nothing if the bytes end inside it or its form is not DER's.
    package mutating func next() -> Value? {
        let start = rest.startIndex
        guard rest.count >= 2, rest[start] & 0x1F != 0x1F else { return nil }
        var position = start + 2
        var length = Int(rest[start + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...4).contains(count), rest.endIndex - position >= count else { return nil }
            length = rest[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
            position += count
        }
        guard length <= rest.endIndex - position else { return nil }
        let end = position + length
        defer { rest = rest[end...] }
        return Value(tag: rest[start], whole: rest[start..<end], content: rest[position..<end])
    }

    /// The next value, if it has the tag.
    package mutating func next(tagged tag: UInt8) -> Value? { nextTag == tag ? next() : nil }
}
