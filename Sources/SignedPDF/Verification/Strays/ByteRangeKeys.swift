/// The places where bytes hold the key `/ByteRange`, which every signature dictionary has (ISO 32000-2 table 255).
struct ByteRangeKeys {
    private static let name = "ByteRange".utf8.map { Int($0) }

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

    /// Returns the slash of a name whose first escaped letter is at `sign`, and whose letters before are those of the key.
    /// Of the many signs in a file's streams, nearly all end here after one byte.
    private func slash(before sign: Int) -> Int? {
        for count in 0..<Self.name.count {
            let slash = sign - 1 - count
            if lexer.byte(slash) == 0x2F {
                return (0..<count).allSatisfy { lexer.byte(slash + 1 + $0) == Self.name[$0] } ? slash : nil
            }
            guard Self.name.contains(lexer.byte(slash)) else { return nil }
        }
        return nil
    }

    private func isKey(at slash: Int) -> Bool {
        var parser = ObjectParser(bytes, at: slash)
        return parser.name() == "ByteRange"
    }
}
