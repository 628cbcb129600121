import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Sending later, and pauses before routing orders")
struct WorkflowTests {
    private let timer = EnvelopeTimer()
    private let hour = 3_600

    private func time(_ hours: Double) -> Date { Samples.start.addingTimeInterval(hours * 3_600) }

    private func definition(_ workflow: Workflow) -> EnvelopeDefinition {
        var definition = Samples.definition()
        definition.workflow = workflow
        return definition
    }

    /// Does what is due at a time, as the service.
    private func pass(to date: Date, _ history: inout History) throws {
        while case let due = timer.due(history.envelope, at: date), !due.isEmpty {
            for command in due {
                try history.append(
                    decide(command, history.envelope, CommandContext(at: date, actor: .service)))
            }
        }
    }

    private func sign(_ id: RecipientID, _ history: inout History, at date: Date) throws {
        let envelope = history.envelope
        var commands: [Command] = [
            .consent(recipientID: id, disclosure: Samples.disclosure),
            .adopt(recipientID: id, kind: .signature, artwork: Samples.blob("a \(id)"), method: .typed),
        ]
        for tab in envelope.tabs(of: id) where tab.required {
            switch tab.kind {
            case .signHere, .checkbox: commands.append(.fill(recipientID: id, tabID: tab.id, value: "true"))
            case .text: commands.append(.fill(recipientID: id, tabID: tab.id, value: "Hoorn"))
            default: break
            }
        }
        commands.append(
            .sign(recipientID: id, documents: ["1": Samples.blob("by \(id)")], shown: envelope.everyPage))
        for command in commands {
            try history.append(
                decide(command, history.envelope, CommandContext(at: date, actor: Samples.signer(id))))
        }
    }

    @Test("An envelope that is sent later stays a draft until its time, and then goes out by itself")
    func scheduled() throws {
        for wait: Workflow.Wait in [.delay(48 * hour), .until(time(48))] {
            var history = try Samples.sent(definition(Workflow(sending: wait)))
            #expect(history.events.map(\.body).last == .scheduled(at: time(48)))
            #expect(history.envelope.status == .created && history.envelope.state(of: "1")?.status == .created)
            #expect(timer.next(history.envelope) == time(48))
            try pass(to: time(47), &history)
            #expect(history.envelope.status == .created)
            try pass(to: time(48), &history)
            #expect(history.envelope.status == .sent && history.envelope.sentAt == time(48))
            #expect(history.envelope.isTurn(of: "1") && history.envelope.scheduledAt == nil)
            #expect(history.events.last?.actor == .service)
            #expect(try History(file: history.file).envelope == history.envelope)
        }
    }

    @Test("What waits to be sent can be sent now, scheduled anew, or voided")
    func scheduledChanges() throws {
        let workflow = Workflow(sending: .delay(48 * hour))
        var now = try Samples.sent(definition(workflow))
        try now.perform(.send, minute: 1)
        #expect(now.envelope.status == .sent)
        var later = try Samples.sent(definition(workflow))
        try later.perform(.changeWorkflow(Workflow(sending: .delay(72 * hour))), minute: 0)
        #expect(timer.next(later.envelope) == time(72))
        try later.perform(.changeWorkflow(nil))
        #expect(timer.next(later.envelope) == nil && later.envelope.status == .created)
        var voided = try Samples.sent(definition(workflow))
        try voided.perform(.void(reason: "Wrong price."))
        #expect(voided.envelope.status == .voided && timer.next(voided.envelope) == nil)
        let draft = try History(decide(.create(Samples.envelopeID, definition(workflow)), nil, Samples.context()))
        #expect(timer.next(draft.envelope) == nil)
        #expect(throws: EnvelopeError.wrongStatus(.created, .voided)) {
            try decide(.void(reason: "x"), draft.envelope, Samples.context())
        }
    }

    @Test("A pause before an order holds it until the sender resumes; others do as before")
    func paused() throws {
        var history = try Samples.sent(definition(Workflow(steps: [.init(order: 2)])))
        #expect(throws: EnvelopeError.notPaused) { try history.perform(.resume(before: 2)) }
        try sign("1", &history, at: time(1))
        #expect(history.envelope.heldOrder == HeldOrder(order: 2, since: time(1)))
        #expect(!history.envelope.isTurn(of: "2") && history.envelope.state(of: "2")?.status == .created)
        #expect(throws: EnvelopeError.notRecipientsTurn("2")) {
            try history.perform(.view(recipientID: "2"), by: Samples.signer("2"))
        }
        try pass(to: time(24 * 20), &history)
        #expect(history.envelope.heldOrder != nil)
        #expect(throws: EnvelopeError.self) {
            try history.perform(.resume(before: 2), by: Samples.signer("1"))
        }
        try history.perform(.resume(before: 2), minute: 60 * 30)
        #expect(history.envelope.isTurn(of: "2") && history.envelope.state(of: "2")?.sentAt == time(30))
        try sign("2", &history, at: time(31))
        #expect(history.envelope.isReadyToSeal)
    }

    @Test("A delay before an order passes by itself; expiry and voiding go on meanwhile")
    func delayed() throws {
        let workflow = Workflow(steps: [.init(order: 1, wait: .delay(hour)), .init(order: 2, wait: .until(time(10)))])
        var history = try Samples.sent(definition(workflow))
        #expect(!history.envelope.isTurn(of: "1") && timer.next(history.envelope) == time(1))
        try pass(to: time(1), &history)
        #expect(history.envelope.isTurn(of: "1"))
        var voided = history
        try sign("1", &history, at: time(2))
        #expect(timer.next(history.envelope) == time(10))
        var expired = history
        try pass(to: time(9), &history)
        #expect(history.envelope.heldOrder?.order == 2)
        try pass(to: time(10), &history)
        #expect(history.envelope.isTurn(of: "2"))
        try expired.perform(.expire)
        #expect(expired.envelope.status == .voided && expired.envelope.heldOrder == nil)
        try voided.perform(.void(reason: "x"))
        #expect(voided.envelope.status == .voided)
    }

    @Test("A date that has passed when an order is reached holds nobody back for long")
    func passedDate() throws {
        var history = try Samples.sent(definition(Workflow(steps: [.init(order: 2, wait: .until(time(1)))])))
        try sign("1", &history, at: time(5))
        #expect(timer.next(history.envelope) == time(5))
        try pass(to: time(5), &history)
        #expect(history.envelope.isTurn(of: "2"))
    }

    @Test("Taking a pause away lets the order go on, and a pause before a copy holds the end")
    func changed() throws {
        var definition = definition(Workflow(steps: [.init(order: 2), .init(order: 3)]))
        definition.recipients.append(
            Recipient(id: "3", name: "Copy", email: "copy@example.org", routingOrder: 3, kind: .carbonCopy))
        var history = try Samples.sent(definition)
        try sign("1", &history, at: time(1))
        try history.perform(.changeWorkflow(Workflow(steps: [.init(order: 3)])))
        #expect(history.envelope.isTurn(of: "2"))
        try sign("2", &history, at: time(2))
        #expect(history.envelope.status.isInProcess && history.envelope.heldOrder?.order == 3)
        try history.perform(.resume(before: 3), minute: 180)
        #expect(history.envelope.isReadyToSeal && history.envelope.state(of: "3")?.status == .completed)
    }

    @Test("Times that cannot be waited for, and pauses before nobody, are problems")
    func problems() throws {
        let bad = Workflow(
            sending: .delay(31 * 24 * hour),
            steps: [.init(order: 2), .init(order: 2, wait: .delay(0)), .init(order: 9)])
        #expect(
            definition(bad).problems(whenSending: true) == [
                .duplicateStep(2), .stepWithoutRecipient(9), .delayOutOfRange(31 * 24 * hour), .delayOutOfRange(0),
            ])
        for date in [time(0), time(-1), time(24 * 30 + 1)] {
            #expect(throws: EnvelopeError.invalid([.dateOutOfRange(date)])) {
                try Samples.sent(definition(Workflow(sending: .until(date))))
            }
        }
        let sent = try Samples.sent()
        #expect(throws: EnvelopeError.invalid([.stepWithoutRecipient(7)])) {
            try decide(
                .changeWorkflow(Workflow(steps: [.init(order: 7)])), sent.envelope, Samples.context())
        }
        #expect(throws: EnvelopeError.self) {
            try decide(.changeWorkflow(nil), sent.envelope, Samples.context(Samples.signer("1")))
        }
    }

    @Test("An envelope without a workflow is written as before")
    func form() throws {
        let text = String(decoding: try CanonicalJSON.bytes(of: Samples.definition()), as: UTF8.self)
        #expect(!text.contains("workflow"))
    }
}
