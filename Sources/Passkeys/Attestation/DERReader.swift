/// Reads the elements of DER (ITU-T X.690), as far as attestation certificates need it: tags in one byte, definite
/// lengths in their shortest form.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        /// Tag, length and content.
        let whole: ArraySlice<UInt8>
    }

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }
    var nextTag: UInt8? { rest.first }

    mutating func next(_ tag: UInt8) throws(PasskeyError) -> Element {
        let element = try next()
        guard element.tag == tag else { throw Self.malformed }
        return element
    }

    mutating func next() throws(PasskeyError) -> Element {
        let start = rest.startIndex
        guard rest.count >= 2, rest[start] & 0x1F != 0x1F else { throw Self.malformed }
        let tag = rest[start]
        let first = Int(rest[start + 1])
        var (length, header) = (first, 2)
        if first >= 0x80 {
            let count = first & 0x7F
            guard (1...2).contains(count), rest.count >= 2 + count else { throw Self.malformed }
            length = rest[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
            guard length >= (count == 1 ? 0x80 : 0x100) else { throw Self.malformed }
            header = 2 + count
        }
        guard rest.count >= header + length else { throw Self.malformed }
        let end = start + header + length
        defer { rest = rest[end...] }
        return Element(tag: tag, content: rest[(start + header)..<end], whole: rest[start..<end])
    }

    static let malformed = PasskeyError.malformedAttestation("its certificate is not valid DER")
}
