import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

/// Radio buttons, lists, conditions and groups of checkboxes.
@Suite("Radio buttons, lists, conditions and groups")
struct ChoiceTests {
    private static func radio(_ number: Int, _ value: String, group: String = "Colour", required: Bool = true)
        -> EnvelopeTab
    {
        var tab = Samples.tab(number, .radio, required: required)
        tab.choice = RadioChoice(group: group, value: value)
        return tab
    }

    private static func list(_ number: Int, _ values: [String], required: Bool = true) -> EnvelopeTab {
        var tab = Samples.tab(number, .list, required: required)
        tab.options = values.map { ListOption(text: "\($0)!", value: $0) }
        return tab
    }

    private static func tab(_ number: Int, _ kind: TabKind, when label: String, is value: String) -> EnvelopeTab {
        var tab = Samples.tab(number, kind)
        tab.condition = TabCondition(parentLabel: label, parentValue: value)
        return tab
    }

    private static func box(_ number: Int, in group: String) -> EnvelopeTab {
        var tab = Samples.tab(number, .checkbox, required: false)
        tab.groupLabels = [group]
        return tab
    }

    private static func definition(_ tabs: [EnvelopeTab], groups: [TabGroup] = []) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.recipients.removeLast()
        definition.tabs = tabs
        definition.tabGroups = groups
        return definition
    }

    private static func begun(_ tabs: [EnvelopeTab], groups: [TabGroup] = []) throws -> History {
        var history = try Samples.sent(definition(tabs, groups: groups))
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        return history
    }

    private static func fill(_ number: Int, _ value: String, _ history: inout History) throws {
        try history.perform(
            .fill(recipientID: "1", tabID: Samples.tabID(number), value: value), by: Samples.signer("1"))
    }

    private static func sign(_ history: inout History) throws {
        try history.perform(
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
            by: Samples.signer("1"))
    }

    // MARK: Radio buttons

    @Test("Choosing a radio button gives up the other buttons of its group only")
    func oneButton() throws {
        var history = try Self.begun([
            Self.radio(1, "red"), Self.radio(2, "blue"), Self.radio(3, "large", group: "Size"),
        ])
        try Self.fill(3, "true", &history)
        try Self.fill(1, "true", &history)
        try Self.fill(2, "true", &history)
        let envelope = history.envelope
        #expect(envelope.tabs.map { envelope.value(of: $0) } == ["false", "true", "true"])
        #expect(envelope.chosen(with: envelope.tabs[0])?.choice?.value == "blue")
        #expect(throws: EnvelopeError.onlyChosen(envelope.tabs[1])) { try Self.fill(2, "false", &history) }
    }

    @Test("A locked choice locks its whole group")
    func lockedChoice() throws {
        var red = Self.radio(1, "red")
        (red.value, red.locked) = ("true", true)
        var history = try Self.begun([red, Self.radio(2, "blue"), Self.radio(3, "large", group: "Size")])
        let blue = history.envelope.tabs[1]
        #expect(throws: EnvelopeError.lockedTab(blue)) { try Self.fill(2, "true", &history) }
        #expect(history.envelope.tabs.map(history.envelope.isLocked) == [true, true, false])
        try Self.fill(3, "true", &history)
        #expect(history.envelope.value(of: history.envelope.tabs[0]) == "true")
    }

    @Test("A required radio group counts as one missing tab until a button is chosen")
    func requiredGroup() throws {
        var history = try Self.begun([Self.radio(1, "red"), Self.radio(2, "blue")])
        #expect(history.envelope.missingTabs(of: "1").map(\.id) == [Samples.tabID(1)])
        #expect(throws: EnvelopeError.self) { try Self.sign(&history) }
        try Self.fill(2, "true", &history)
        #expect(history.envelope.missingTabs(of: "1") == [])
        try Self.sign(&history)
    }

    // MARK: Lists

    @Test("A list accepts one of its options or nothing")
    func listOptions() throws {
        var history = try Self.begun([Self.list(1, ["nl", "de"])])
        let tab = history.envelope.tabs[0]
        #expect(throws: EnvelopeError.notAnOption(tab, "fr")) { try Self.fill(1, "fr", &history) }
        #expect(history.envelope.missingTabs(of: "1") == [tab])
        try Self.fill(1, "de", &history)
        #expect(history.envelope.missingTabs(of: "1") == [])
        try Self.fill(1, "", &history)
        #expect(history.envelope.missingTabs(of: "1") == [tab])
    }

    // MARK: Conditions

    @Test(
        "A conditional tab is shown and required only while its parent has the value",
        arguments: [
            (Samples.tab(1, .checkbox, required: false), "checkbox 1", "on", "true"),
            (Samples.tab(1, .text, required: false), "text 1", "Utrecht", "Utrecht"),
            (Samples.tab(1, .text, required: false), "text 1", TabCondition.anyText, "anything"),
            (list(1, ["nl", "de"], required: false), "list 1", "de", "de"),
            (radio(1, "red", required: false), "Colour", "red", "true"),
        ])
    func condition(
        parent: EnvelopeTab, label: String, expected: String, value: String
    ) throws {
        var history = try Self.begun([parent, Self.tab(2, .text, when: label, is: expected)])
        let child = history.envelope.tabs[1]
        #expect(!history.envelope.isShown(child))
        #expect(history.envelope.missingTabs(of: "1") == [])
        try Self.fill(1, value, &history)
        #expect(history.envelope.isShown(child))
        #expect(history.envelope.missingTabs(of: "1") == [child])
    }

    @Test("A tab conditional on a signature is shown once the signature is placed")
    func signatureCondition() throws {
        let parent = Samples.tab(1, .signHere, required: false)
        var history = try Self.begun([parent, Self.tab(2, .text, when: "signHere 1", is: "on")])
        #expect(!history.envelope.isShown(history.envelope.tabs[1]))
        try history.perform(
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("a"), method: .typed),
            by: Samples.signer("1"))
        #expect(!history.envelope.isShown(history.envelope.tabs[1]))
        try Self.fill(1, "true", &history)
        #expect(history.envelope.isShown(history.envelope.tabs[1]))
    }

    @Test("A tab whose parent is hidden is hidden too")
    func hiddenParent() throws {
        var history = try Self.begun([
            Samples.tab(1, .checkbox, required: false), Self.tab(2, .checkbox, when: "checkbox 1", is: "on"),
            Self.tab(3, .text, when: "checkbox 2", is: "on"),
        ])
        try Self.fill(1, "true", &history)
        try Self.fill(2, "true", &history)
        #expect(history.envelope.isShown(history.envelope.tabs[2]))
        try Self.fill(1, "false", &history)
        #expect(!history.envelope.isShown(history.envelope.tabs[2]))
    }

    // MARK: Groups

    @Test(
        "A signer can sign only with as many ticked boxes as the group allows",
        arguments: [
            (TabGroup.Rule.selectAtLeast, [2, 3]), (.selectAtMost, [0, 1, 2]), (.selectExactly, [2]),
            (.selectARange, [2]),
        ])
    func tickedBoxes(rule: TabGroup.Rule, allowed: [Int]) throws {
        let group = TabGroup(label: "Topics", recipientID: "1", rule: rule, minimum: 2, maximum: 2)
        for ticked in 0...3 {
            var history = try Self.begun((1...3).map { Self.box($0, in: "Topics") }, groups: [group])
            for number in 0..<ticked { try Self.fill(number + 1, "true", &history) }
            #expect(history.envelope.unmetGroups(of: "1").isEmpty == allowed.contains(ticked))
            if allowed.contains(ticked) {
                try Self.sign(&history)
            } else {
                #expect(throws: EnvelopeError.groupsUnmet([group])) { try Self.sign(&history) }
            }
        }
    }

    // MARK: What is wrong with a definition

    @Test("Every faulty choice of a definition is reported at once")
    func faults() {
        let lone = Samples.tab(1, .radio)
        var stray = Samples.tab(2, .text)
        stray.choice = RadioChoice(group: "Colour", value: "red")
        let twin = Self.radio(4, "red")
        var list = Self.list(5, ["nl", "nl"])
        list.value = "fr"
        let empty = Self.list(6, [])
        let orphan = Self.tab(7, .text, when: "nothing", is: "on")
        let never = Self.tab(8, .text, when: "Colour", is: "green")
        let first = Self.tab(9, .checkbox, when: "checkbox 10", is: "on")
        let second = Self.tab(10, .checkbox, when: "checkbox 9", is: "on")
        let grouped = Self.box(11, in: "Lost")
        let group = TabGroup(label: "Empty", recipientID: "1", rule: .selectAtLeast, minimum: 1, maximum: 1)
        let tabs = [lone, stray, Self.radio(3, "red"), twin, list, empty, orphan, never, first, second, grouped]
        #expect(
            Self.definition(tabs, groups: [group]).problems(whenSending: true) == [
                .radioWithoutGroup(lone), .choiceWithoutRadio(stray), .duplicateOption(list, "nl"),
                .valueNotOffered(list, "fr"), .listWithoutOptions(empty), .conditionWithoutParent(orphan),
                .conditionNeverMet(never), .conditionInCircle(first), .conditionInCircle(second),
                .duplicateChoice(twin), .badTabGroup(group, .noTabs),
                .unknownTabGroup(grouped, "Lost"),
            ])
    }

    @Test("The buttons of a radio group are on one document, and another group may be on another")
    func groupOnOneDocument() {
        func problems(_ tabs: [EnvelopeTab]) -> [EnvelopeProblem] {
            var definition = Self.definition(tabs)
            definition.documents.append(Samples.document("2", order: 2))
            return definition.problems(whenSending: true)
        }
        var (elsewhere, otherGroup) = (Self.radio(2, "blue"), Self.radio(3, "large", group: "Size"))
        (elsewhere.documentID, otherGroup.documentID) = ("2", "2")
        #expect(
            problems([Self.radio(1, "red"), elsewhere]) == [.radioGroupOnSeveralDocuments(group: "Colour", "1")])
        #expect(problems([Self.radio(1, "red"), Self.radio(2, "blue"), otherGroup]) == [])
    }

    @Test(
        "A group that its locked boxes cannot meet is refused",
        arguments: [
            (TabGroup.Rule.selectExactly, 1, ["false", "false"], TabGroup.Fault?.some(.tooFewTabs)),
            (.selectAtLeast, 2, ["false", "true"], .tooFewTabs),
            (.selectAtMost, 1, ["true", "true"], .tooManyLockedTicks),
            (.selectExactly, 1, ["true", "true"], .tooManyLockedTicks),
            (.selectAtLeast, 1, ["true", "true"], nil), (.selectAtMost, 2, ["true", "true"], nil),
        ])
    func lockedBoxes(
        rule: TabGroup.Rule, count: Int, values: [String], fault: TabGroup.Fault?
    ) {
        let group = TabGroup(label: "Extras", recipientID: "1", rule: rule, minimum: count, maximum: count)
        let boxes = values.enumerated().map { index, value in
            var box = Self.box(index + 1, in: "Extras")
            (box.value, box.locked) = (value, true)
            return box
        }
        #expect(
            Self.definition(boxes, groups: [group]).problems(whenSending: true)
                == (fault.map { [.badTabGroup(group, $0)] } ?? []))
    }

    @Test("The JSON of a definition without choices has no members for them")
    func absentMembers() throws {
        let json = String(decoding: try CanonicalJSON.bytes(of: Samples.definition()), as: UTF8.self)
        for member in [
            "choice", "options", "condition", "groupLabels", "tabGroups", "kind\":\"signer", "host", "items",
        ] {
            #expect(!json.contains("\"\(member)"))
        }
    }
}

/// Recipients who do not sign, or not on a device of their own.
@Suite("Kinds of recipients")
struct RecipientKindTests {
    private static func definition(_ recipients: [Recipient]) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.recipients = recipients
        definition.tabs = [Samples.tab(1, .text, required: false)]
        return definition
    }

    private static let signer = Recipient(id: "1", name: "Bo", email: "bo@example.org", routingOrder: 2)

    private static func copy(_ id: RecipientID, order: Int) -> Recipient {
        Recipient(id: id, name: "Cy", email: "cy@example.org", routingOrder: order, kind: .carbonCopy)
    }

    @Test("Carbon copies are sent in their turn and hold nobody up")
    func copies() throws {
        var history = try Samples.sent(
            Self.definition([Self.copy("2", order: 1), Self.signer, Self.copy("3", order: 3)]))
        #expect(history.envelope.state(of: "2")?.status == .completed)
        #expect(history.envelope.state(of: "3")?.status == .created)
        #expect(history.envelope.isTurn(of: "1"))
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        try history.perform(
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
            by: Samples.signer("1"), minute: 40)
        #expect(history.envelope.state(of: "3")?.status == .completed)
        #expect(history.envelope.state(of: "3")?.sentAt == Samples.start.addingTimeInterval(40 * 60))
        #expect(history.envelope.isReadyToSeal)
    }

    @Test("A recipient of a carbon copy has no tabs and cannot act")
    func copyActs() throws {
        var definition = Self.definition([Self.copy("1", order: 1)])
        #expect(definition.problems(whenSending: true) == [.noSigner, .tabForCopy(definition.tabs[0])])
        definition.recipients = [Self.copy("2", order: 3), Self.signer]
        var history = try Samples.sent(definition)
        #expect(throws: EnvelopeError.notRecipientsTurn("2")) {
            try history.perform(.view(recipientID: "2"), by: Samples.signer("2"))
        }
        definition.recipients[0].routingOrder = 1
        history = try Samples.sent(definition)
        #expect(try history.perform(.view(recipientID: "2"), by: Samples.signer("2")) == 0)
        #expect(throws: EnvelopeError.alreadyFinished("2")) {
            try history.perform(.consent(recipientID: "2", disclosure: Samples.disclosure), by: Samples.signer("2"))
        }
    }

    @Test("An in-person signer needs a host with a valid address, and no address of their own")
    func host() throws {
        let host = Recipient.Host(name: "Hal Host", email: "hal@example.org")
        var recipient = Recipient(id: "1", name: "Bo", email: "", kind: .inPersonSigner, host: host)
        #expect(Self.definition([recipient]).problems(whenSending: true) == [])
        recipient.host = nil
        #expect(Self.definition([recipient]).problems(whenSending: true) == [.hostMissing("1")])
        recipient.host = Recipient.Host(name: "Hal", email: "hal")
        #expect(Self.definition([recipient]).problems(whenSending: true) == [.hostNotAnEmail("1", "hal")])
        recipient.kind = .signer
        recipient.email = "bo@example.org"
        #expect(Self.definition([recipient]).problems(whenSending: true) == [.hostNotAllowed("1")])
    }

    @Test("An in-person signer's address may be missing but must be valid")
    func addressOfAnInPersonSigner() {
        let host = Recipient.Host(name: "Hal Host", email: "hal@example.org")
        var recipient = Recipient(id: "1", name: "Bo", email: "bo", kind: .inPersonSigner, host: host)
        #expect(Self.definition([recipient]).problems(whenSending: true) == [.notAnEmail("1", "bo")])
        recipient.email = "bo@example.org"
        #expect(Self.definition([recipient]).problems(whenSending: true) == [])
        // Everybody else needs one.
        (recipient.kind, recipient.host, recipient.email) = (.signer, nil, "")
        #expect(Self.definition([recipient]).problems(whenSending: true) == [.notAnEmail("1", "")])
    }
}
