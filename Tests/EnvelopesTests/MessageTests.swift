import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Recipients and times of messages")
struct MessageTests {
    private let day: TimeInterval = 86_400

    /// Two signers in turn who get mail, and a copy for a third person at the end.
    private func definition(_ settings: NotificationSettings? = nil) -> EnvelopeDefinition {
        var definition = Samples.definition()
        for index in definition.recipients.indices {
            definition.recipients[index].clientUserID = nil
            definition.recipients[index].routingOrder = index + 1
        }
        definition.recipients.append(
            Recipient(id: "9", name: "Cy Copy", email: "cy@example.org", routingOrder: 9, kind: .carbonCopy))
        definition.notification = settings
        return definition
    }

    @Test("What was stored before a kind was known has the usual wish for it")
    func earlierWishes() throws {
        let wishes = try JSONDecoder().decode(SenderNotices.self, from: Data(#"{"viewed":true,"declined":false}"#.utf8))
        #expect(wishes == SenderNotices(viewed: true, declined: false))
        #expect(try JSONDecoder().decode(SenderNotices.self, from: JSONEncoder().encode(wishes)) == wishes)
    }

    @Test("Only codes are waited for, and only what is over closes the documents")
    func traits() {
        for kind in MessageKind.allCases where kind.traits.contains(.isAskedFor) {
            #expect(kind.traits.contains(.needsTurn) || kind == .copy, "\(kind)")
        }
        // Of these nobody needs any once it is somebody else's turn.
        #expect(
            MessageKind.allCases.filter { $0.traits.contains(.needsTurn) }
                == [.invitation, .yourTurn, .reminder, .expiryWarning, .corrected])
        #expect(MessageKind.allCases.filter { $0.traits.contains(.closesDocuments) } == [.declined, .voided])
        #expect(MessageKind.allCases.filter { $0.traits.contains(.isAwaited) } == [.oneTimeCode])
    }

    private func notices(_ history: History, _ sender: SenderNotices = SenderNotices()) throws -> [Notice] {
        let last = try #require(history.events.last)
        let before = try History(Array(history.events.dropLast())).envelope
        return Notice.all(for: last, before, history.envelope, to: sender)
    }

    @Test("Recipients are invited when they are called, each in their turn, and a copy goes last")
    func invitations() throws {
        var history = try Samples.sent(definition())
        #expect(try notices(history) == [Notice(.invitation, to: "1")])
        history = try signed(by: "1", history)
        #expect(try notices(history) == [Notice(.yourTurn, to: "2")])
        history = try signed(by: "2", history)
        #expect(try notices(history) == [Notice(.copy, to: "9")])
        try history.perform(Samples.seal, minute: 50)
        #expect(
            try notices(history) == [
                Notice(.completed, to: "1"), Notice(.completed, to: "2"), Notice(.completed, to: "9"),
                Notice(.completed),
            ])
    }

    private func signed(by id: RecipientID, _ history: History) throws -> History {
        var history = history
        let version = Samples.blob("v\(history.envelope.lastSequence)")
        try history.perform(.consent(recipientID: id, disclosure: Samples.disclosure), by: Samples.signer(id))
        try history.perform(
            .adopt(recipientID: id, kind: .signature, artwork: Samples.blob("ink"), method: .typed),
            by: Samples.signer(id))
        for tab in history.envelope.missingTabs(of: id) {
            try history.perform(
                .fill(recipientID: id, tabID: tab.id, value: tab.kind == .text ? "Ghent" : "true"),
                by: Samples.signer(id))
        }
        try history.perform(
            .sign(recipientID: id, documents: ["1": version], shown: history.envelope.everyPage),
            by: Samples.signer(id))
        return history
    }

    @Test("Those who sign inside the sender's program, and those on a host's device, get no mail")
    func silentSigners() throws {
        var definition = definition()
        definition.recipients[0].clientUserID = "u-1"
        definition.recipients[1].kind = .inPersonSigner
        definition.recipients[1].host = .init(name: "Hal Host", email: "hal@example.org")
        definition.recipients[1].routingOrder = 1
        #expect(try notices(try Samples.sent(definition)) == [])
    }

    @Test("A decline and a void are heard of by those who were asked, and by the sender as they wish")
    func declineAndVoid() throws {
        var declined = try Samples.sent(definition())
        try declined.perform(.decline(recipientID: "1", reason: "too dear"), by: Samples.signer("1"))
        #expect(try notices(declined) == [Notice(.declined)])
        #expect(try notices(declined, SenderNotices(declined: false)) == [])
        var voided = try signed(by: "1", try Samples.sent(definition()))
        try voided.perform(.void(reason: "wrong unit"))
        #expect(try notices(voided) == [Notice(.voided, to: "1"), Notice(.voided, to: "2")])
        var expired = try Samples.sent(definition())
        try expired.perform(.expire)
        #expect(try notices(expired) == [Notice(.voided, to: "1"), Notice(.voided)])
        #expect(expired.envelope.voidedReason == "The time to sign has expired.")
    }

    @Test("The sender hears of a first opening if they wish, of a message that came back, and of a lockout")
    func senderNotices() throws {
        var history = try Samples.sent(definition())
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"))
        #expect(try notices(history) == [])
        #expect(try notices(history, SenderNotices(viewed: true)) == [Notice(.viewed)])
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"))
        #expect(try notices(history, SenderNotices(viewed: true)) == [])
        try history.perform(
            .noteUndelivered(
                Undelivered(message: .invitation, recipientID: "1", address: "x@example.org", reason: "No mailbox.")))
        #expect(try notices(history) == [Notice(.undeliverable)])
        var waiting = Undelivered(message: .invitation, recipientID: "1", address: "x@example.org", reason: "Quota.")
        waiting.waitsUntil = Samples.start.addingTimeInterval(3600)
        try history.perform(.noteUndelivered(waiting))
        #expect(try notices(history) == [], "A message that only waits is not lost.")
        for wrong in 1...3 {
            try history.perform(
                .failIdentification(recipientID: "1", method: .accessCode), by: Samples.signer("1"))
            #expect(try notices(history) == (wrong == 3 ? [Notice(.locked)] : []))
        }
    }

    // MARK: - Time

    /// Lets days pass, an hour at a time, and does what is due.
    private func pass(_ days: Int, _ history: inout History, _ timer: EnvelopeTimer = EnvelopeTimer()) throws
        -> [String]
    {
        var log: [String] = []
        let start = try #require(history.envelope.sentAt)
        for hour in 1...(days * 24) {
            let now = start + Double(hour) * 3600
            for command in timer.due(history.envelope, at: now) {
                let context = CommandContext(at: now, actor: .service)
                try history.append(decide(command, history.envelope, context))
                let words =
                    switch command {
                    case .notify(let ids, let message):
                        "\(message.rawValue) \(ids.map(\.rawValue).joined(separator: ","))"
                    case .expire: "expired"
                    default: "\(command)"
                    }
                log.append("\(hour / 24): \(words)")
            }
            if let next = timer.next(history.envelope) { #expect(next > now) }
        }
        return log
    }

    @Test("Three weeks bring reminders, a warning and the end")
    func threeWeeks() throws {
        let settings = NotificationSettings(
            reminders: .init(delay: 3, frequency: 5), expiry: .init(after: 20, warn: 2))
        var history = try Samples.sent(definition(settings))
        #expect(
            try pass(21, &history) == [
                "3: reminder 1", "8: reminder 1", "13: reminder 1", "18: expiryWarning 1",
                "20: expired",
            ])
        #expect(history.envelope.status == .voided)
        #expect(EnvelopeTimer().next(history.envelope) == nil)
    }

    @Test("There is one reminder without a frequency, and none without settings")
    func oneReminder() throws {
        var once = try Samples.sent(definition(.init(reminders: .init(delay: 2, frequency: 0))))
        #expect(try pass(30, &once) == ["2: reminder 1"])
        var none = try Samples.sent(definition())
        #expect(try pass(121, &none) == ["120: expired"])
        var never = try Samples.sent(definition(.init()))
        #expect(try pass(130, &never) == [])
    }

    @Test("After weeks without a service, one reminder is sent and not four")
    func missedReminders() throws {
        let history = try Samples.sent(definition(.init(reminders: .init(delay: 1, frequency: 1))))
        let late = try #require(history.envelope.sentAt) + 4.5 * day
        #expect(EnvelopeTimer().due(history.envelope, at: late) == [.notify(recipientIDs: ["1"], message: .reminder)])
    }

    @Test("The service's own settings hold where an envelope has none")
    func serviceSettings() throws {
        var history = try Samples.sent(definition())
        let timer = EnvelopeTimer(standard: .init(reminders: .init(delay: 7, frequency: 0)))
        #expect(try pass(30, &history, timer) == ["7: reminder 1"])
    }

    @Test(
        "Days that make no sense are rejected by name",
        arguments: [
            (NotificationSettings(reminders: .init(delay: 0, frequency: 1)), "first reminder"),
            (NotificationSettings(reminders: .init(delay: 1000, frequency: 1)), "first reminder"),
            (NotificationSettings(reminders: .init(delay: 1, frequency: -1)), "one reminder to the next"),
            (NotificationSettings(expiry: .init(after: 0, warn: 0)), "until the envelope expires"),
            (NotificationSettings(expiry: .init(after: 5, warn: 6)), "of warning"),
        ])
    func impossibleDays(settings: NotificationSettings, name: String) {
        let problems = definition(settings).problems(whenSending: true)
        #expect(problems.count == 1)
        #expect(problems.first?.description.contains(name) == true)
    }

    // MARK: - Proofs

    @Test("Nobody agrees or signs before they have proved who they are")
    func proofFirst() throws {
        var definition = definition()
        definition.recipients[0].accessCode = AccessCode("blue horse", salt: "s")
        definition.recipients[0].needsMailCode = true
        var history = try Samples.sent(definition)
        let consent = Command.consent(recipientID: "1", disclosure: Samples.disclosure)
        func refusal() -> EnvelopeError? {
            #expect(throws: EnvelopeError.self) { try history.perform(consent, by: Samples.signer("1")) }
        }
        #expect(refusal() == .identificationMissing("1", .accessCode))
        try history.perform(.identify(recipientID: "1", identification: .init(.accessCode)), by: Samples.signer("1"))
        #expect(refusal() == .identificationMissing("1", .mailCode))
        try history.perform(.identify(recipientID: "1", identification: .init(.mailCode)), by: Samples.signer("1"))
        #expect(try history.perform(consent, by: Samples.signer("1")) == 2)
    }

    @Test("Three wrong access codes lock a recipient out until the sender invites them again")
    func lockout() throws {
        var definition = definition()
        definition.recipients[0].accessCode = AccessCode("blue horse", salt: "s")
        var history = try Samples.sent(definition)
        let fail = Command.failIdentification(recipientID: "1", method: .accessCode)
        let pass = Command.identify(recipientID: "1", identification: .init(.accessCode))
        for command in [fail, fail, pass, fail, fail] { try history.perform(command, by: Samples.signer("1")) }
        #expect(history.envelope.state(of: "1")?.isLocked == false)
        try history.perform(fail, by: Samples.signer("1"))
        #expect(history.envelope.state(of: "1")?.isLocked == true)
        for command in [fail, pass] {
            #expect(throws: EnvelopeError.identificationLocked("1")) {
                try history.perform(command, by: Samples.signer("1"))
            }
        }
        try history.perform(.notify(recipientIDs: ["1"], message: .reminder))
        #expect(history.envelope.state(of: "1")?.isLocked == true)
        try history.perform(.notify(recipientIDs: ["1"], message: .invitation))
        #expect(history.envelope.state(of: "1")?.wrongAccessCodes == 0)
        try history.perform(pass, by: Samples.signer("1"))
        #expect(history.envelope.missingIdentifications(of: "1").isEmpty)
    }

    @Test("An access code is known by its text alone, in any composition of its letters")
    func accessCodeForms() throws {
        let code = AccessCode("Zoë 42", salt: "salt")
        #expect(code.matches("Zoe\u{308} 42"))
        for wrong in ["zoë 42", "Zoë 42 ", "", "Zoë"] { #expect(!code.matches(wrong)) }
        #expect(code != AccessCode("Zoë 42", salt: "other"))
        #expect(!String(decoding: try CanonicalJSON.bytes(of: code), as: UTF8.self).contains("Zo"))
    }

    @Test("A message that came back marks the recipient until they open, and an invitation clears the mark")
    func returnedMessage() throws {
        var history = try Samples.sent(definition())
        let back = Command.noteUndelivered(
            Undelivered(message: .invitation, recipientID: "1", address: "x@example.org", reason: "No mailbox."))
        try history.perform(back)
        #expect(history.envelope.state(of: "1")?.status == .autoResponded)
        #expect(history.envelope.state(of: "1")?.undeliveredReason == "No mailbox.")
        try history.perform(.notify(recipientIDs: ["1"], message: .invitation))
        #expect(history.envelope.state(of: "1")?.status == .sent)
        try history.perform(back)
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"))
        #expect(history.envelope.state(of: "1")?.status == .delivered)
        try history.perform(back)
        #expect(history.envelope.state(of: "1")?.status == .delivered)
        #expect(throws: EnvelopeError.notRecipientsTurn("2")) {
            try history.perform(.notify(recipientIDs: ["2"], message: .invitation))
        }
        #expect(throws: EnvelopeError.self) {
            try history.perform(.notify(recipientIDs: ["1"], message: .invitation), by: Samples.signer("1"))
        }
    }

    @Test("Every new event survives its JSON")
    func roundTrip() throws {
        let bodies: [EventBody] = [
            .identified(recipientID: "1", identification: .init(.sender, detail: "Password", at: Samples.context().at)),
            .identificationFailed(recipientID: "1", method: .mailCode),
            .notified(recipientIDs: ["1", "2"], message: .expiryWarning),
            .mailed(Mailing(message: .copy, recipientID: nil, address: "a@b.c", messageID: "1@b.c", server: "mx.b.c")),
            .undelivered(Undelivered(message: .invitation, recipientID: "2", address: "a@b.c", reason: "full")),
            .delegated(recipientID: "1", delegation: Delegation(name: "Cy", email: "a@b.c", reason: "holiday")),
            .scheduled(at: Samples.start), .resumed(before: 2), .workflowChanged(nil),
            .workflowChanged(
                Workflow(
                    sending: .until(Samples.start),
                    steps: [.init(order: 2, wait: .delay(60)), .init(order: 3)])),
        ]
        for body in bodies {
            #expect(try CanonicalJSON.value(EventBody.self, from: CanonicalJSON.bytes(of: body)) == body)
        }
    }
}
