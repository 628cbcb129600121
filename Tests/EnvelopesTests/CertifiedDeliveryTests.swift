import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Certified deliveries")
struct CertifiedDeliveryTests {
    private func definition(order: Int = 1) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.recipients.append(
            Recipient(
                id: "3", name: "Di Receiver", email: "di@example.org", routingOrder: order, kind: .certifiedDelivery))
        return definition
    }

    @Test("Recipients of a certified delivery are completed by being shown the documents, not by opening them")
    func receiving() throws {
        var history = try Samples.sent(definition())
        let before = history.envelope
        #expect(before.state(of: "3")?.status == .sent)
        try history.perform(.view(recipientID: "3"), by: Samples.signer("3"), minute: 1)
        let opened = history.envelope
        #expect(opened.state(of: "3")?.status == .delivered)
        #expect(opened.state(of: "3")?.deliveredAt == Samples.context(minute: 1).at)
        #expect(
            connectEvents(of: try #require(history.events.last), before: before, after: opened)
                == [ConnectEvent(.recipientDelivered, "3")])
        let unseen = Command.receive(recipientID: "3", shown: [:])
        #expect(throws: EnvelopeError.pagesNotShown(opened.pagesToShow(to: "3"))) {
            try decide(unseen, opened, Samples.context(Samples.signer("3")))
        }
        let receive = Command.receive(recipientID: "3", shown: opened.everyPage)
        try history.perform(receive, by: Samples.signer("3"), minute: 2)
        #expect(history.envelope.state(of: "3")?.status == .completed)
        #expect(
            connectEvents(of: try #require(history.events.last), before: opened, after: history.envelope)
                == [ConnectEvent(.recipientCompleted, "3")])
        #expect(try decide(receive, history.envelope, Samples.context(Samples.signer("3"))).isEmpty)
    }

    @Test("A signer cannot complete their part by receiving the documents")
    func signers() throws {
        let envelope = try Samples.sent(definition()).envelope
        let actor = Samples.signer("1")
        #expect(throws: EnvelopeError.notAllowed(actor, .received)) {
            try decide(
                .receive(recipientID: "1", shown: envelope.everyPage), envelope, Samples.context(actor))
        }
    }

    @Test("Recipients of a certified delivery cannot agree, decline, leave for later or pass it on", arguments: 0..<4)
    func nothingElse(number: Int) throws {
        var definition = definition()
        definition.allowsReassigning = true
        let envelope = try Samples.sent(definition).envelope
        let commands: [Command] = [
            .consent(recipientID: "3", disclosure: Samples.disclosure), .decline(recipientID: "3", reason: "no"),
            .finishLater(recipientID: "3"),
            .delegate(recipientID: "3", delegation: Delegation(name: "E", email: "e@example.org", reason: "r")),
        ]
        let expected: EnvelopeError = number == 3 ? .delegationNotAllowed("3") : .doesNotSign("3")
        #expect(throws: expected) {
            try decide(commands[number], envelope, Samples.context(Samples.signer("3")))
        }
    }

    @Test("Others wait for them, and whoever has to prove who they are does so before it counts as received")
    func waiting() throws {
        var definition = definition()
        definition.recipients[0].routingOrder = 2
        definition.recipients[2].accessCode = AccessCode("42", salt: "s")
        var history = try Samples.sent(definition)
        #expect(!history.envelope.isTurn(of: "1"))
        #expect(throws: EnvelopeError.identificationMissing("3", .accessCode)) {
            try history.perform(.view(recipientID: "3"), by: Samples.signer("3"))
        }
        try history.perform(.identify(recipientID: "3", identification: .init(.accessCode)), by: Samples.signer("3"))
        let receive = Command.receive(recipientID: "3", shown: history.envelope.everyPage)
        try history.perform(receive, by: Samples.signer("3"))
        #expect(history.events.suffix(2).map(\.body.kind) == [.viewed, .received])
        #expect(history.envelope.isTurn(of: "1"))
    }

    @Test("If they are the last, the envelope is ready to be sealed, which is due at once")
    func last() throws {
        var definition = definition(order: 3)
        definition.recipients.remove(at: 1)
        definition.tabs.removeAll { $0.recipientID == "2" }
        var history = try Samples.sent(definition)
        for command: Command in [
            .consent(recipientID: "1", disclosure: Samples.disclosure),
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("a"), method: .typed),
            .fill(recipientID: "1", tabID: Samples.tabID(1), value: "true"),
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Hoorn"),
            .fill(recipientID: "1", tabID: Samples.tabID(5), value: "true"),
        ] {
            try history.perform(command, by: Samples.signer("1"))
        }
        #expect(!history.envelope.isLastToSign("1"))
        try history.perform(
            .sign(recipientID: "1", documents: ["1": Samples.blob("v")], shown: history.envelope.everyPage),
            by: Samples.signer("1"))
        #expect(history.envelope.status.isInProcess && history.envelope.isTurn(of: "3"))
        try history.perform(
            .receive(recipientID: "3", shown: history.envelope.everyPage), by: Samples.signer("3"), minute: 9)
        #expect(history.envelope.isReadyToSeal)
        #expect(EnvelopeTimer().next(history.envelope) == Samples.context(minute: 9).at)
        try history.perform(Samples.seal)
        #expect(EnvelopeTimer().next(history.envelope) == nil)
    }

    @Test("A tab for one is a problem, and so is an envelope with nobody else")
    func problems() {
        var definition = definition()
        let tab = Samples.tab(40, .signHere, for: "3")
        definition.tabs.append(tab)
        #expect(definition.problems(whenSending: true) == [.tabForDelivery(tab)])
        definition.recipients.removeFirst(2)
        definition.tabs = []
        #expect(definition.problems(whenSending: true) == [.noSigner])
    }
}
