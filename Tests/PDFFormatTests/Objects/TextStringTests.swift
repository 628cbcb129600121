import Foundation
import Testing

@testable import PDFFormat
@testable import TestSupport

@Suite("Text strings and dates")
struct TextStringTests {
    @Test("Text of any kind reads back unchanged", arguments: ["", "Agreement", "Łódź €", "日本", "👩‍👩‍👧", "a\nb"])
    func roundTrip(text: String) {
        #expect(PDFTextString.decode(PDFTextString.encode(text)) == text)
    }

    @Test("The encodings of a text string are recognised")
    func encodings() {
        #expect(PDFTextString.decode(Data([0xFE, 0xFF, 0x01, 0x41])) == "Ł")
        #expect(PDFTextString.decode(Data([0xFF, 0xFE, 0x41, 0x01])) == "Ł")
        #expect(PDFTextString.decode(Data([0xEF, 0xBB, 0xBF, 0xC5, 0x81])) == "Ł")
        #expect(PDFTextString.decode(Data([0x95, 0xA0, 0xE9, 0x80])) == "Ł€é•")
    }

    @Test("A date is written to the second in UTC and read back")
    func dates() throws {
        let date = Date(timeIntervalSince1970: 1_738_367_999)
        #expect(PDFDate.string(from: date) == "D:20250131235959Z")
        #expect(PDFDate.date(from: PDFDate.string(from: date)) == date)
        #expect(PDFDate.date(from: "D:20250201005959+01'00'") == date)
        #expect(PDFDate.date(from: "20250131185959-05'00") == date)
        #expect(PDFDate.date(from: "D:2025") == Date(timeIntervalSince1970: 1_735_689_600))
    }

    @Test("Any second of a thousand years is written and read back", arguments: 0..<200)
    func randomDates(seed: Int) {
        var random = SeededGenerator(seed)
        let date = Date(timeIntervalSince1970: Double(Int.random(in: -12_000_000_000...20_000_000_000, using: &random)))
        #expect(PDFDate.date(from: PDFDate.string(from: date)) == date)
    }

    @Test("An unsupported date becomes the nearest supported one")
    func unwritableDates() {
        #expect(PDFDate.string(from: .distantFuture.addingTimeInterval(1e12)) == "D:99991231235959Z")
        #expect(PDFDate.string(from: Date(timeIntervalSince1970: -1e12)) == "D:00000101000000Z")
    }

    @Test("An invalid date returns nil", arguments: ["", "D:", "yesterday", "D:20251301", "D:20250101250000Z"])
    func noDates(text: String) {
        #expect(PDFDate.date(from: text) == nil)
    }
}
