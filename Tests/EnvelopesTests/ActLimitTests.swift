import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Limits on one recipient's entries")
struct ActLimitTests {
    private let limits = ActLimits(adoptions: 3, events: 200)

    private func context(_ id: RecipientID, key: String? = nil) -> CommandContext {
        CommandContext(at: Samples.start, actor: Samples.signer(id), key: key, limits: limits)
    }

    /// Performs while it is allowed; gives why it stopped.
    private func exhaust(_ history: inout History, _ command: (Int) -> Command) throws -> EnvelopeError? {
        for number in 0..<1_000 {
            let events: [Event]
            do throws(EnvelopeError) {
                let next = command(number)
                events = try decide(next, history.envelope, context(next.recipientID ?? "1"))
            } catch {
                return error
            }
            try history.append(events)
        }
        return nil
    }

    @Test("A recipient who has used up their share can only sign or decline; others keep theirs")
    func shares() throws {
        var history = try Samples.ready()
        let first = limits.share(of: "1", in: history.envelope)
        let second = limits.share(of: "2", in: history.envelope)
        // Eight tabs and one, and ten for each; twenty for each signer and twenty for others are kept.
        #expect(first == 140 * 18 / 29 && second == 140 * 11 / 29)
        let error = try exhaust(&history) { .fill(recipientID: "1", tabID: Samples.tabID(4), value: "value \($0)") }
        #expect(error == .tooManyEntries("1", limit: first))
        #expect(history.envelope.state(of: "1")?.entryCount == first)
        #expect(throws: EnvelopeError.tooManyEntries("1", limit: first)) {
            try decide(.finishLater(recipientID: "1"), history.envelope, context("1"))
        }
        _ = try decide(.decline(recipientID: "1", reason: "No."), history.envelope, context("1"))
        // What changes nothing is answered as before.
        let value = try #require(history.envelope.tab(Samples.tabID(4)).flatMap(history.envelope.value))
        #expect(
            try decide(
                .fill(recipientID: "1", tabID: Samples.tabID(4), value: value), history.envelope, context("1")) == [])
        try history.append(
            decide(
                .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage),
                history.envelope, context("1")))
        try history.append(
            decide(.consent(recipientID: "2", disclosure: Samples.disclosure), history.envelope, context("2")))
        try history.append(
            decide(
                .adopt(recipientID: "2", kind: .signature, artwork: Samples.blob("other"), method: .drawn),
                history.envelope, context("2")))
        try history.append(
            decide(
                .fill(recipientID: "2", tabID: Samples.tabID(9), value: "true"), history.envelope, context("2")))
        #expect(try exhaust(&history) { _ in .finishLater(recipientID: "2") } == .tooManyEntries("2", limit: second))
        try history.append(
            decide(
                .sign(recipientID: "2", documents: ["1": Samples.blob("v2")], shown: history.envelope.everyPage),
                history.envelope, context("2")))
        #expect(history.envelope.status == .signed)
        #expect(history.events.count <= limits.events)
    }

    @Test("Adoptions have their own count, and repeated ones are not counted")
    func adoptions() throws {
        var history = try Samples.ready()
        func adopt(_ number: Int) -> Command {
            .adopt(
                recipientID: "1", kind: number % 2 == 0 ? .signature : .initials, artwork: Samples.blob("\(number)"),
                method: .typed)
        }
        #expect(try exhaust(&history, adopt) == .tooManyAdoptions("1", limit: 3))
        #expect(history.envelope.state(of: "1")?.adoptionCount == 3)
        #expect(try decide(adopt(1), history.envelope, context("1")) == [])
        _ = try decide(
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Ghent"), history.envelope, context("1"))
        // Without limits nothing is refused.
        #expect(try decide(adopt(9), history.envelope, Samples.context(Samples.signer("1"))).count == 1)
    }

    @Test("A stored state without counts can be read and counts from then on")
    func earlierState() throws {
        let state = try Samples.sent().envelope
        let bytes = try CanonicalJSON.bytes(of: state)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("entries"))
        #expect(try CanonicalJSON.value(Envelope.self, from: bytes) == state)
    }
}
