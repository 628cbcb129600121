import Foundation
import Testing

@testable import Words

@Suite("The choice of a language")
struct LanguageTests {
    @Test(
        "Script and region count, and a language that most readers share comes before English",
        arguments: [
            (["de"], "de"), (["de_AT", "fr"], "de"), (["fr-CA"], "fr"), (["x"], "en"), ([], "en"),
            (["pl", "ar"], "ar"),
            (["zh"], "zh-Hans"), (["zh-CN"], "zh-Hans"), (["zh-Hant-HK"], "zh-Hant"), (["zh_TW"], "zh-Hant"),
            (["zh-HK"], "zh-Hant"), (["zh-MO"], "zh-Hant"), (["zh-Hans-HK"], "zh-Hans"), (["yue"], "zh-Hant"),
            (["yue-Hans"], "zh-Hans"), (["pt"], "pt"), (["pt-PT"], "pt"), (["pt-AO"], "pt"), (["pt_BR"], "pt-BR"),
            (["PT-br"], "pt-BR"), (["iw"], "he"), (["af-ZA"], "nl"), (["gsw"], "de"), (["nb", "de"], "en"),
            (["e", "es"], "es"), (["deutsch"], "en"), ([String(repeating: "a-", count: 999)], "en"),
        ])
    func best(_ tags: [String], _ tag: String) { #expect(Language.best(for: tags).tag == tag) }

    @Test(
        "Accept-Language is read by its weights, and nonsense asks for nothing",
        arguments: [
            ("fr;q=0.4, ja, de;q=0.9", ["ja", "de", "fr"]), ("de-CH, de;q=0.9, en;q=0.8", ["de-CH", "de", "en"]),
            ("*", []), ("", []), ("de;q=0", []), (";;;,,q=1", ["q=1"]), ("es;q=x", []),
            ("he;\tq=0.5 ,ar", ["ar", "he"]),
        ])
    func accepted(_ header: String, _ tags: [String]) { #expect(Language.accepted(header) == tags) }

    @Test("A time keeps its order on paper among sentences that run from right to left")
    func islands() {
        #expect(Language.english.island("09:15 UTC+01:00") == "09:15 UTC+01:00")
        #expect(
            Language.best(for: ["he"]).island("09:15 UTC+01:00") == "\u{200F}\u{200E}09:15 UTC+01:00\u{200E}\u{200F}")
    }

    @Test("There are fifteen languages, two of them from right to left, each with its catalog")
    func all() {
        #expect(Language.all.count == 15 && Set(Language.all.map(\.tag)).count == 15)
        #expect(Language.all.filter(\.isRightToLeft).map(\.tag) == ["ar", "he"])
        #expect(Set(CatalogFiles.all.keys) == Set(Language.all.map(\.tag)))
        #expect(Language.all.allSatisfy { !$0.ownName.isEmpty && Language.of($0.tag) == $0 })
    }

    /// Numbers, and the categories that CLDR 44 gives them.
    @Test(
        "Plural categories are those of CLDR",
        arguments: [
            ("en", "other one other other other other other"), ("fr", "one one other other other other other"),
            ("pt", "other one other other other other other"), ("pt-BR", "one one other other other other other"),
            ("ja", "other other other other other other other"), ("he", "other one two other other other other"),
            ("ru", "many one few many many one few"), ("ar", "zero one two few many many many"),
        ])
    func plurals(_ tag: String, _ categories: String) throws {
        let language = try #require(Language.of(tag))
        let found = [0, 1, 2, 5, 11, 21, 22].map { language.category(of: $0).rawValue }
        #expect(found.joined(separator: " ") == categories)
    }

    @Test("Teens of Russian are many, and hundreds of Arabic other")
    func oddPlurals() throws {
        let (russian, arabic) = (try #require(Language.of("ru")), try #require(Language.of("ar")))
        #expect([12, 14, 111, 112, 1012].allSatisfy { russian.category(of: $0) == .many })
        #expect([100, 101, 102, 1000].allSatisfy { arabic.category(of: $0) == .other })
        #expect(arabic.category(of: 103) == .few && arabic.category(of: 199) == .many)
    }
}
