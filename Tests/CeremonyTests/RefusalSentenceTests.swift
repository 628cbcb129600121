import Envelopes
import Testing
import Words

@testable import Ceremony

@Suite("Refusals in sentences")
struct RefusalSentenceTests {
    @Test("Each refusal has its sentence, in the language that the page names")
    func languages() async throws {
        let scene = try Scene()
        for language in ["de", "en", "he"] {
            let words = try #require(
                Catalog.of(.best(for: [language])).sentence(.refusals, "method-not-allowed", ["allowed": .text("GET")]))
            let reply = await scene.host("1").answer(
                HTTPCall(.post, "session", headers: HTTPFields(["Countersign-Language": language])))
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(reply.status == 405 && text.contains(words.prefix(12)), "\(text)")
        }
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
