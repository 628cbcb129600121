import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("What a sender decides besides documents, people and tabs")
struct EnvelopeOptionsTests {
    private static func definition(_ options: EnvelopeOptions) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.options = options
        return definition
    }

    @Test("Usual options leave a definition's canonical form as it was")
    func usual() throws {
        let plain = try CanonicalJSON.bytes(of: Samples.definition())
        #expect(try CanonicalJSON.bytes(of: Self.definition(.usual)) == plain)
        #expect(!String(decoding: plain, as: UTF8.self).contains("options"))
    }

    @Test("Every option survives its canonical form")
    func canonical() throws {
        let options = EnvelopeOptions(
            title: "Lease", labels: ["a", "b"], isTest: true, isEmbedded: true, allowsDeclining: false,
            announcesCompletion: false, signedAddress: "https://example.org/done",
            declinedAddress: "https://example.org/no", applicationID: "app",
            templateIDs: ["t"], maker: Samples.ada)
        let bytes = try CanonicalJSON.bytes(of: Self.definition(options))
        #expect(try CanonicalJSON.value(EnvelopeDefinition.self, from: bytes).options == options)
    }

    @Test(
        "An address after signing has to be one that a browser may open",
        arguments: [
            ("https://example.org/done", true), ("com.example.app://done", true), ("javascript:alert(1)", false),
            ("/done", false), ("file:///etc/passwd", false),
        ])
    func addresses(address: String, isAllowed: Bool) {
        let problems = Self.definition(EnvelopeOptions(signedAddress: address)).problems(whenSending: true)
        #expect(problems.isEmpty == isAllowed)
        #expect(isAllowed || problems == [.notAnAddress(.signedAddress)])
    }

    @Test("Nobody declines an envelope whose sender does not allow it")
    func declining() throws {
        let command = Command.decline(recipientID: "1", reason: "No.")
        var refused = try Samples.sent(Self.definition(EnvelopeOptions(allowsDeclining: false)))
        #expect(throws: EnvelopeError.decliningNotAllowed) {
            try refused.perform(command, by: Samples.signer("1"))
        }
        var allowed = try Samples.sent()
        try allowed.perform(command, by: Samples.signer("1"))
        #expect(allowed.envelope.status == .declined)
    }

    @Test("Completion is announced only if the sender wants it")
    func completion() throws {
        let history = try Samples.completed()
        let before = try History(history.events.dropLast()).envelope
        let event = try #require(history.events.last)
        #expect(Notice.all(for: event, before, history.envelope).contains { $0.message == .completed })
        var quiet = history.envelope
        quiet.definition.options.announcesCompletion = false
        #expect(!Notice.all(for: event, before, quiet).contains { $0.message == .completed })
    }

    @Test("Without announcements, nobody gets a copy by mail either")
    func copies() throws {
        var definition = Samples.definition()
        definition.recipients = [
            definition.recipients[1], Recipient(id: "3", name: "Cc", email: "cc@example.org", kind: .carbonCopy),
        ]
        definition.recipients[0].routingOrder = 1
        definition.tabs = definition.tabs.filter { $0.recipientID == "2" }
        for (announces, count) in [(true, 2), (false, 1)] {
            definition.options.announcesCompletion = announces
            let history = try Samples.sent(definition)
            let draft = try History(history.events.dropLast()).envelope
            let notices = Notice.all(for: try #require(history.events.last), draft, history.envelope)
            #expect(notices.count == count)
        }
    }

    @Test("Only a draft that its sender gave up can be voided before it was sent")
    func discarding() throws {
        var history = try History(
            decide(.create(Samples.envelopeID, Samples.definition()), nil, Samples.context()))
        #expect(throws: EnvelopeError.self) { try history.perform(.void(reason: "No.")) }
        var options = EnvelopeOptions.usual
        options.isDiscarded = true
        try history.perform(.correct(Correction(options: options)))
        try history.perform(.void(reason: "No."))
        #expect(history.envelope.status == .voided && history.envelope.sentAt == nil)
    }

    @Test("A correction changes options, the shown sender and reassigning of a draft, and the user stays")
    func correction() throws {
        var history = try History(
            decide(.create(Samples.envelopeID, Samples.definition()), nil, Samples.context()))
        let options = EnvelopeOptions(title: "Lease", labels: ["x"])
        let shown = Sender(userID: "somebody else", name: "Fjord Homes", email: "homes@example.org")
        let correction = Correction(options: options, sender: shown, allowsReassigning: true)
        try history.perform(.correct(correction))
        let definition = history.envelope.definition
        #expect(definition.options == options)
        #expect(definition.sender == Sender(userID: "u-1", name: "Fjord Homes", email: "homes@example.org"))
        #expect(definition.allowsReassigning)
        let bytes = try CanonicalJSON.bytes(of: correction)
        #expect(try CanonicalJSON.value(Correction.self, from: bytes) == correction)
    }

    @Test("A group of checkboxes that may stay empty is met by no tick and by enough ticks")
    func optionalGroup() {
        var group = TabGroup(label: "g", recipientID: "1", rule: .selectAtLeast, minimum: 2, maximum: 0)
        #expect(!group.isMet(by: 0))
        group.isOptional = true
        #expect([0, 1, 2, 3].map(group.isMet) == [true, false, true, true])
    }
}
