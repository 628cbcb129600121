import Envelopes
import Foundation
import Testing
import Words

@testable import Ceremony

@Suite("The languages of pages behind links")
struct PageSentencesTests {
    private func sentences(_ tag: String) -> PageSentences { PageSentences(.best(for: [tag])) }

    @Test("What was chosen on the page comes first, then the sender's choice, then the browser's")
    func choice() {
        #expect(Language.of(nil, [:]).tag == "en")
        #expect(Language.of(nil, [.acceptLanguage: "xx, it;q=0.5"]).tag == "it")
        let page = Language.of(nil, HTTPFields(["Countersign-Language": "he", "Accept-Language": "it"]))
        #expect(page.tag == "he")
        #expect(Language.of(nil, HTTPFields(["Countersign-Language": "he"]), chosen: "zh-HK").tag == "zh-Hant")
        var bo = LinkScene.bo
        bo.emailNotification = EmailNotification(language: "ja")
        #expect(Language.of(bo, HTTPFields(["Accept-Language": "it"])).tag == "ja")
        #expect(Language.of(bo, HTTPFields(["Countersign-Language": "he", "Accept-Language": "it"])).tag == "he")
        #expect(Language.of(nil, HTTPFields(["Countersign-Language": "he"]), chosen: "nonsense").tag == "he")
    }

    @Test(
        "The language in the address of an app's page goes on to the page, and nonsense does not",
        arguments: [("?locale=zh_TW", "?lang=zh-Hant"), ("?lang=he", "?lang=he"), ("?locale=xx", ""), ("", "")])
    func appsPage(query: String, passedOn: String) async throws {
        var bo = LinkScene.bo
        bo.clientUserID = "u-1"
        let scene = try await LinkScene([bo])
        let url = try await scene.stage.service.signingURL(
            for: "1", of: scene.id, returningTo: try #require(URL(string: "https://app.example.org/done")))
        let opened = await scene.stage.call(.get, url.path() + query, as: nil)
        let location = try #require(opened.headers[.location])
        #expect(opened.status == 303 && location.hasPrefix("/ceremony/"))
        #expect(location.hasSuffix("/\(passedOn)"), "\(location)")
    }

    @Test("Names keep their direction within Arabic, and a name with braces fills nothing in")
    func names() {
        #expect(sentences("ar")(.messageFrom, ["sender": "Ada"]).contains("\u{2068}Ada\u{2069}"))
        let text = sentences("en")(.messageFrom, ["sender": "{email}", "email": "x"])
        #expect(text == "Message from {email}")
    }

    @Test("Days are written as the language writes them")
    func days() {
        let date = Date(timeIntervalSince1970: 1_798_113_600)
        #expect(sentences("en").day(date, in: .gmt) == "24 Dec 2026")
        #expect(sentences("de").day(date, in: .gmt) == "24. Dezember 2026")
        #expect(sentences("ja").day(date, in: .gmt) == "2026年12月24日")
    }
}
