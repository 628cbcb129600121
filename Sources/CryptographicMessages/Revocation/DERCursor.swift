/// Iterates over the values of a DER structure without storing them: a revocation list may have a million.
package struct DERCursor {
    /// One value.
    package struct Value {
        var tag: UInt8
        /// The value with tag, length and content.
        package var whole: ArraySlice<UInt8>
        package var content: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The tag of the next value; `nil` at the end.
    var nextTag: UInt8? { rest.first }

    /// Returns the next value; `nil` at the end, and `nil` if the value is truncated or not in DER.
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

    /// Returns the next value if it has the tag; otherwise `nil`.
    package mutating func next(tagged tag: UInt8) -> Value? { nextTag == tag ? next() : nil }
}
