import Foundation

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
    ///
    /// Of the many slashes and number signs in a file's streams, the next byte tells nearly all that they are none.
    func places() -> [Int] {
        var places: Set<Int> = []
        let (first, isBeforeEscape) = (UInt8(Self.name[0]), Self.isBeforeEscape)
        forEach(Self.slash) { slash in
            if slash + 1 < bytes.count, bytes[slash + 1] == first, isKey(at: slash) { places.insert(slash) }
        }
        // A name may be written with escaped letters.
        forEach(UInt8(ascii: "#")) { sign in
            guard sign > 0, isBeforeEscape[Int(bytes[sign - 1])] else { return }
            if let slash = slash(before: sign), isKey(at: slash) { places.insert(slash) }
        }
        return places.sorted()
    }

    private static let slash = UInt8(ascii: "/")
    /// For each byte, whether it may stand before the first escaped letter of the key.
    private static let isBeforeEscape = (0..<256).map { $0 == Int(slash) || name.contains($0) }

    @inline(__always)
    private func forEach(_ byte: UInt8, _ body: (Int) -> Void) {
        guard let base = bytes.baseAddress else { return }
        var position = 0
        while position < bytes.count, let found = memchr(base + position, Int32(byte), bytes.count - position) {
            let place = UnsafeRawPointer(found) - base
            body(place)
            position = place + 1
        }
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
