/// The places where bytes hold the key `/ByteRange`, which every signature dictionary has (ISO 32000-2 table 255).
struct ByteRangeKeys {
    /// The longest form of the name, with every letter as `#xx`.
    private static let longest = 28

    private let lexer: Lexer
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        lexer = Lexer(bytes, at: 0)
    }

    /// Returns the offsets of the keys' slashes in ascending order.
    func places() -> [Int] {
        var places: Set<Int> = []
        var position = 0
        while let slash = lexer.firstIndex(of: "/ByteRange", from: position, to: bytes.count) {
            position = slash + 10
            if isKey(at: slash) { places.insert(slash) }
        }
        position = 0
        // A name may be written with escaped letters.
        while let sign = lexer.firstIndex(of: "#", from: position, to: bytes.count) {
            position = sign + 1
            if let slash = slash(before: sign), isKey(at: slash) { places.insert(slash) }
        }
        return places.sorted()
    }

    private func slash(before sign: Int) -> Int? {
        var index = sign - 1
        while sign - index <= Self.longest, Lexer.isRegular(lexer.byte(index)) { index -= 1 }
        return lexer.byte(index) == 0x2F ? index : nil
    }

    private func isKey(at slash: Int) -> Bool {
        var parser = ObjectParser(bytes, at: slash)
        return parser.name() == "ByteRange"
    }
}
