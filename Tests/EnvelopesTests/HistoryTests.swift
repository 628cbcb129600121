import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Histories")
struct HistoryTests {
    /// Tests/Vectors/history.json holds the same history; Tests/Vectors/check.py finds the same hash in it.
    static let lastHash = "ce77813a86e4434ee550d8c5a92d3ec8b9ec00cd0181e85aac964aa147d57987"

    @Test("The test vector in the repository has the bytes and the hash of its history")
    func vector() throws {
        let history = try Samples.completed()
        let vector = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/history.json")
        #expect(try history.file == Data(contentsOf: vector))
        #expect(history.envelope.lastHash.rawValue == Self.lastHash)
    }

    @Test("An event has exactly these bytes")
    func bytes() throws {
        let history = try Samples.sent()
        let bytes = try history.events[1].canonicalBytes()
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"actor":{"id":"u-1","ipAddress":"127.0.0.1","kind":"sender","name":"Ada Sender"},"#
                + #""at":"2026-11-21T09:15:00.000Z","body":{"type":"sent"},"commandKey":"create","#
                + #""envelopeId":"0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90","hash":"\#(history.events[1].hash)","#
                + #""previousHash":"\#(history.events[0].hash)","sequence":2}"#)
    }

    @Test("A file that is read back gives the same history")
    func roundTrip() throws {
        for history in [try Samples.sent(), try Samples.completed()] {
            #expect(try History(file: history.file) == history)
        }
    }

    @Test("A changed byte in an event breaks the chain at that event")
    func changedByte() throws {
        let history = try Samples.completed()
        let lines = try history.events.map { try $0.canonicalBytes() }
        var generator = SeededGenerator(seed: 11)
        for (index, line) in lines.enumerated() {
            let offsets = Set((0..<25).map { _ in Int.random(in: 0..<line.count, using: &generator) })
            for offset in offsets {
                var changed = line
                changed[changed.startIndex + offset] ^= UInt8(1 << Int.random(in: 0..<8, using: &generator))
                let file =
                    Data("[\n".utf8)
                    + Data((lines[..<index] + [changed] + lines[(index + 1)...]).joined(separator: Data(",\n".utf8)))
                    + Data("\n]\n".utf8)
                let error = #expect(throws: HistoryError.self) { _ = try History(file: file) }
                #expect(
                    error?.sequence == index + 1, "byte \(offset) of event \(index + 1): \(String(describing: error))")
            }
        }
    }

    @Test("An event that is changed and hashed again breaks the chain at the next one")
    func rehashedEvent() throws {
        let events = try Samples.completed().events
        for index in events.indices.dropLast() {
            let event = events[index]
            var changed = events
            changed[index] = try Event(
                sequence: event.sequence, envelopeID: event.envelopeID, at: event.at.addingTimeInterval(0.001),
                actor: event.actor, commandKey: event.commandKey, body: event.body, previousHash: event.previousHash)
            #expect(throws: HistoryError.wrongPreviousHash(sequence: index + 2)) { _ = try History(changed) }
        }
    }

    @Test("Missing, repeated and foreign events are found")
    func missingEvents() throws {
        let events = try Samples.completed().events
        #expect(throws: HistoryError.empty) { _ = try History([]) }
        #expect(throws: HistoryError.wrongSequence(sequence: 1, found: 2)) {
            _ = try History(Array(events.dropFirst()))
        }
        var gap = events
        gap.remove(at: 3)
        #expect(throws: HistoryError.wrongSequence(sequence: 4, found: 5)) { _ = try History(gap) }
        var twice = events
        twice.insert(events[2], at: 3)
        #expect(throws: HistoryError.wrongSequence(sequence: 4, found: 3)) { _ = try History(twice) }
        let other = EnvelopeID(UUID())
        let foreign = try Event(
            sequence: 3, envelopeID: other, at: events[2].at, actor: events[2].actor, commandKey: nil,
            body: events[2].body, previousHash: events[1].hash)
        #expect(throws: HistoryError.foreignEnvelope(sequence: 3, other)) { _ = try History(events[..<2] + [foreign]) }
    }

    @Test("An event that cannot have happened is refused, even with a correct hash")
    func impossibleEvent() throws {
        let sent = try Samples.sent()
        let impossible: [EventBody] = [
            .created(Samples.definition()), .sent, .viewed(recipientID: "2"), .viewed(recipientID: "7"),
            .fieldFilled(recipientID: "1", tabID: Samples.tabID(9), value: "x"),
            .signed(recipientID: "1", documents: ["1": Samples.blob("v1")], values: [:], shown: [:]),
            .sealed(documents: ["1": Samples.blob("s")], combined: Samples.blob("s"), certificate: Samples.blob("c")),
        ]
        for body in impossible {
            let event = try Event(
                sequence: 3, envelopeID: Samples.envelopeID, at: Samples.start, actor: Samples.sender, commandKey: nil,
                body: body, previousHash: sent.envelope.lastHash)
            let error = #expect(throws: HistoryError.self) { _ = try History(sent.events + [event]) }
            guard case .impossible(3, _) = error else {
                Issue.record("\(body.kind) gave \(String(describing: error))")
                continue
            }
        }
    }

    @Test(
        "A file that is not a history is refused", arguments: ["", "[", "[\n]\n", "{}", "[\n{}\n]\n", "[\nnull\n]\n"])
    func noHistory(text: String) {
        #expect(throws: HistoryError.self) { _ = try History(file: Data(text.utf8)) }
    }

    @Test("A file without a comma between events, or with one after the last, is refused")
    func commas() throws {
        let text = String(decoding: try Samples.sent().file, as: UTF8.self)
        let error = #expect(throws: HistoryError.self) {
            _ = try History(file: Data(text.replacing(",\n", with: "\n").utf8))
        }
        guard case .unreadable(1, reason: "no comma stands after it") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Nor one with a comma after the last.
        #expect(throws: HistoryError.self) { _ = try History(file: Data(text.replacing("\n]", with: ",\n]").utf8)) }
    }

    @Test("A file that is cut short anywhere is refused")
    func cutFile() throws {
        let file = try Samples.sent().file
        for count in stride(from: 0, to: file.count, by: 7) {
            #expect(throws: HistoryError.self) { _ = try History(file: file.prefix(count)) }
        }
    }
}
