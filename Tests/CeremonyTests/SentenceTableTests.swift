import Envelopes
import Testing

@testable import Ceremony

@Suite("Sentences about codes and facts")
struct SentenceTableTests {
    private static let table = SentenceTable(
        language: "x", list: { $0.joined(separator: " & ") },
        entries: [
            "plain": "Nothing.", "filled": "{name} has {limit}.",
            "counted": .counted(one: "One: {names}.", other: "Many: {names}."),
            "numbered": .counted(one: "{count} page", other: "{count} pages"),
        ])

    @Test(
        "Facts are filled in as they are, and lists as the language writes them",
        arguments: [
            ("plain", [:], "Nothing."),
            ("filled", ["name": .text("A{limit}"), "limit": .number(3)], "A{limit} has 3."),
            ("filled", [:], " has ."), ("counted", ["names": .names(["a"])], "One: a."),
            ("counted", ["names": .names(["a", "b"])], "Many: a & b."), ("numbered", ["count": .number(1)], "1 page"),
            ("numbered", ["count": .number(0)], "0 pages"), ("unknown", [:], "unknown"),
        ] as [(String, [String: Fact], String)])
    func sentences(code: String, facts: [String: Fact], sentence: String) {
        #expect(Self.table.sentence(for: code, facts) == sentence)
    }

    @Test("A refusal tells the page its code, its facts and the sentence; what other services said stays in the log")
    func refusals() throws {
        let refused = CeremonyError.valueTooLong(label: "City", limit: 20).response(returningTo: .none)
        let text = String(decoding: refused.body, as: UTF8.self)
        #expect(text.contains(#""facts":{"label":"City","limit":20}"#), "\(text)")
        #expect(text.contains("“City” can have at most 20 characters."))
        let clock = CeremonyError.clockWrong(.unsigned).response(returningTo: .none)
        let words = String(decoding: clock.body, as: UTF8.self)
        #expect(words.contains("Please tell the sender.") && !words.contains("facts"), "\(words)")
        #expect(!words.contains("\(CeremonyError.clockWrong(.unsigned))"))
    }
}
