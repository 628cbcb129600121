import Envelopes
import Foundation
import PageImages
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("The text of pages with covered places")
struct CoveredWordTests {
    private func words(_ bytes: Data) async throws -> [WordBox] {
        try await PopplerPageRenderer().words(onPage: 1, of: PageSource(hash: "") { bytes })
    }

    @Test("Covered texts are left out, and what stands beside them in the same word stays")
    func leftOut() async throws {
        let file = Tagged.file([Tagged.line("Name:{{text:1:y:Company name}}, signed {{s:1:y}} by hand")])
        let marked = try await Tagged.marked(file)
        let all = try await words(marked.bytes)
        #expect(all.map(\.text).joined(separator: " ").contains("{{s:1:y}}"))
        let seen = CoveredWords(marked.covered.map(\.frame), among: all).leftOut(of: all)
        #expect(seen.map(\.text) == ["Name:", ",", "signed", "by", "hand"])
        // "Name:" ends where the cover begins.
        let name = try #require(seen.first)
        #expect(abs(name.width - 37) < 3)
    }

    @Test("A value that is shown at a covered place later is part of the text")
    func valueOnTop() async throws {
        let file = Tagged.file([Tagged.line("{{text:1:y:Company name}} agrees")])
        let marked = try await Tagged.marked(file)
        let frame = try #require(marked.bracedTexts.first).frame
        let field = FormField(
            name: "Company", page: 1, rect: PageRect(x: frame.x, y: frame.y, width: 120, height: 18),
            content: .text("Acme"))
        let document = try PDFDocument(marked.bytes)
        let filled = marked.bytes + (try document.update(adding: [field]))
        let covered = CoveredWords(marked.covered.map(\.frame), among: try await words(marked.bytes))
        #expect(covered.leftOut(of: try await words(filled)).map(\.text).sorted() == ["Acme", "agrees"])
    }

    @Test(
        "Braces are taken from a word that has all or a part of a text",
        arguments: [
            ("Name:{{s}}", "Name:"), ("{{s}}{{date}}.", "."), ("Name:{{text:1", "Name:"), ("name}},", ","),
            ("plain", "plain"),
        ])
    func withoutBraces(word: String, rest: String) {
        #expect(CoveredWords.withoutBraces(word) == rest)
    }

    @Test("The signing page's text leaves covered places out, before and after values are filled in")
    func host() async throws {
        let file = Tagged.file([Tagged.line("Please sign {{s:1:y}} here"), Tagged.line("Second page")])
        let marked = try await Tagged.marked(file)
        let scene = try Scene(extra: [marked.bytes]) { definition in
            definition.documents[0].blob = BlobHash(of: marked.bytes)
            definition.documents[0].covered = marked.covered
        }
        let host = scene.host(renderer: try PopplerPageRenderer())
        struct Words: Decodable { let words: [WordBox] }
        func text() async throws -> String {
            let reply = await host.get("documents/1/pages/1/words")
            return try JSONDecoder().decode(Words.self, from: reply.body).words.map(\.text).joined(separator: " ")
        }
        #expect(try await text() == "Please sign here")
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let after = try await text()
        #expect(after.contains("Please sign here"))
        #expect(after.contains("Blue"))
        #expect(!after.contains("{{"))
    }
}
