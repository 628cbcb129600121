import Foundation
import Testing

@testable import Envelopes

@Suite struct TakenHistoryTests {
    private let key = Data(repeating: 4, count: 65).base64EncodedString()

    @Test func `the service notes whose newest events it took, as its own act`() throws {
        var history = try Samples.ready()
        let last = history.envelope.lastSequence
        let status = history.envelope.status
        try history.perform(.takeHistory(device: key, first: 1, last: last), by: Samples.signer("1"))
        let note = try #require(history.events.last)
        #expect(note.body == .historyTaken(device: key, first: 1, last: last))
        #expect(note.actor == .service && note.body.recipientID == nil && note.body.blobs.isEmpty)
        #expect(history.envelope.status == status && history.envelope.lastSequence == last + 1)
        #expect(try History(file: history.file) == history)
    }

    @Test func `the user who handed them over is named; in what is older than that, nobody is`() throws {
        let ada = Sender(userID: "u-1", name: "Ada", email: "ada@example.org")
        let taken = EventBody.historyTaken(device: key, first: 1, last: 7, handedOverBy: ada)
        #expect(try JSONDecoder().decode(EventBody.self, from: JSONEncoder().encode(taken)) == taken)
        let old = #"{"type":"historyTaken","device":"\#(key)","first":1,"last":7}"#
        let read = try JSONDecoder().decode(EventBody.self, from: Data(old.utf8))
        #expect(read == .historyTaken(device: key, first: 1, last: 7))
        #expect(!String(decoding: try JSONEncoder().encode(read), as: UTF8.self).contains("handedOverBy"))
    }

    @Test(arguments: [(1, 3), (0, 7), (8, 7), (3, 8)])
    func `a range that does not end with the newest event is refused`(first: Int, last: Int) throws {
        let history = try Samples.ready()
        #expect(history.envelope.lastSequence == 7)
        #expect(throws: EnvelopeError.notTheNewestEvents(first: first, last: last)) {
            try decide(.takeHistory(device: key, first: first, last: last), history.envelope, Samples.context())
        }
        let event = try Event(
            sequence: 8, envelopeID: history.envelope.id, at: Samples.start, actor: .service, commandKey: nil,
            body: .historyTaken(device: key, first: first, last: last), previousHash: history.envelope.lastHash)
        #expect(throws: HistoryError.self) { try apply(event, to: history.envelope) }
    }

    @Test func `it is noted of envelopes that have ended, but for completed ones`() throws {
        var declined = try Samples.ready()
        try declined.perform(.decline(recipientID: "1", reason: "No."), by: Samples.signer("1"))
        let last = declined.envelope.lastSequence
        #expect(try declined.perform(.takeHistory(device: key, first: 1, last: last)) == 1)
        #expect(declined.envelope.status == .declined)
        let completed = try Samples.completed().envelope
        #expect(throws: EnvelopeError.wrongStatus(.completed, .historyTaken)) {
            try decide(
                .takeHistory(device: key, first: 1, last: completed.lastSequence), completed, Samples.context())
        }
    }
}
