import Essentials
import Foundation
import Testing

@testable import Envelopes

/// Places to sign that a recipient may leave empty.
@Suite("Optional places for signatures")
struct OptionalArtworkTests {
    private static let wanted = Samples.tab(1, .signHere)
    private static let offered = Samples.tab(2, .signHere, required: false)

    private static func begun(_ tabs: [EnvelopeTab]) throws -> History {
        var definition = Samples.definition()
        definition.recipients.removeLast()
        definition.tabs = tabs
        var history = try Samples.sent(definition)
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        return history
    }

    private static func adopt(
        artwork: String = "a", _ history: inout History
    ) throws {
        try history.perform(
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob(artwork), method: .typed),
            by: Samples.signer("1"))
    }

    private static func fill(_ tab: EnvelopeTab, _ value: String, _ history: inout History) throws -> Int {
        try history.perform(.fill(recipientID: "1", tabID: tab.id, value: value), by: Samples.signer("1"))
    }

    @Test("Adopting a signature fills in no place, and only required places are missing")
    func adoption() throws {
        var history = try Self.begun([Self.wanted, Self.offered])
        try Self.adopt(&history)
        #expect(!history.envelope.isFilled(Self.wanted) && !history.envelope.isFilled(Self.offered))
        #expect(history.envelope.missingTabs(of: "1") == [Self.wanted])
        #expect(try Self.fill(Self.wanted, "true", &history) == 1)
        #expect(history.envelope.missingTabs(of: "1") == [])
        let snapshot = try CanonicalJSON.bytes(of: history.envelope)
        #expect(try CanonicalJSON.value(Envelope.self, from: snapshot) == history.envelope)
    }

    @Test("An optional place is signed and cleared by its own events")
    func optionalPlace() throws {
        var history = try Self.begun([Self.wanted, Self.offered])
        #expect(throws: EnvelopeError.nothingAdopted(Self.offered)) {
            _ = try Self.fill(Self.offered, "true", &history)
        }
        #expect(try Self.fill(Self.offered, "false", &history) == 0)
        try Self.adopt(&history)
        #expect(try Self.fill(Self.offered, "true", &history) == 1)
        #expect(history.envelope.isFilled(Self.offered))
        #expect(try Self.fill(Self.offered, "true", &history) == 0)
        // Another signature stands wherever the first one did.
        try Self.adopt(artwork: "b", &history)
        #expect(history.envelope.isFilled(Self.offered))
        #expect(try Self.fill(Self.offered, "false", &history) == 1)
        #expect(!history.envelope.isFilled(Self.offered))
        #expect(history.envelope.value(of: Self.offered) == nil)
        #expect(throws: EnvelopeError.notTrueOrFalse(Self.offered)) {
            _ = try Self.fill(Self.offered, "on", &history)
        }
        #expect(try Self.fill(Self.wanted, "false", &history) == 0)
        #expect(try History(file: history.file) == history)
    }

    @Test("A tab conditional on an optional signature is shown while the signature is placed")
    func conditionalTab() throws {
        var child = Samples.tab(3, .text)
        child.condition = TabCondition(parentLabel: Self.offered.label, parentValue: TabCondition.on)
        var history = try Self.begun([Self.wanted, Self.offered, child])
        try Self.adopt(&history)
        _ = try Self.fill(Self.wanted, "true", &history)
        #expect(!history.envelope.isShown(child))
        _ = try Self.fill(Self.offered, "true", &history)
        #expect(history.envelope.missingTabs(of: "1") == [child])
        _ = try Self.fill(Self.offered, "false", &history)
        #expect(history.envelope.missingTabs(of: "1") == [])
    }
}
