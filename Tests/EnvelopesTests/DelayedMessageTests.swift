import Foundation
import Testing

@testable import Envelopes

@Suite("First messages that wait, and reminders on certain days")
struct DelayedMessageTests {
    private static let timer = EnvelopeTimer()

    /// Two people who get mail at once; the first one's message waits half an hour.
    private static func sent(_ notification: NotificationSettings? = nil) throws -> History {
        var definition = Samples.definition()
        definition.recipients[0].clientUserID = nil
        definition.recipients[1].routingOrder = 1
        definition.recipients[0].mailDelay = 30
        definition.notification = notification
        return try Samples.sent(definition)
    }

    private static func minute(_ minute: Double) -> Date { Samples.start.addingTimeInterval(minute * 60) }

    @Test("The turn itself invites only the person whose message does not wait")
    func turn() throws {
        let history = try Self.sent()
        let draft = try History(history.events.dropLast()).envelope
        let notices = Notice.all(for: try #require(history.events.last), draft, history.envelope)
        #expect(notices == [Notice(.invitation, to: "2")])
    }

    @Test("The message is due after its minutes, once")
    func due() throws {
        var history = try Self.sent()
        #expect(Self.timer.next(history.envelope) == Self.minute(30))
        #expect(Self.timer.due(history.envelope, at: Self.minute(29)).isEmpty)
        let commands = Self.timer.due(history.envelope, at: Self.minute(30))
        #expect(commands == [.notify(recipientIDs: ["1"], message: .invitation)])
        for command in commands { try history.perform(command, by: .service, minute: 30) }
        let event = try #require(history.events.last)
        #expect(Notice.all(for: event, nil, history.envelope).contains(Notice(.invitation, to: "1")))
        #expect(Self.timer.due(history.envelope, at: Self.minute(60)).isEmpty)
    }

    @Test("Nobody who has finished by then gets it")
    func finished() throws {
        var history = try Self.sent()
        try history.perform(.decline(recipientID: "1", reason: "No."), by: Samples.signer("1"), minute: 5)
        #expect(Self.timer.due(history.envelope, at: Self.minute(30)).isEmpty)
    }

    @Test("More than an hour is refused", arguments: [(0, true), (60, true), (61, false), (-1, false)])
    func limit(minutes: Int, isAllowed: Bool) {
        var definition = Samples.definition()
        definition.recipients[1].mailDelay = minutes
        #expect(definition.problems(whenSending: true).isEmpty == isAllowed)
    }

    @Test("Reminders come on their days and on no other")
    func days() throws {
        var history = try Self.sent(NotificationSettings(reminders: .init(days: [3, 6, 10])))
        try history.perform(.notify(recipientIDs: ["1"], message: .invitation), by: .service, minute: 30)
        let day = 24 * 60
        var reminded: [Int] = []
        for number in 1...20 {
            let commands = Self.timer.due(history.envelope, at: Self.minute(Double(number * day)))
            for command in commands { try history.perform(command, by: .service, minute: number * day) }
            if commands == [.notify(recipientIDs: ["1", "2"], message: .reminder)] { reminded.append(number) }
        }
        #expect(reminded == [3, 6, 10])
    }
}
