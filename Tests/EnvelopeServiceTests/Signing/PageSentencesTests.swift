import Foundation
import Testing

@testable import Ceremony

@Suite("The languages of pages behind links")
struct PageSentencesTests {
    private func names(_ text: String?) -> Set<String> {
        Set((text ?? "").matches(of: /\{\{[a-z]+\}\}/).map { String($0.output) })
    }

    @Test("Every language has every text, with the names that the English one has", arguments: 0..<6)
    func translations(_ index: Int) throws {
        #expect(PageSentences.all.count == 6)
        let sentences = PageSentences.all[index]
        let english = PageSentences.english.texts
        for key in PageText.allCases {
            let own = try #require(sentences.texts[key], "\(sentences.language): \(key)")
            #expect(
                !own.isEmpty && names(own).subtracting(["{{count}}"]) == names(english[key]).subtracting(["{{count}}"]),
                "\(own)")
        }
    }

    @Test(
        "The sender's choice comes first, then what the browser asks for most, then English",
        arguments: [
            (["de"], "de"), (["de_AT", "fr"], "de"), (["it", "fr-CA"], "fr"), (["x"], "en"), ([], "en"),
            (["zh", "ar"], "ar"),
        ])
    func best(_ tags: [String], _ language: String) { #expect(PageSentences.best(for: tags).language == language) }

    @Test(
        "Accept-Language is read by its weights, and nonsense asks for nothing",
        arguments: [
            ("fr;q=0.4, ja, de;q=0.9", ["ja", "de", "fr"]), ("de-CH, de;q=0.9, en;q=0.8", ["de-CH", "de", "en"]),
            ("*", []), ("", []), ("de;q=0", []), (";;;,,q=1", ["q=1"]), ("es;q=x", []),
        ])
    func accepted(_ header: String, _ tags: [String]) { #expect(PageSentences.accepted(header) == tags) }

    @Test("Names keep their direction within Arabic, and a name with braces fills nothing in")
    func names() {
        #expect(PageSentences.arabic(.messageFrom, ["sender": "Ada"]).contains("\u{2068}Ada\u{2069}"))
        let text = PageSentences.english(.messageFrom, ["sender": "{{email}}", "email": "x"])
        #expect(text == "Message from {{email}}")
    }

    @Test("Days are written as the language writes them")
    func days() {
        let date = Date(timeIntervalSince1970: 1_798_113_600)
        #expect(PageSentences.english.day(date, in: .gmt) == "24 Dec 2026")
        #expect(PageSentences.german.day(date, in: .gmt) == "24. Dezember 2026")
        #expect(PageSentences.japanese.day(date, in: .gmt) == "2026年12月24日")
    }
}
