import Essentials
import Foundation
import Testing

@Suite("Encodings")
struct EncodingTests {
    @Test("Bytes become two lower-case digits each")
    func hexadecimal() {
        #expect(Hexadecimal.text([0, 1, 0x0F, 0x10, 0xA9, 0xFF]) == "00010f10a9ff")
        #expect(Hexadecimal.text(Data()) == "")
        for byte in UInt8.min ... .max {
            #expect(Hexadecimal.isDigit(byte) == (Character(UnicodeScalar(byte)).hexDigitValue != nil && byte < 0x80))
            #expect(Hexadecimal.text([byte]) == String(format: "%02x", byte))
        }
    }

    @Test("Base64 for addresses has no padding and comes back; other alphabets and spare bits are refused")
    func base64URL() {
        for length in 0...40 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
            let text = Base64URL.encode(bytes)
            #expect(!text.contains { "+/=".contains($0) } && Base64URL.decode(text) == bytes)
        }
        for text in ["a", "ab=", "a+b/", "AB", "*", "AAAAA", " AAA"] {
            #expect(Base64URL.decode(text) == nil, "\(text)")
        }
        #expect(Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
    }

    @Test(
        "Everything that ends a text or an attribute is escaped, whatever follows it",
        arguments: ["", "\u{301}", "\u{338}", "\u{600}", "\u{200D}", "\u{FE0F}"])
    func html(mark: String) {
        let text = "a<\(mark)b>\(mark)&\(mark)\"\(mark)'\(mark)"
        let escaped = HTMLText.escaped(text)
        #expect(!escaped.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) })
        #expect(escaped == "a&lt;\(mark)b&gt;\(mark)&amp;\(mark)&quot;\(mark)&#39;\(mark)")
    }

    @Test("Bytes are equal only if all are")
    func constantTime() {
        let bytes = Data([1, 2, 3, 4])
        #expect(bytes.isEqualInConstantTime(to: [1, 2, 3, 4]) && Data().isEqualInConstantTime(to: Data()))
        for other in [[1, 2, 3], [1, 2, 3, 4, 5], [0, 2, 3, 4], [1, 2, 3, 5], [1, 3, 2, 4], []] as [[UInt8]] {
            #expect(!bytes.isEqualInConstantTime(to: other), "\(other)")
        }
    }

    @Test("An object with a repeated name, or nested deeper than any token, is not read")
    func uniqueMembers() {
        #expect(UniqueMembers.object(in: Data(#" {"a":[{"a":1}],"b":"[[[[[[[[[["} "#.utf8))?.count == 2)
        for text in [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "[]", "", "x", #"{"a":1"#] {
            #expect(UniqueMembers.object(in: Data(text.utf8)) == nil, "\(text)")
        }
        for (open, close) in [("[", "]"), (#"{"x":"#, "}")] {
            func nested(_ depth: Int) -> Data {
                let inside = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
                return Data(#"{"a":\#(inside)}"#.utf8)
            }
            #expect(UniqueMembers.object(in: nested(7)) != nil)
            // Each level costs more than the one before: at 500 of them, a few kilobytes took the service 40 seconds.
            #expect(UniqueMembers.object(in: nested(8)) == nil && UniqueMembers.object(in: nested(500)) == nil)
        }
    }

    @Test("A lock is held until it is given back, and shared ones do not exclude each other")
    func locks() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString).lock")
        defer { try? FileManager.default.removeItem(at: file) }
        let (first, second) = (try AdvisoryLock(file), try AdvisoryLock(file))
        try first.take(.shared)
        #expect(try second.takeIfFree(.shared))
        #expect(try !second.takeIfFree(.exclusive))
        first.release()
        #expect(try second.takeIfFree(.exclusive))
        #expect(try !first.takeIfFree(.shared))
        second.release()
        #expect(try first.takeIfFree(.exclusive))
        #expect(throws: FileProblem.self) { try AdvisoryLock(file.appending(path: "x")) }
    }
}
