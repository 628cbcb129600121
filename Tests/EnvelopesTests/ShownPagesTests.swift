import Essentials
import Foundation
import Testing

@testable import Envelopes

@Suite("Pages shown to a signer")
struct ShownPagesTests {
    private static let pages = [PageSize](repeating: PageSize(width: 595, height: 842), count: 4)

    /// Two documents of four pages; the signer's fields are on pages 2 and 3 of the first.
    private static func history() throws -> History {
        var definition = Samples.definition()
        definition.documents = [
            EnvelopeDocument(id: "1", name: "lease.pdf", blob: Samples.blob("lease"), pages: pages, order: 1),
            EnvelopeDocument(id: "2", name: "annex.pdf", blob: Samples.blob("annex"), pages: pages, order: 2),
        ]
        definition.recipients = [Recipient(id: "1", name: "Bo", email: "bo@example.org", routingOrder: 1)]
        func tab(_ number: Int, _ kind: TabKind, _ page: Int) -> EnvelopeTab {
            EnvelopeTab(
                id: Samples.tabID(number), kind: kind, documentID: "1", recipientID: "1", page: page,
                frame: TabFrame(x: 10, y: 10, width: 100, height: 20), label: "Field \(number)")
        }
        var hidden = tab(3, .text, 4)
        hidden.required = false
        hidden.condition = TabCondition(parentLabel: "Field 2", parentValue: TabCondition.on)
        definition.tabs = [tab(1, .signHere, 2), tab(2, .checkbox, 3), hidden]
        definition.tabs[1].required = false
        var history = try History(decide(.create(Samples.envelopeID, definition, send: true), nil, Samples.context()))
        for command: Command in [
            .view(recipientID: "1"), .consent(recipientID: "1", disclosure: Samples.blob("disclosure")),
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("art"), method: .typed),
            .fill(recipientID: "1", tabID: Samples.tabID(1), value: "true"),
        ] { try history.perform(command, by: Samples.signer("1")) }
        return history
    }

    private static func sign(_ shown: ShownPages) -> Command {
        .sign(
            recipientID: "1", documents: ["1": Samples.blob("v1"), "2": Samples.blob("w1")], values: [:], shown: shown)
    }

    @Test("Nobody signs before they were shown each document's first page and every page with a field of theirs")
    func requiredPages() throws {
        var history = try Self.history()
        #expect(
            history.envelope.pagesToShow(to: "1")
                == [.init("1", 1), .init("1", 2), .init("1", 3), .init("2", 1)])
        #expect(throws: EnvelopeError.pagesNotShown([.init("1", 2), .init("2", 1)])) {
            try history.perform(Self.sign(["1": PageRanges([1, 3, 4])]), by: Samples.signer("1"))
        }
        try history.perform(Self.sign(["1": PageRanges(1...3), "2": PageRanges([1])]), by: Samples.signer("1"))
        guard case .signed(_, _, _, let shown) = try #require(history.events.last?.body) else { return }
        #expect(shown["1"]?.description == "1-3")
    }

    @Test("A field that becomes visible adds its page to those to show")
    func visibleField() throws {
        var history = try Self.history()
        try history.perform(
            .fill(recipientID: "1", tabID: Samples.tabID(2), value: "true"), by: Samples.signer("1"))
        #expect(history.envelope.pagesToShow(to: "1").contains(.init("1", 4)))
    }

    @Test("A page that does not exist cannot have been shown")
    func unknownPage() throws {
        let state = try Self.history().envelope
        let context = Samples.context(Samples.signer("1"))
        for (shown, page) in [
            (["1": PageRanges(1...5), "2": PageRanges([1])], DocumentPage("1", 5)),
            (["1": PageRanges(1...4), "2": PageRanges([1]), "3": PageRanges([1])], DocumentPage("3", 1)),
        ] as [(ShownPages, DocumentPage)] {
            #expect(throws: EnvelopeError.unknownPage(page)) { _ = try decide(Self.sign(shown), state, context) }
        }
    }

    @Test("A signed event without its shown pages is unreadable")
    func missingPages() throws {
        let body = EventBody.signed(
            recipientID: "1", documents: ["1": Samples.blob("v1")], values: [:], shown: ["1": PageRanges(1...3)])
        let bytes = try CanonicalJSON.bytes(of: body)
        #expect(try CanonicalJSON.value(EventBody.self, from: bytes) == body)
        let silent = String(decoding: bytes, as: UTF8.self).replacing(#""shown":{"1":"1-3"},"#, with: "")
        #expect(silent.utf8.count < bytes.count)
        #expect(throws: DecodingError.self) { try CanonicalJSON.value(EventBody.self, from: Data(silent.utf8)) }
    }

    @Test("A repeated signature is the same one even if more pages were shown")
    func repeatedSignature() throws {
        let first = EventBody.signed(recipientID: "1", documents: [:], values: [:], shown: ["1": PageRanges([1])])
        let second = EventBody.signed(recipientID: "1", documents: [:], values: [:], shown: ["1": PageRanges([1, 2])])
        #expect(try first.contentDigest() == second.contentDigest())
    }

    @Test("Each set of pages is written in one way")
    func ranges() throws {
        #expect(PageRanges([7, 1, 3, 2]).description == "1-3,7")
        #expect(PageRanges("1-3,7") == PageRanges([1, 2, 3, 7]))
        #expect(PageRanges("1-1000000")?.count == 1_000_000)
        for text in ["", "0", "1,2", "2-1", "1-", "-1", "3,1", "1 ,3", "01", "1-3,3", "1-1", "1-1000001", "1-2-3", "x"]
        {
            #expect(PageRanges(text) == nil, "\(text)")
        }
        #expect(PageRanges([0, -1, 1_000_001]).isEmpty)
        let written = try JSONEncoder().encode(["1": PageRanges([1, 2])])
        #expect(String(decoding: written, as: UTF8.self) == #"{"1":"1-2"}"#)
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode([String: PageRanges].self, from: Data(#"{"1":"2,1"}"#.utf8))
        }
    }

    @Test("An adopted signature is placed field by field")
    func placing() throws {
        var history = try Self.history()
        let place = try #require(history.envelope.tab(Samples.tabID(1)))
        func fill(_ value: String) throws {
            try history.perform(.fill(recipientID: "1", tabID: place.id, value: value), by: Samples.signer("1"))
        }
        try fill("false")
        #expect(!history.envelope.isFilled(place) && history.envelope.missingTabs(of: "1") == [place])
        // Another adoption fills nothing by itself.
        try history.perform(
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("other"), method: .typed),
            by: Samples.signer("1"))
        #expect(!history.envelope.isFilled(place))
        try fill("true")
        #expect(history.envelope.isFilled(place) && history.envelope.missingTabs(of: "1") == [])
    }
}
