import Foundation
import Testing

@testable import PDFFormat
@testable import TestSupport

private func parsed(_ text: String) throws(PDFError) -> PDFObject {
    try Data(text.utf8).lend { (bytes) throws(PDFError) in
        var parser = ObjectParser(bytes, at: 0)
        return try parser.object()
    }
}

@Suite("Parsing and writing objects (ISO 32000-2 §7.3)")
struct ObjectParsingTests {
    @Test(
        "Numbers are parsed in every common form",
        arguments: [
            ("0", PDFObject.integer(0)), ("-17", .integer(-17)), ("+5", .integer(5)), ("34.5", .real(34.5)),
            ("-.002", .real(-0.002)), ("4.", .real(4)), ("--8", .integer(-8)), ("595.276", .real(595.276)),
            ("20000000000000000000", .real(2e19)), ("1 0", .integer(1)),
        ])
    func numbers(text: String, expected: PDFObject) throws {
        #expect(try parsed(text) == expected)
    }

    @Test("A reference is distinguished from two numbers")
    func references() throws {
        let object = try parsed("[1 2 R 3 4 5 0 R]")
        let elements = try #require(object.arrayValue)
        #expect(
            elements == [
                .reference(PDFReference(number: 1, generation: 2)), .integer(3), .integer(4),
                .reference(PDFReference(number: 5)),
            ])
    }

    @Test(
        "Strings are decoded to their bytes",
        arguments: [
            ("(a(b)c)", "a(b)c"), (#"(\(\)\\)"#, #"()\"#), (#"(\101\7x\53)"#, "A\u{7}x+"), ("(a\\\nb)", "ab"),
            ("(a\r\nb\rc)", "a\nb\nc"), ("<48 65 6C6c 6F>", "Hello"), ("<4>", "@"), ("()", ""), (#"(\q\n)"#, "q\n"),
        ])
    func strings(text: String, expected: String) throws {
        #expect(try parsed(text) == .string(Data(expected.utf8)))
    }

    @Test("Names keep bytes that are not UTF-8, and are written back unchanged")
    func names() throws {
        #expect(try parsed("/A#20B#2fC") == .name("A B/C"))
        let latin = try parsed("/Caf#E9")
        var writer = ObjectWriter()
        writer.write(latin)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "/Caf#E9")
        #expect(try parsed("/caf#C3#A9") == .name("café"))
    }

    @Test("A repeated key takes the last value, and null counts as absent")
    func dictionaries() throws {
        let dictionary = try #require(try parsed("<</A 1/B null/A 2 % comment\n/C[true false null]>>").dictionaryValue)
        #expect(dictionary["A"] == .integer(2))
        #expect(dictionary["B"] == nil)
        #expect(dictionary["C"] == .array([.bool(true), .bool(false), .null]))
    }

    @Test(
        "An invalid object is refused with its position",
        arguments: ["", "<<", "[1 2", "(never ends", "<4x>", "<</A>>", "<<1 2>>", "endobj", "]", "<</A 1", "[6 0 Rx]"])
    func refusals(text: String) {
        #expect {
            try parsed(text)
        } throws: { error in
            guard case .damaged(_, let offset) = error as? PDFError else { return false }
            return offset <= text.utf8.count + 1
        }
    }

    @Test("A hundred thousand nested objects are refused without a crash", arguments: ["[", "<</A"])
    func nesting(opening: String) {
        #expect(throws: PDFError.self) { try parsed(String(repeating: opening, count: 100_000)) }
    }

    @Test("A written object reads back unchanged", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed)
        let object = Self.randomObject(&random, depth: 0)
        var writer = ObjectWriter()
        writer.write(object)
        #expect(try parsed(String(decoding: writer.bytes, as: UTF8.self)) == object)
    }

    private static func randomObject(_ random: inout SeededGenerator, depth: Int) -> PDFObject {
        switch Int.random(in: 0..<(depth < 4 ? 9 : 6), using: &random) {
        case 0: return .bool(Bool.random(using: &random))
        case 1: return .integer(Int.random(in: -1_000_000...1_000_000, using: &random))
        case 2: return .real(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 64 + 0.0078125)
        case 3:
            let count = Int.random(in: 0...20, using: &random)
            return .string(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }))
        case 4:
            // Any bytes, and now and then bytes that are UTF-8.
            let characters = Array("ab #/()<>[]{}%é€\u{F790}\t")
            let count = Int.random(in: 1...8, using: &random)
            let isText = Bool.random(using: &random)
            let text = String((0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] })
            let bytes = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
            return .name(PDFName.string(from: isText ? Array(text.utf8) : bytes))
        case 5: return .reference(PDFReference(number: Int.random(in: 1...99, using: &random), generation: 3))
        case 6, 7:
            let count = Int.random(in: 0...4, using: &random)
            return .array((0..<count).map { _ in randomObject(&random, depth: depth + 1) })
        default:
            var dictionary = PDFDictionary()
            for index in 0..<Int.random(in: 0...4, using: &random) {
                dictionary["K\(index)"] = randomObject(&random, depth: depth + 1)
            }
            return .dictionary(dictionary)
        }
    }
}
