import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

/// Many tabs that hang on one another, and tabs that nobody sees.
@Suite("Conditions in any number")
struct ConditionTests {
    private static func text(_ number: Int, _ label: String, when parent: String? = nil, value: String? = nil)
        -> EnvelopeTab
    {
        var tab = Samples.tab(number, .text, required: false, value: value)
        tab.label = label
        tab.condition = parent.map { TabCondition(parentLabel: $0, parentValue: TabCondition.anyText) }
        return tab
    }

    private static func definition(_ tabs: [EnvelopeTab]) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.recipients.removeLast()
        definition.tabs = tabs
        return definition
    }

    private static func begun(_ tabs: [EnvelopeTab]) throws -> History {
        var history = try Samples.sent(definition(tabs))
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        return history
    }

    /// Levels of tabs of one label each, every one of which hangs on all of the level above: the ways through them
    /// double, or more, with each level.
    private static func ladder(levels: Int, width: Int, value: String?) -> [EnvelopeTab] {
        (0..<levels).flatMap { level in
            (0..<width).map { column in
                text(
                    level * width + column + 1, "level \(level)", when: level == 0 ? nil : "level \(level - 1)",
                    value: column == width - 1 || level > 0 ? value : nil)
            }
        }
    }

    @Test("Shown tabs are found in one pass, however many paths connect them", arguments: [true, false])
    func ladders(isShown: Bool) throws {
        var tabs = Self.ladder(levels: 30, width: 150, value: "yes")
        if !isShown { for index in 0..<150 { tabs[index].value = nil } }
        #expect(Self.definition(tabs).problems(whenSending: true).isEmpty)
        let history = try Samples.sent(Self.definition(tabs))
        let shown = history.envelope.shownTabs(of: "1")
        #expect(shown.count == (isShown ? tabs.count : 150))
        #expect(history.envelope.isShown(tabs[tabs.count - 1]) == isShown)
        #expect(history.envelope.missingTabs(of: "1").isEmpty)
    }

    @Test("Conditions may be chained up to the limit, and no further")
    func depth() {
        let row = (0...EnvelopeLimits.conditionDepth + 1).map {
            Self.text($0 + 1, "row \($0)", when: $0 == 0 ? nil : "row \($0 - 1)")
        }
        #expect(Self.definition(row.dropLast()).problems(whenSending: true).isEmpty)
        #expect(Self.definition(row).problems(whenSending: true) == [.conditionInCircle(row[row.count - 1])])
    }

    @Test("A cycle among thousands of tabs is found with its dependents, and shows nothing")
    func circle() throws {
        let tabs = (1...2000).map { Self.text($0, $0 % 2 == 0 ? "even" : "odd", when: $0 % 2 == 0 ? "odd" : "even") }
        let last = Self.text(2001, "last", when: "odd")
        let problems = Self.definition(tabs + [last]).problems(whenSending: true)
        #expect(problems == (tabs + [last]).map(EnvelopeProblem.conditionInCircle))
        #expect(ConditionOrder(tabs + [last]).indices.isEmpty)
    }

    @Test("A tab may depend on others of its own label, but not only on itself")
    func ownLabel() throws {
        let first = Self.text(1, "twin")
        let second = Self.text(2, "twin", when: "twin")
        var history = try Self.begun([first, second])
        #expect(!history.envelope.isShown(second))
        try history.perform(
            .fill(recipientID: "1", tabID: first.id, value: "here"), by: Samples.signer("1"))
        #expect(history.envelope.isShown(second))
        #expect(Self.definition([second]).problems(whenSending: true) == [.conditionWithoutParent(second)])
        let third = Self.text(3, "twin", when: "twin")
        #expect(
            Self.definition([first, second, third]).problems(whenSending: true)
                == [.conditionInCircle(second), .conditionInCircle(third)])
    }

    @Test("A hidden tab cannot be filled in")
    func hidden() throws {
        let parent = Self.text(1, "parent")
        let child = Self.text(2, "child", when: "parent")
        var history = try Self.begun([parent, child])
        #expect(throws: EnvelopeError.hiddenTab(child)) {
            try history.perform(.fill(recipientID: "1", tabID: child.id, value: "x"), by: Samples.signer("1"))
        }
        try history.perform(.fill(recipientID: "1", tabID: parent.id, value: "x"), by: Samples.signer("1"))
        try history.perform(.fill(recipientID: "1", tabID: child.id, value: "x"), by: Samples.signer("1"))
        #expect(history.envelope.value(of: child) == "x")
    }

    @Test(
        "A hidden tab keeps the sender's value until its recipient has signed")
    func hiddenValue() throws {
        let parent = Self.text(1, "parent")
        let child = Self.text(2, "child", when: "parent", value: "Unit 4")
        var history = try Self.begun([parent, child])
        #expect(!history.envelope.isShown(child))
        #expect(history.envelope.hiddenValue(of: child) == "Unit 4")
        try history.perform(
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
            by: Samples.signer("1"))
        #expect(history.envelope.hiddenValue(of: child) == nil)
    }

    @Test(
        "A group with an exact number of ticks needs a number above 0",
        arguments: [(0, 0, false), (0, 2, false), (1, 2, false), (2, 2, true)])
    func exactly(minimum: Int, maximum: Int, isRight: Bool) {
        let boxes = (1...3).map { number in
            var tab = Samples.tab(number, .checkbox, required: false)
            tab.groupLabels = ["Topics"]
            return tab
        }
        var definition = Self.definition(boxes)
        definition.tabGroups = [
            TabGroup(label: "Topics", recipientID: "1", rule: .selectExactly, minimum: minimum, maximum: maximum)
        ]
        #expect(definition.problems(whenSending: true).isEmpty == isRight)
    }
}
