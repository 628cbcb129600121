import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Passing one's part on")
struct DelegationTests {
    private let cy = Delegation(name: "Cy New", email: "cy@example.org", reason: "I am on leave.")

    private func definition() -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.allowsReassigning = true
        definition.recipients[0].clientUserID = nil
        definition.recipients[0].note = "For your eyes only."
        definition.recipients[0].emailNotification = EmailNotification(subject: "Dear Bo", body: "…", language: "de")
        return definition
    }

    private func ready(_ definition: EnvelopeDefinition? = nil) throws -> History {
        var history = try Samples.sent(definition ?? self.definition())
        let commands: [Command] = [
            .view(recipientID: "1"), .consent(recipientID: "1", disclosure: Samples.disclosure),
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("artwork"), method: .typed),
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Utrecht"),
        ]
        for command in commands { try history.perform(command, by: Samples.signer("1")) }
        return history
    }

    private func refusal(
        _ history: History, _ delegation: Delegation, by id: RecipientID = "1", _ limits: ActLimits? = ActLimits()
    ) -> EnvelopeError? {
        let context = CommandContext(at: Samples.start, actor: Samples.signer(id), limits: limits)
        do throws(EnvelopeError) {
            _ = try decide(.delegate(recipientID: id, delegation: delegation), history.envelope, context)
            return nil
        } catch {
            return error
        }
    }

    @Test("The new person has the place and the tabs, and nothing that the earlier one did or was told")
    func beginsAnew() throws {
        var history = try ready()
        try history.perform(.delegate(recipientID: "1", delegation: cy), by: Samples.signer("1"), minute: 9)
        let envelope = history.envelope
        let recipient = try #require(envelope.recipient("1"))
        #expect(recipient.name == "Cy New" && recipient.email == "cy@example.org")
        #expect(recipient.note == nil && recipient.emailNotification == EmailNotification(language: "de"))
        let state = try #require(envelope.state(of: "1"))
        #expect(state.status == .sent && state.sentAt == Samples.context(minute: 9).at)
        #expect(state.deliveredAt == nil && !state.hasConsented && state.signature == nil && state.values.isEmpty)
        #expect(
            state.earlierHolders == [
                EarlierHolder(
                    name: "Bo Signer", email: "bo@example.org", reason: "I am on leave.",
                    at: Samples.context(minute: 9).at)
            ])
        #expect(envelope.isTurn(of: "1") && envelope.tabs(of: "1").count == 8)
        #expect(envelope.value(of: try #require(envelope.tab(Samples.tabID(3)))) == "Cy New")
        // The earlier person's consent counts for nobody.
        #expect(throws: EnvelopeError.consentMissing("1")) {
            try history.perform(
                .sign(recipientID: "1", documents: ["1": Samples.blob("v")], shown: envelope.everyPage),
                by: Samples.signer("1"))
        }
        #expect(try History(file: history.file).envelope == envelope)
    }

    @Test("What somebody entered before still counts towards the limit of the part")
    func countsStay() throws {
        var history = try ready()
        try history.perform(.delegate(recipientID: "1", delegation: cy), by: Samples.signer("1"))
        #expect(history.envelope.state(of: "1")?.entryCount == 2)
        #expect(history.envelope.state(of: "1")?.adoptionCount == 1)
    }

    @Test("Only where the sender allows it, in turn, and not for those who sign in a product or in person")
    func whoMay() throws {
        var closed = definition()
        closed.allowsReassigning = false
        #expect(refusal(try ready(closed), cy) == .delegationNotAllowed("1"))
        #expect(!(try ready(closed)).envelope.mayDelegate("1"))
        var embedded = definition()
        embedded.recipients[0].clientUserID = "u-1"
        #expect(refusal(try ready(embedded), cy) == .delegationNotAllowed("1"))
        var inPerson = definition()
        inPerson.recipients[0].kind = .inPersonSigner
        inPerson.recipients[0].host = Recipient.Host(name: "Host", email: "host@example.org")
        #expect(refusal(try ready(inPerson), cy) == .delegationNotAllowed("1"))
        #expect(refusal(try ready(), cy, by: "2") == .notRecipientsTurn("2"))
        #expect(refusal(try ready(), cy) == nil)
        #expect(try ready().envelope.mayDelegate("1"))
        let asSender = Samples.context()
        let open = try ready().envelope
        #expect(throws: EnvelopeError.notAllowed(Samples.sender, .delegated)) {
            try decide(.delegate(recipientID: "1", delegation: cy), open, asSender)
        }
    }

    @Test("Whoever has to prove who they are does so first")
    func provenFirst() throws {
        var definition = definition()
        definition.recipients[0].accessCode = AccessCode("42", salt: "s")
        var history = try Samples.sent(definition)
        #expect(refusal(history, cy) == .identificationMissing("1", .accessCode))
        try history.perform(.identify(recipientID: "1", identification: .init(.accessCode)), by: Samples.signer("1"))
        try history.perform(.delegate(recipientID: "1", delegation: cy), by: Samples.signer("1"))
        // The new person needs the code as well.
        #expect(history.envelope.missingIdentifications(of: "1") == [.accessCode])
    }

    @Test("A part goes to nobody twice, whatever the case of the address, and only three times")
    func loops() throws {
        var history = try ready()
        func pass(to email: String) throws {
            try history.perform(
                .delegate(recipientID: "1", delegation: Delegation(name: "N", email: email, reason: "r")),
                by: Samples.signer("1"))
        }
        func problem(_ email: String, _ limits: ActLimits = ActLimits()) -> EnvelopeError? {
            refusal(history, Delegation(name: "N", email: email, reason: "r"), by: "1", limits)
        }
        #expect(problem("BO@example.org") == .alreadyHeld("1", "BO@example.org"))
        try pass(to: "cy@example.org")
        #expect(problem("Bo@Example.org") == .alreadyHeld("1", "Bo@Example.org"))
        #expect(problem("cy@example.org") == .alreadyHeld("1", "cy@example.org"))
        try pass(to: "di@example.org")
        try pass(to: "ed@example.org")
        #expect(problem("fay@example.org") == .tooManyDelegations("1", limit: 3))
        #expect(problem("fay@example.org", ActLimits(delegations: 4)) == nil)
        #expect(!history.envelope.mayDelegate("1"))
    }

    @Test(
        "A name, an address or a reason that cannot be used is refused",
        arguments: [
            ("", "cy@example.org", "r"), ("C\r\nBcc: x", "cy@example.org", "r"),
            (String(repeating: "n", count: 256), "cy@example.org", "r"), ("Cy", "cy", "r"),
            ("Cy", "cy@example.org, di@example.org", "r"), ("Cy", "cy@example.org", " "),
            ("Cy", "cy@example.org", String(repeating: "r", count: 501)),
        ])
    func unusable(name: String, email: String, reason: String) throws {
        #expect(refusal(try ready(), Delegation(name: name, email: email, reason: reason)) != nil)
    }

    @Test("The new person is invited, the sender hears of it, and Connect calls it a reassignment")
    func messages() throws {
        var history = try ready()
        let before = history.envelope
        try history.perform(.delegate(recipientID: "1", delegation: cy), by: Samples.signer("1"))
        let event = try #require(history.events.last)
        #expect(
            Notice.all(for: event, before, history.envelope) == [Notice(.invitation, to: "1"), Notice(.delegated)])
        #expect(
            Notice.all(for: event, before, history.envelope, to: SenderNotices(delegated: false))
                == [Notice(.invitation, to: "1")])
        #expect(
            connectEvents(of: event, before: before, after: history.envelope)
                == [ConnectEvent(.recipientReassign, "1")])
        #expect(ConnectEventName.recipientReassign.isSent)
    }

    @Test("A device may not record it, and an envelope without the wish is written as before")
    func form() throws {
        #expect(Command(answeredBy: .delegated(recipientID: "1", delegation: cy), of: Samples.envelopeID) == nil)
        let text = String(decoding: try CanonicalJSON.bytes(of: Samples.definition()), as: UTF8.self)
        #expect(!text.contains("allowReassign"))
        let wish = String(decoding: try CanonicalJSON.bytes(of: definition()), as: UTF8.self)
        #expect(wish.contains("\"allowReassign\":true"))
    }
}
