import Countersign
import Testing

@testable import CountersignUI

@Suite("What a sheet shows, one thing after the other")
struct SheetTurnsTests {
    @Test("the next thing is set only after the system has said that the last one is gone")
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

    @Test("what never appeared makes nobody wait")
    func neverAppeared() {
        var turns = SheetTurns<String>()
        #expect(turns.takeAway(turns.show("first")) == "first")
        #expect(!turns.isLeaving)
        _ = turns.show("second")
        #expect(turns.shown?.content == "second")
    }

    @Test("things come in the order in which they were shown; one that was taken away before its turn never comes")
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

    @Test("what appears late, after something else has taken its place, is not taken for that")
    func late() {
        var turns = SheetTurns<String>()
        let first = turns.show("first")
        _ = turns.takeAway(first)
        let second = turns.show("second")
        turns.appeared(first)
        _ = turns.takeAway(second)
        #expect(!turns.isLeaving)
    }

    @Test("a sheet that no view has, or that shows something, is an obstacle; one that slides away is none")
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

@Suite("One answer to one question")
struct SingleAnswerTests {
    @Test("the first answer counts, whether it comes before or after somebody waits")
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

    @Test("whoever waits within a limit gets the answer even in a cancelled task, and the limit's where there is none")
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

    @Test("a task that is cancelled gets its own answer and does not wait for ever")
    func cancelled() async {
        let answer = SingleAnswer<Int>()
        let waiting = Task { await answer.value(whenCancelled: 0) }
        waiting.cancel()
        #expect(await waiting.value == 0)
        answer.give(1)
    }
}
