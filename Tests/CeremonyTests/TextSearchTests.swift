import Envelopes
import Foundation
import HTTPMessages
import PageImages
import Testing

@testable import Ceremony

@Suite("Searching the documents")
struct TextSearchTests {
    /// Words in lines of ten points, each character ten points wide.
    private static func words(_ lines: String...) -> [WordBox] {
        lines.enumerated().flatMap { line, text in
            var x = 0.0
            return text.split(separator: " ").map { word in
                defer { x += Double(word.count + 1) * 10 }
                return WordBox(
                    text: String(word), x: x, y: Double(line) * 20, width: Double(word.count) * 10, height: 10,
                    line: line)
            }
        }
    }

    @Test(
        "Case, accents, ligatures and breaks of lines do not matter",
        arguments: [
            ("rent", 2), ("RENT", 2), ("émile", 1), ("Emile", 1), ("office", 1), ("  the   Rent ", 1),
            ("due monthly", 1),
            ("rental", 0), ("契約書", 1), ("العقد", 1),
        ])
    func found(text: String, count: Int) throws {
        let words = Self.words("The rent is due", "monthly in Émile's oﬃce", "RENT 契約", "書 العَقد")
        #expect(try #require(TextSearch(text)).hits(in: words).count == count)
    }

    @Test("A hit has one box a line, of the found letters alone")
    func boxes() throws {
        let words = Self.words("The rent is due", "monthly")
        #expect(
            try #require(TextSearch("en")).hits(in: words) == [[.init(x: 50, y: 0, width: 20, height: 10)]])
        #expect(
            try #require(TextSearch("is due mon")).hits(in: words) == [
                [.init(x: 90, y: 0, width: 60, height: 10), .init(x: 0, y: 20, width: 30, height: 10)]
            ])
    }

    @Test("An empty text and a long one are refused", arguments: ["", " ", String(repeating: "a", count: 101)])
    func refused(text: String) async throws {
        #expect(TextSearch(text) == nil)
        #expect(try await Scene().host().get("search", query: ["text": text]).status == 400)
    }

    private struct Found: Decodable {
        struct Hit: Decodable {
            let documentId: String
            let page: Int
        }
        let hits: [Hit]
        let next: Int?
    }

    @Test("A search goes through all documents, some pages with each call")
    func pages() async throws {
        let host = try Scene(documents: 12).host()
        let first = try JSONDecoder().decode(
            Found.self, from: await host.get("search", query: ["text": "agree"]).body)
        #expect(first.hits.count == 20 && first.next == 20)
        let rest = try JSONDecoder().decode(
            Found.self, from: await host.get("search", query: ["text": "agree", "from": "20"]).body)
        #expect(rest.hits.map(\.documentId) == ["11", "11", "12", "12"] && rest.next == nil)
        #expect(rest.hits.map(\.page) == [1, 2, 1, 2])
        #expect(await host.get("search", query: ["text": "agree", "from": "25"]).status == 400)
    }

    @Test("What a search reads does not count as seen")
    func unseen() async throws {
        let scene = try Scene(showsEverything: false)
        let host = scene.host()
        _ = await host.get("search", query: ["text": "agree"])
        let body = #"{"pages":[{"documentId":"1","page":1}]}"#
        let answer = String(decoding: await host.send(.post, "shown", body).body, as: UTF8.self)
        #expect(answer.contains(#""documentId":"1""#))
        #expect(try await scene.desk.shownPages(to: "1") == [:])
    }
}
