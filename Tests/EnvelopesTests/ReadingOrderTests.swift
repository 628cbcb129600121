import Testing

@testable import Envelopes

@Suite("The reading order of tabs")
struct ReadingOrderTests {
    /// The numbers of the tabs in reading order, by their frames: x, y and height.
    private func order(_ frames: [(x: Double, y: Double, height: Double)]) -> [TabID] {
        let tabs = frames.enumerated().map { index, frame in
            Samples.tab(
                index + 1, .text, frame: TabFrame(x: frame.x, y: frame.y, width: 20, height: frame.height))
        }
        return ReadingOrder.sorted(tabs).map(\.id)
    }

    @Test("Tabs are ordered down the page, and from left to right in a row")
    func rows() {
        #expect(order([(200, 100, 20), (50, 140, 20), (50, 100, 20)]) == [3, 1, 2].map(Samples.tabID))
    }

    @Test("A tab slightly off the row, or of another height, stays in the row")
    func uneven() {
        // By the upper edges alone, the right one would come first.
        #expect(order([(200, 98, 20), (50, 100, 20)]) == [2, 1].map(Samples.tabID))
        #expect(order([(200, 90, 40), (50, 104, 12)]) == [2, 1].map(Samples.tabID))
        // A middle below the row's first tab begins a row of its own.
        #expect(order([(200, 100, 20), (50, 111, 20)]) == [1, 2].map(Samples.tabID))
    }

    @Test("Tabs at one place keep their order")
    func samePlace() {
        #expect(order([(50, 100, 20), (50, 100, 20), (50, 100, 20)]) == [1, 2, 3].map(Samples.tabID))
    }

    @Test("Tabs are ordered by document and page first, and only one recipient's are listed")
    func documents() throws {
        var definition = Samples.definition()
        definition.documents = [Samples.document("2", order: 2), Samples.document("1", order: 1)]
        definition.tabs = [
            Samples.tab(1, .text, on: "2"), Samples.tab(2, .text, page: 2), Samples.tab(3, .text),
            Samples.tab(9, .text, for: "2"),
        ]
        let envelope = try History(
            decide(.create(Samples.envelopeID, definition, send: false), nil, Samples.context())
        ).envelope
        #expect(envelope.tabsInReadingOrder(of: "1").map(\.id) == [3, 2, 1].map(Samples.tabID))
    }
}
