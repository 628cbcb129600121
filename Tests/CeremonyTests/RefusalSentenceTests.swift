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

    @Test("Every reason of a refusal is a whole sentence in each language", arguments: Language.all)
    func reasons(in language: Language) {
        let group = TabGroup(label: "Choice", recipientID: "1", rule: .selectAtLeast, minimum: 2, maximum: 2)
        // A date in any form is asked for, and nothing is refused.
        var errors: [CeremonyError] = TextValidation.allCases.filter { $0 != .anyDate }.map {
            .valueUnfit(label: "X", wanted: .validated($0))
        }
        errors += [
            .empty, .kind, .picture, .name(limit: 9), .damaged, .encrypted, .pages(limit: 9), .program,
        ].map { .attachmentRefused($0) }
        errors += [.notFree, .nothingAdopted, .badSize, .offPage, .tooMany].map { .markRefused($0) }
        errors += [
            .valueUnfit(label: "X", wanted: .date(form: "yyyy")), .valueUnfit(label: "X", wanted: .text),
            .signatureMissing(.signature), .signatureMissing(.initials), .pageUnavailable(.undrawable(page: 1)),
            .pageUnavailable(.tooSlow(page: 1)), .pageUnavailable(.keepsFromSigning(page: 1, document: "D")),
            .refused(.noEnvelope), .malformed("it is not JSON"), .drawingUnusable("it has no strokes"),
            .characterNotInFace("x"), .fontsUnusable(.subsetFailed(font: "x")), .groupsUnmet([group], []),
            .pagesUnseen([DocumentPage("1", 1)], names: ["1": "Lease"]),
        ]
        let english = errors.map { $0.sentence(in: .english) }
        for (error, words) in zip(errors, english) {
            let sentence = error.sentence(in: language)
            #expect(sentence.contains(" ") || sentence.unicodeScalars.contains { $0.value > 0x2FFF }, "\(sentence)")
            #expect(language == .english || sentence != words, "\(sentence)")
        }
        for rule in TabGroup.Rule.allCases {
            let group = TabGroup(label: "X", recipientID: "1", rule: rule, minimum: 2, maximum: 3)
            let sentence = group.sentence(in: language)
            #expect(sentence.contains(rule == .selectAtMost ? "3" : "2") && !sentence.contains("{"), "\(sentence)")
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
