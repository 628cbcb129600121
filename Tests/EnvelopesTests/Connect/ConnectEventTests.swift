import Essentials
import Foundation
import Testing

@testable import Envelopes

@Suite("Events of Connect") struct ConnectEventTests {
    /// Every thing to tell of a history, as `name` or `name/recipient`.
    private func told(_ history: History) throws -> [String] {
        var state: Envelope?
        return try history.events.flatMap { event in
            let after = try apply(event, to: state)
            defer { state = after }
            return connectEvents(of: event, before: state, after: after).map { told in
                told.name.rawValue + (told.recipientID.map { "/\($0)" } ?? "")
            }
        }
    }

    @Test("An envelope signed by two in turn reports each step once, in order")
    func twoInTurn() throws {
        var history = try Samples.sent()
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"), minute: 1)
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"), minute: 2)
        try history.perform(.finishLater(recipientID: "1"), by: Samples.signer("1"), minute: 3)
        #expect(
            try told(history) == [
                "envelope-created", "envelope-sent", "recipient-sent/1", "recipient-delivered/1",
                "recipient-finish-later/1",
            ])
        #expect(
            try told(Samples.completed()) == [
                "envelope-created", "envelope-sent", "recipient-sent/1", "recipient-delivered/1",
                "recipient-completed/1", "recipient-sent/2", "recipient-delivered/2", "envelope-delivered",
                "recipient-completed/2", "envelope-completed",
            ])
    }

    @Test("Two parallel signers are both reported as sent, and the envelope is delivered when both have viewed it")
    func twoAtOnce() throws {
        var definition = Samples.definition()
        definition.recipients[1].routingOrder = 1
        var history = try Samples.sent(definition)
        try history.perform(.view(recipientID: "2"), by: Samples.signer("2"), minute: 1)
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"), minute: 2)
        try history.perform(.decline(recipientID: "2", reason: "no"), by: Samples.signer("2"), minute: 3)
        #expect(
            try told(history) == [
                "envelope-created", "envelope-sent", "recipient-sent/1", "recipient-sent/2", "recipient-delivered/2",
                "recipient-delivered/1", "envelope-delivered", "recipient-declined/2", "envelope-declined",
            ])
    }

    @Test("A recipient of a copy has received it when their turn comes")
    func copies() throws {
        var definition = Samples.definition()
        definition.recipients.append(
            Recipient(id: "3", name: "Copy", email: "copy@example.org", routingOrder: 1, kind: .carbonCopy))
        #expect(
            try told(Samples.sent(definition)) == [
                "envelope-created", "envelope-sent", "recipient-sent/1", "recipient-sent/3", "recipient-completed/3",
            ])
    }

    @Test("A draft is reported as created, and voiding as voided")
    func drafts() throws {
        var history = try History(decide(.create(Samples.envelopeID, Samples.definition()), nil, Samples.context()))
        #expect(try told(history) == ["envelope-created"])
        try history.perform(.send, minute: 1)
        try history.perform(.void(reason: "wrong unit"), minute: 2)
        #expect(try told(history).last == "envelope-voided")
    }

    @Test("A past state is the state that its events made")
    func past() throws {
        let history = try Samples.completed()
        for sequence in history.events.indices.map({ $0 + 1 }) {
            let events = Array(history.events.prefix(sequence))
            #expect(try history.envelope(after: sequence) == History(events).envelope)
        }
        #expect(history.envelope(after: 0) == nil && history.envelope(after: history.events.count + 1) == nil)
    }

    @Test("Notifications are part of the history, and an envelope without any is written as before")
    func written() throws {
        let plain = try CanonicalJSON.bytes(of: Samples.definition())
        #expect(!String(decoding: plain, as: UTF8.self).contains("eventNotifications"))
        var definition = Samples.definition()
        definition.eventNotifications = [
            ConnectNotification(
                url: "https://example.org/hook", events: [.recipientSent, .envelopeCompleted, .recipientSent],
                includes: [.tabs, .documents], isSigned: true)
        ]
        #expect(definition.eventNotifications[0].events == [.envelopeCompleted, .recipientSent])
        let bytes = try CanonicalJSON.bytes(of: definition)
        #expect(try CanonicalJSON.value(EnvelopeDefinition.self, from: bytes) == definition)
        #expect(try Samples.sent(definition).envelope.definition.eventNotifications == definition.eventNotifications)
    }

    @Test("An envelope has at most twenty notifications, with URLs of limited length")
    func limits() {
        func problems(_ urls: [String]) -> [EnvelopeProblem] {
            var definition = Samples.definition()
            definition.eventNotifications = urls.map { ConnectNotification(url: $0, events: [.envelopeSent]) }
            return definition.problems(whenSending: true)
        }
        #expect(problems(Array(repeating: "https://example.org", count: 20)).isEmpty)
        #expect(
            problems(Array(repeating: "https://example.org", count: 21))
                == [.tooMany(.eventNotifications, limit: 20)])
        #expect(problems([""]) == [.empty(.notificationURL)])
        #expect(
            problems(["https://example.org/" + String(repeating: "x", count: 2000)])
                == [.tooLong(.notificationURL, limit: 2000)])
    }
}
