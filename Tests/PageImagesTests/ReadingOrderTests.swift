import Foundation
import Testing

@testable import PageImages

@Suite("Right-to-left words")
struct ReadingOrderTests {
    /// One line as Poppler gives it: boxes, and the characters in them, from left to right.
    private func read(_ seen: [String]) -> [String] {
        ReadingOrder.logical(
            seen.enumerated().map { index, text in
                WordBox(text: text, x: Double(50 * index), y: 100, width: 40, height: 12, line: 0)
            }
        ).map(\.text)
    }

    @Test(
        "Words are put in reading order",
        arguments: [
            (["ןוירוג-ןב", "םהרבא"], ["אברהם", "בן-גוריון"]),
            (["يروصنملا", "دمحأ", "ةراس"], ["سارة", "أحمد", "المنصوري"]),
            // A date and an amount keep their digits.
            (["2026-11-21", ":ךיראת"], ["תאריך:", "2026-11-21"]),
            (["לקש", "1,250.50", "םוכס"], ["סכום", "1,250.50", "שקל"]),
            // Names of the other direction keep their own order.
            (["םתח", "Ada", "Lovelace", "תרבגה", "ידי-לע"], ["על-ידי", "הגברת", "Ada", "Lovelace", "חתם"]),
            (["Ada", "دمحأ", "ةراس", "Lovelace"], ["Ada", "سارة", "أحمد", "Lovelace"]),
            (["Hello", "World", "2026"], ["Hello", "World", "2026"]), (["12", "34"], ["12", "34"]),
        ])
    func order(seen: [String], expected: [String]) {
        #expect(read(seen) == expected)
    }

    @Test("Digits and Latin letters within a word stay in order")
    func withinWords() {
        #expect(read(["2026-לירפא"]) == ["אפריל-2026"])
        #expect(read(["PDF-ה"]) == ["ה-PDF"])
        #expect(read([")רומש("]) == ["(שמור)"])
    }

    @Test("Words keep their boxes")
    func boxes() {
        let boxes = ReadingOrder.logical([
            WordBox(text: "םולש", x: 10, y: 5, width: 40, height: 12, line: 3),
            WordBox(text: "ברע", x: 60, y: 5, width: 30, height: 12, line: 3),
        ])
        #expect(
            boxes == [
                WordBox(text: "ערב", x: 60, y: 5, width: 30, height: 12, line: 3),
                WordBox(text: "שלום", x: 10, y: 5, width: 40, height: 12, line: 3),
            ])
    }
}
