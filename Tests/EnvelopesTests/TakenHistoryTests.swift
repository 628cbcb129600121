import Foundation
import Testing

@testable import Envelopes

@Suite("Histories taken from devices")
struct TakenHistoryTests {
    private let ada = Sender(userID: "u-1", name: "Ada", email: "ada@example.org")
    private let key = Data(repeating: 4, count: 65).base64EncodedString()

    @Test("The service notes that it took a device's newest events, as its own act")
    func note() throws {
        var history = try Samples.ready()
        let last = history.envelope.lastSequence
        let status = history.envelope.status
        try history.perform(.takeHistory(device: key, first: 1, last: last, uploadedBy: ada), by: Samples.signer("1"))
        let note = try #require(history.events.last)
        #expect(note.body == .historyTaken(device: key, first: 1, last: last, uploadedBy: ada))
        #expect(note.actor == .service && note.body.recipientID == nil && note.body.blobs.isEmpty)
        #expect(history.envelope.status == status && history.envelope.lastSequence == last + 1)
        #expect(try History(file: history.file) == history)
    }

    @Test("The note names the user who uploaded the events and the tabs that the device drew in its own fonts")
    func uploader() throws {
        let taken = EventBody.historyTaken(device: key, first: 1, last: 7, uploadedBy: ada)
        let text = String(decoding: try JSONEncoder().encode(taken), as: UTF8.self)
        #expect(text.contains("uploadedBy") && !text.contains("otherFonts"))
        #expect(try JSONDecoder().decode(EventBody.self, from: Data(text.utf8)) == taken)
        let ready = try Samples.ready().envelope
        let tab = try #require(ready.tabs.first).id
        let drawn = EventBody.historyTaken(device: key, first: 1, last: 7, uploadedBy: ada, otherFonts: [tab])
        #expect(try JSONDecoder().decode(EventBody.self, from: JSONEncoder().encode(drawn)) == drawn)
    }

    @Test("A tab that the envelope does not have was drawn by no device")
    func unknownTab() throws {
        let ready = try Samples.ready().envelope
        let known = try #require(ready.tabs.first).id
        let unknown = try #require(TabID(rawValue: "99999999-9999-4999-8999-999999999999"))
        func note(_ tabs: [TabID]) throws -> [EventBody] {
            try decide(
                .takeHistory(
                    device: key, first: 1, last: ready.lastSequence, uploadedBy: ada, otherFonts: tabs),
                ready, Samples.context()
            ).map(\.body)
        }
        #expect(
            try note([known]) == [
                .historyTaken(
                    device: key, first: 1, last: ready.lastSequence, uploadedBy: ada, otherFonts: [known])
            ])
        #expect(throws: EnvelopeError.unknownTab(unknown)) { try note([known, unknown]) }
    }

    @Test("A range that does not end with the newest event is refused", arguments: [(1, 3), (0, 8), (9, 8), (3, 9)])
    func wrongRange(first: Int, last: Int) throws {
        let history = try Samples.ready()
        #expect(history.envelope.lastSequence == 8)
        #expect(throws: EnvelopeError.notTheNewestEvents(first: first, last: last)) {
            try decide(
                .takeHistory(device: key, first: first, last: last, uploadedBy: ada), history.envelope,
                Samples.context())
        }
        let event = try Event(
            sequence: 9, envelopeID: history.envelope.id, at: Samples.start, actor: .service, commandKey: nil,
            body: .historyTaken(device: key, first: first, last: last, uploadedBy: ada),
            previousHash: history.envelope.lastHash)
        #expect(throws: HistoryError.self) { try apply(event, to: history.envelope) }
    }

    @Test("A device's events are also noted for a declined envelope, but not for a completed one")
    func endedEnvelopes() throws {
        var declined = try Samples.ready()
        try declined.perform(.decline(recipientID: "1", reason: "No."), by: Samples.signer("1"))
        let last = declined.envelope.lastSequence
        #expect(try declined.perform(.takeHistory(device: key, first: 1, last: last, uploadedBy: ada)) == 1)
        #expect(declined.envelope.status == .declined)
        let completed = try Samples.completed().envelope
        #expect(throws: EnvelopeError.wrongStatus(.completed, .historyTaken)) {
            try decide(
                .takeHistory(device: key, first: 1, last: completed.lastSequence, uploadedBy: ada), completed,
                Samples.context())
        }
    }
}
