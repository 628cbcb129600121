import Countersign
import Testing

@testable import CountersignUI

@Suite("Sheets shown one after the other")
struct SheetTurnsTests {
    @Test("The next sheet is shown only after the system reports the last one gone")
    func afterDismissal() {
        var turns = SheetTurns<String>()
        let question = turns.show("question")
        turns.appeared(question)
        #expect(turns.takeAway(question) == "question")
        let page = turns.show("page")
        #expect(turns.shown == nil)
        turns.gone()
        #expect(turns.shown?.id == page)
        #expect(turns.shown?.content == "page")
    }

    @Test("A sheet that never appeared does not delay the next")
    func neverAppeared() {
        var turns = SheetTurns<String>()
        #expect(turns.takeAway(turns.show("first")) == "first")
        #expect(!turns.isLeaving)
        _ = turns.show("second")
        #expect(turns.shown?.content == "second")
    }

    @Test("Sheets appear in order, and one removed before its turn never appears")
    func order() {
        var turns = SheetTurns<String>()
        let first = turns.show("first")
        let second = turns.show("second")
        _ = turns.show("third")
        #expect(turns.takeAway(second) == "second")
        #expect(turns.takeAway(second) == nil)
        turns.appeared(first)
        #expect(turns.takeAway(first) == "first")
        turns.gone()
        #expect(turns.shown?.content == "third")
    }

    @Test("A sheet that appears late is not mistaken for its successor")
    func late() {
        var turns = SheetTurns<String>()
        let first = turns.show("first")
        _ = turns.takeAway(first)
        let second = turns.show("second")
        turns.appeared(first)
        _ = turns.takeAway(second)
        #expect(!turns.isLeaving)
    }

    @Test("A sheet is an obstacle without a view or while presenting, but not while it closes")
    func obstacles() {
        var turns = SheetTurns<String>()
        #expect(turns.obstacle(isAttached: false) == .sheetMissing)
        #expect(turns.obstacle(isAttached: true) == nil)
        let id = turns.show("page")
        #expect(turns.obstacle(isAttached: true) == .alreadyPresenting)
        #expect(!turns.isUp(id))
        turns.appeared(id)
        #expect(turns.isUp(id))
        _ = turns.takeAway(id)
        #expect(turns.obstacle(isAttached: true) == nil)
    }
}

@Suite("Single answers to a question")
struct SingleAnswerTests {
    @Test("The first answer counts, before or after the wait begins")
    func first() async {
        let before = SingleAnswer<Int>()
        before.give(1)
        before.give(2)
        #expect(await before.value(whenCancelled: 0) == 1)
        let after = SingleAnswer<Int>()
        let waiting = Task { await after.value(whenCancelled: 0) }
        await Task.yield()
        // From a thread of the caller's own, and twice.
        await Task.detached { for answer in [3, 4] { after.give(answer) } }.value
        #expect(await waiting.value == 3)
    }

    @Test("A wait with a limit gets the answer even if cancelled, and the fallback after the limit")
    func limited() async {
        let never = SingleAnswer<Int>()
        #expect(await never.value(within: .zero, otherwise: 0) == 0)
        let answer = SingleAnswer<Int>()
        let waiting = Task { await answer.value(within: .seconds(60), otherwise: 0) }
        waiting.cancel()
        await Task.yield()
        answer.give(5)
        #expect(await waiting.value == 5)
    }

    @Test("A cancelled task gets its own answer and does not wait forever")
    func cancelled() async {
        let answer = SingleAnswer<Int>()
        let waiting = Task { await answer.value(whenCancelled: 0) }
        waiting.cancel()
        #expect(await waiting.value == 0)
        answer.give(1)
    }
}
