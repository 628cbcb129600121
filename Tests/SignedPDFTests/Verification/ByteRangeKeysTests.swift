import Testing

@testable import SignedPDF

@Suite("Keys of byte ranges in a file's bytes")
struct ByteRangeKeysTests {
    private func places(_ text: String) -> [Int] {
        Array(text.utf8).withUnsafeBytes { ByteRangeKeys($0).places() }
    }

    @Test("The key is found with any of its letters escaped, in either case, whatever surrounds it")
    func escaped() {
        let letters = Array("ByteRange")
        for mask in 0..<(1 << letters.count) {
            let name = letters.enumerated().map { index, letter in
                let code = String(letter.asciiValue ?? 0, radix: 16, uppercase: mask % 3 == 0)
                return mask >> index & 1 == 1 ? "#\(code)" : String(letter)
            }.joined()
            for (before, after) in [
                ("", "["), ("<< ", " [0 1 2 3]"), ("/Type/Sig", "[0]"), ("##R#", " "), ("1 0 obj<</A#42/B", "/C"),
            ] {
                #expect(places("\(before)/\(name)\(after)") == [before.utf8.count], "\(before)/\(name)\(after)")
            }
        }
    }

    @Test(
        "Other names are not the key",
        arguments: [
            "/ByteRanges", "/ByteRang", "/Byterange", "/B#79teRang#45", "/#42yteRange2", "ByteRange", "/ ByteRange",
            "/Byte Range", "/By#74#74eRange", "/XByte#52ange", "/", "#", "/#", "#42", "/#4", "",
        ])
    func others(text: String) {
        #expect(places(text).isEmpty)
    }

    @Test("Every one of several is found, in order")
    func several() {
        #expect(places("/ByteRange/Byte#52ange(/)#2F/#42yteRange ") == [0, 10, 28])
    }
}
