import Foundation
import Testing

@testable import Words

@Suite("Catalogs")
struct CatalogTests {
    @Test("Every language has every sentence", arguments: Language.all)
    func complete(_ language: Language) {
        let (own, english) = (Catalog.of(language), Catalog.of(.english))
        for section in Catalog.Section.allCases {
            #expect(!english.keys(of: section).isEmpty && own.keys(of: section) == english.keys(of: section))
            for key in english.keys(of: section) {
                let names = own.texts(of: section, key).flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } }
                let facts = Dictionary(names.map { ($0, Fact.text("a")) }, uniquingKeysWith: { first, _ in first })
                for count in [0, 1, 2, 5, 21, 100] {
                    let sentence = own.sentence(section, key, facts, count: count)
                    #expect(sentence?.isEmpty == false, "\(section).\(key)")
                }
            }
        }
    }

    @Test("Every text of the pages behind links is in the catalog")
    func links() {
        #expect(Set(LinkText.allCases.map(\.rawValue)) == Catalog.of(.english).keys(of: .links))
    }

    @Test(
        "Facts are filled in as they are, and lists as the language writes them",
        arguments: [
            ("{name} has {limit}.", ["name": .text("A{limit}"), "limit": .number(3)], "A{limit} has 3."),
            ("{name} has {limit}.", [:], " has ."), ("{names}.", ["names": .names(["a", "b"])], "a, b."),
            ("{open", [:], "{open"), ("}{", [:], "}{"), ("{a}{a}", ["a": .number(1)], "11"),
        ] as [(String, [String: Fact], String)])
    func filled(text: String, facts: [String: Fact], sentence: String) {
        #expect(Catalog.of(.english).filled(text, facts) == sentence)
    }

    @Test("A name keeps its direction in a sentence of the other direction, and a number needs no help")
    func isolation() throws {
        let arabic = Catalog.of(try #require(Language.of("ar")))
        #expect(arabic.filled("{a} {n}", ["a": .text("Ada"), "n": .number(3)]) == "\u{2068}Ada\u{2069} 3")
        #expect(arabic.filled("{a}", ["a": .text("")]).isEmpty)
        let english = Catalog.of(.english)
        #expect(english.filled("{a}, {b}", ["a": .text("Ada"), "b": .text("ليلى")]) == "Ada, \u{2068}ليلى\u{2069}")
        #expect(english.filled("{n}", ["n": .names(["עדה", "Ada"])]) == "\u{2068}עדה\u{2069}, Ada")
        let japanese = Catalog.of(try #require(Language.of("ja")))
        #expect(japanese.filled("{n}", ["n": .names(["a", "b"])]) == "a、b")
    }

    @Test("A sentence about a number takes the language's form")
    func counted() throws {
        #expect(Catalog.of(.english).sentence(.links, "pages", count: 1) == "1 page")
        #expect(Catalog.of(.english).sentence(.links, "pages", count: 7) == "7 pages")
        let russian = Catalog.of(try #require(Language.of("ru")))
        let forms = [1, 3, 5].map { russian.sentence(.links, "pages", count: $0) ?? "" }
        #expect(Set(forms.map { $0.drop { $0.isNumber } }).count == 3, "\(forms)")
        #expect(Catalog.of(.english).sentence(.links, "nothing") == nil)
    }

    @Test(
        "A page gets the sentences of its section, its direction, and the names of all languages",
        arguments: Language.all)
    func scripts(_ language: Language) throws {
        let script = Catalog.of(language).script(.page)
        let json = try #require(script.wholeMatch(of: /globalThis\.countersignWords = (.*);\n/)?.1)
        let table = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(table["language"] as? String == language.tag && table["direction"] as? String == language.direction)
        #expect((table["languages"] as? [[String: String]])?.count == Language.all.count)
        #expect(Set((table["strings"] as? [String: Any] ?? [:]).keys) == Catalog.of(.english).keys(of: .page))
    }
}
