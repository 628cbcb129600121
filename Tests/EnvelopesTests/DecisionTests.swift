import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Decisions")
struct DecisionTests {
    @Test("Sending calls only the recipients of the first routing order")
    func firstOrder() throws {
        let envelope = try Samples.sent().envelope
        #expect(envelope.status == .sent)
        #expect(envelope.state(of: "1")?.status == .sent)
        #expect(envelope.state(of: "2")?.status == .created)
        #expect(envelope.currentRoutingOrder == 1)
        #expect(envelope.versions == ["1": [Samples.blob("document 1")]])
    }

    @Test("An envelope is completed by the seal, not by the last signature")
    func seal() throws {
        var history = try Samples.signed()
        #expect(history.envelope.status == .signed)
        #expect(history.envelope.isReadyToSeal)
        #expect(history.envelope.completedAt == nil)
        try history.perform(Samples.seal, by: Samples.signer("2"), minute: 14)
        let envelope = history.envelope
        #expect(envelope.status == .completed)
        #expect(envelope.latestVersion(of: "1") == Samples.blob("sealed"))
        #expect(envelope.versions["1"]?.count == 4)
        #expect(envelope.certificate == Samples.blob("certificate"))
        #expect(history.events.last?.actor == .service)
        #expect(envelope.completedAt == Samples.start.addingTimeInterval(14 * 60))
    }

    @Test("An envelope is delivered once every recipient has opened it")
    func delivered() throws {
        var definition = Samples.definition()
        definition.recipients[1].routingOrder = 1
        var history = try Samples.sent(definition)
        try history.perform(.view(recipientID: "2"), by: Samples.signer("2"))
        #expect(history.envelope.status == .sent)
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"), minute: 31)
        #expect(history.envelope.status == .delivered)
        #expect(history.envelope.deliveredAt == Samples.start.addingTimeInterval(31 * 60))
    }

    @Test("The next signer is called once the one before has signed")
    func nextSigner() throws {
        var history = try Samples.ready()
        #expect(throws: EnvelopeError.notRecipientsTurn("2")) {
            try history.perform(.view(recipientID: "2"), by: Samples.signer("2"))
        }
        try history.perform(
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
            by: Samples.signer("1"), minute: 9)
        #expect(history.envelope.state(of: "2")?.status == .sent)
        #expect(history.envelope.state(of: "2")?.sentAt == Samples.start.addingTimeInterval(9 * 60))
        #expect(history.envelope.status == .sent)
    }

    @Test("Nobody adopts, fills in or signs before consenting")
    func consentFirst() throws {
        var history = try Samples.sent()
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"))
        let commands: [Command] = [
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("a"), method: .typed),
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Utrecht"),
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
        ]
        for command in commands {
            #expect(throws: EnvelopeError.consentMissing("1")) {
                try history.perform(command, by: Samples.signer("1"))
            }
        }
    }

    @Test("Consenting also counts as opening the envelope")
    func consentOpens() throws {
        var history = try Samples.sent()
        #expect(
            try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
                == 2)
        #expect(history.envelope.state(of: "1")?.status == .delivered)
    }

    @Test("Every empty required tab is named")
    func emptyTabs() throws {
        var history = try Samples.sent()
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        try history.perform(.fill(recipientID: "1", tabID: Samples.tabID(4), value: "  "), by: Samples.signer("1"))
        let empty = [1, 4, 5].compactMap { history.envelope.tab(Samples.tabID($0)) }
        #expect(throws: EnvelopeError.requiredTabsEmpty(empty)) {
            try history.perform(
                .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
                by: Samples.signer("1"))
        }
    }

    @Test("A tab accepts only values of its kind, from its own recipient")
    func values() throws {
        var history = try Samples.ready()
        let envelope = history.envelope
        func tab(_ number: Int) throws -> EnvelopeTab { try #require(envelope.tab(Samples.tabID(number))) }
        let unknown = Samples.tabID(99)
        let cases: [(TabID, String, EnvelopeError)] = [
            (unknown, "x", .unknownTab(unknown)),
            (Samples.tabID(9), "x", .foreignTab(try tab(9), "1")),
            (Samples.tabID(1), "x", .notTrueOrFalse(try tab(1))),
            (Samples.tabID(2), "x", .notFilledByHand(try tab(2))),
            (Samples.tabID(3), "x", .notFilledByHand(try tab(3))),
            (Samples.tabID(6), "x", .notFilledByHand(try tab(6))),
            (Samples.tabID(8), "x", .lockedTab(try tab(8))),
            (Samples.tabID(5), "yes", .notTrueOrFalse(try tab(5))),
            (Samples.tabID(4), String(repeating: "x", count: 21), .valueTooLong(try tab(4), limit: 20)),
            (Samples.tabID(4), "a\u{0}b", .controlCharacter(try tab(4))),
            (Samples.tabID(4), "a\tb", .controlCharacter(try tab(4))),
        ]
        for (id, value, error) in cases {
            #expect(throws: error) {
                try history.perform(.fill(recipientID: "1", tabID: id, value: value), by: Samples.signer("1"))
            }
        }
        #expect(
            try history.perform(
                .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Utrecht"), by: Samples.signer("1")) == 0)
        #expect(
            try history.perform(.fill(recipientID: "1", tabID: Samples.tabID(4), value: ""), by: Samples.signer("1"))
                == 1)
    }

    @Test("A second signature is refused, and the same one repeated changes nothing")
    func secondFinish() throws {
        var history = try Samples.ready()
        let finish = Command.sign(
            recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage)
        #expect(try history.perform(finish, by: Samples.signer("1"), key: "click") == 1)
        let other = Command.sign(
            recipientID: "1", documents: ["1": Samples.blob("v1 again")], shown: history.envelope.everyPage)
        #expect(try history.perform(other, by: Samples.signer("1"), key: "click") == 0)
        #expect(throws: EnvelopeError.alreadyFinished("1")) {
            try history.perform(other, by: Samples.signer("1"), key: "second click")
        }
        #expect(history.envelope.versions["1"]?.count == 2)
    }

    @Test("Signing and sealing under one key both happen")
    func signAndSeal() throws {
        var definition = Samples.definition()
        definition.recipients.removeLast()
        definition.tabs.removeLast()
        var history = try Samples.sent(definition)
        let context = Samples.context(Samples.signer("1"), key: "finish")
        let (events, envelope) = try decide(
            [
                .consent(recipientID: "1", disclosure: Samples.disclosure),
                .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("a"), method: .typed),
                .fill(recipientID: "1", tabID: Samples.tabID(1), value: "true"),
                .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Utrecht"),
                .fill(recipientID: "1", tabID: Samples.tabID(5), value: "true"),
            ], history.envelope, Samples.context(Samples.signer("1")))
        try history.append(events)
        #expect(envelope == history.envelope)
        let commands: [Command] = [
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
            Samples.seal,
        ]
        let (last, completed) = try decide(commands, envelope, context)
        try history.append(last)
        #expect(last.map(\.body.kind) == [.signed, .sealed])
        #expect(completed.status == .completed)
        #expect(try decide(commands, completed, context).events.isEmpty)
    }

    @Test("A key that one actor used is still free for another")
    func keyOfActor() throws {
        var history = try Samples.ready()
        try history.perform(.finishLater(recipientID: "1"), by: Samples.signer("1"), key: "same")
        #expect(try history.perform(.void(reason: "wrong unit"), by: Samples.sender, key: "same") == 1)
    }

    @Test("A key repeats its own command and is refused for another")
    func keyReuse() throws {
        var history = try Samples.ready()
        let one = Command.fill(recipientID: "1", tabID: Samples.tabID(4), value: "one")
        #expect(try history.perform(one, by: Samples.signer("1"), key: "k") == 1)
        let others: [Command] = [
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "two"),
            .fill(recipientID: "1", tabID: Samples.tabID(5), value: "false"),
            .decline(recipientID: "1", reason: "one"),
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
        ]
        for other in others {
            #expect(throws: EnvelopeError.keyReused) { try history.perform(other, by: Samples.signer("1"), key: "k") }
        }
        #expect(try history.perform(one, by: Samples.signer("1"), key: "k") == 0)
        #expect(try history.perform(others[0], by: Samples.signer("1"), key: "another") == 1)
        #expect(try history.perform(one, by: Samples.signer("1"), key: "k") == 0)
        let read = try JSONDecoder().decode(Envelope.self, from: JSONEncoder().encode(history.envelope))
        #expect(read == history.envelope)
        #expect(try History(history.events).envelope.answeredKeys == history.envelope.answeredKeys)
    }

    @Test("Two Unicode forms of one letter are two values")
    func spellings() throws {
        var history = try Samples.ready()
        func fill(_ value: String) -> Command { .fill(recipientID: "1", tabID: Samples.tabID(4), value: value) }
        #expect(try history.perform(fill("\u{E9}"), by: Samples.signer("1"), key: "k") == 1)
        #expect(throws: EnvelopeError.keyReused) {
            try history.perform(fill("e\u{301}"), by: Samples.signer("1"), key: "k")
        }
    }

    @Test("Commands that are decided together share a key")
    func sharedKey() throws {
        var history = try Samples.ready()
        let context = Samples.context(Samples.signer("1"), key: "both")
        let fills: [Command] = ["a", "b"].map { .fill(recipientID: "1", tabID: Samples.tabID(4), value: $0) }
        let (events, _) = try decide(fills, history.envelope, context)
        #expect(events.count == 2)
        try history.append(events)
        #expect(try decide(fills, history.envelope, context).events.isEmpty)
    }

    @Test("Nobody acts for somebody else")
    func ownActs() throws {
        var history = try Samples.ready()
        #expect(throws: EnvelopeError.notAllowed(Samples.signer("2"), .fieldFilled)) {
            try history.perform(.fill(recipientID: "1", tabID: Samples.tabID(4), value: "x"), by: Samples.signer("2"))
        }
        #expect(throws: EnvelopeError.notAllowed(Samples.sender, .signed)) {
            try history.perform(
                .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage))
        }
        #expect(throws: EnvelopeError.notAllowed(Samples.signer("1"), .voided)) {
            try history.perform(.void(reason: "no"), by: Samples.signer("1"))
        }
        #expect(throws: EnvelopeError.unknownRecipient("7")) {
            try history.perform(.view(recipientID: "7"), by: Samples.signer("7"))
        }
    }

    @Test("Only a sent envelope can be voided, and only with a reason")
    func voiding() throws {
        var draft = try History(decide(.create(Samples.envelopeID, Samples.definition()), nil, Samples.context()))
        #expect(throws: EnvelopeError.wrongStatus(.created, .voided)) {
            try draft.perform(.void(reason: "no"))
        }
        var completed = try Samples.completed()
        #expect(throws: EnvelopeError.wrongStatus(.completed, .voided)) {
            try completed.perform(.void(reason: "no"))
        }
        var sent = try Samples.sent()
        #expect(throws: EnvelopeError.reasonMissing) { try sent.perform(.void(reason: " \n")) }
        #expect(throws: EnvelopeError.reasonTooLong(limit: 200)) {
            try sent.perform(.void(reason: String(repeating: "x", count: 201)))
        }
        try sent.perform(.void(reason: "wrong unit"), minute: 40)
        #expect(sent.envelope.status == .voided)
        #expect(sent.envelope.voidedReason == "wrong unit")
        #expect(throws: EnvelopeError.wrongStatus(.voided, .consented)) {
            try sent.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        }
        #expect(try sent.perform(.view(recipientID: "1"), by: Samples.signer("1")) == 0)
    }

    @Test("One recipient who declines ends the envelope")
    func declining() throws {
        var history = try Samples.sent()
        #expect(throws: EnvelopeError.reasonMissing) {
            try history.perform(.decline(recipientID: "1", reason: ""), by: Samples.signer("1"))
        }
        try history.perform(.decline(recipientID: "1", reason: "too dear"), by: Samples.signer("1"))
        #expect(history.envelope.status == .declined)
        #expect(history.envelope.state(of: "1")?.declinedReason == "too dear")
        #expect(throws: EnvelopeError.alreadyFinished("1")) {
            try history.perform(.finishLater(recipientID: "1"), by: Samples.signer("1"))
        }
    }

    @Test("A signature must add a new version of an existing document")
    func newVersion() throws {
        var history = try Samples.ready()
        let cases: [([DocumentID: BlobHash], EnvelopeError)] = [
            ([:], .nothingSigned("1")), (["5": Samples.blob("v1")], .unknownDocument("5")),
            (["1": Samples.blob("document 1")], .unchangedDocument("1")),
        ]
        for (documents, error) in cases {
            #expect(throws: error) {
                try history.perform(
                    .sign(recipientID: "1", documents: documents, shown: history.envelope.everyPage),
                    by: Samples.signer("1"))
            }
        }
        let text = try #require(history.envelope.tab(Samples.tabID(4)))
        #expect(throws: EnvelopeError.notFilledByService(text)) {
            try history.perform(
                .sign(
                    recipientID: "1", documents: ["1": Samples.blob("v1")], values: [text.id: "x"],
                    shown: history.envelope.everyPage),
                by: Samples.signer("1"))
        }
    }

    @Test(
        "A signature may bring service values only for dates, names and addresses",
        arguments: [
            (1, false), (2, true), (3, true), (4, false), (5, false), (6, true), (7, false), (8, false),
        ])
    func valuesOfTheService(tab number: Int, isTaken: Bool) throws {
        var history = try Samples.ready()
        let tab = try #require(history.envelope.tab(Samples.tabID(number)))
        let command = Command.sign(
            recipientID: "1", documents: ["1": Samples.blob("v1")], values: [tab.id: "x"],
            shown: history.envelope.everyPage)
        if isTaken {
            try history.perform(command, by: Samples.signer("1"))
            #expect(history.envelope.state(of: "1")?.values[tab.id] == "x")
        } else {
            #expect(throws: EnvelopeError.notFilledByService(tab)) {
                try history.perform(command, by: Samples.signer("1"))
            }
        }
    }

    @Test("A seal is refused before everybody has signed, or without every document")
    func earlySeal() throws {
        var early = try Samples.ready()
        #expect(throws: EnvelopeError.wrongStatus(.delivered, .sealed)) {
            var definition = Samples.definition()
            definition.recipients.removeLast()
            definition.tabs.removeLast()
            var single = try Samples.sent(definition)
            try single.perform(.view(recipientID: "1"), by: Samples.signer("1"))
            try single.perform(Samples.seal)
        }
        #expect(throws: EnvelopeError.wrongStatus(.sent, .sealed)) { try early.perform(Samples.seal) }
        var signed = try Samples.signed()
        #expect(throws: EnvelopeError.documentsNotSealed(["1"])) {
            try signed.perform(
                .seal(documents: [:], combined: Samples.blob("c"), certificate: Samples.blob("d")))
        }
    }

    @Test("A draft is sent once")
    func sentOnce() throws {
        var history = try History(decide(.create(Samples.envelopeID, Samples.definition()), nil, Samples.context()))
        try history.perform(.send, key: "send")
        #expect(try history.perform(.send, key: "send") == 0)
        #expect(throws: EnvelopeError.wrongStatus(.sent, .sent)) { try history.perform(.send) }
        #expect(throws: EnvelopeError.noEnvelope) { _ = try decide(.send, nil, Samples.context()) }
        #expect(throws: EnvelopeError.alreadyCreated(Samples.envelopeID)) {
            try history.perform(.create(Samples.envelopeID, Samples.definition()))
        }
    }

    @Test("A completed tab has the value that the signer, the sender or the service gave it")
    func valueSources() throws {
        let envelope = try Samples.completed().envelope
        func value(_ number: Int) throws -> String? {
            envelope.value(of: try #require(envelope.tab(Samples.tabID(number))))
        }
        #expect(try value(1) == nil)
        #expect(try value(2) == "21 November 2026")
        #expect(try value(3) == "Bo Signer")
        #expect(try value(4) == "Utrecht")
        #expect(try value(5) == "true")
        #expect(try value(6) == "bo@example.org")
        #expect(try value(8) == "Unit 4")
    }
}
