import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Signing without tabs")
struct FreeSigningTests {
    private static let frame = TabFrame(x: 100, y: 600, width: 150, height: 45)
    private static let page = DocumentPage("1", 2)

    /// The first signer, without tabs, has agreed and adopted a signature.
    private static func ready() throws -> History {
        var definition = Samples.definition()
        definition.tabs.removeAll { $0.recipientID == "1" }
        var history = try Samples.sent(definition)
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        try history.perform(
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("artwork"), method: .typed),
            by: Samples.signer("1"))
        return history
    }

    private static func place(
        _ tab: Int = 21, on page: DocumentPage = page, _ frame: TabFrame = frame
    ) -> Command {
        .place(recipientID: "1", tabID: Samples.tabID(tab), on: page, frame: frame)
    }

    private static func sign(_ history: History) -> Command {
        .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: history.envelope.everyPage)
    }

    @Test("A signer without tabs must place a signature to finish")
    func nothingWithoutMark() throws {
        var history = try Self.ready()
        #expect(throws: EnvelopeError.nothingPlaced("1")) {
            try history.perform(Self.sign(history), by: Samples.signer("1"))
        }
        try history.perform(Self.place(), by: Samples.signer("1"))
        try history.perform(.unplace(recipientID: "1", tabID: Samples.tabID(21)), by: Samples.signer("1"))
        #expect(history.envelope.tabs(of: "1").isEmpty)
        #expect(throws: EnvelopeError.nothingPlaced("1")) {
            try history.perform(Self.sign(history), by: Samples.signer("1"))
        }
        try history.perform(Self.place(), by: Samples.signer("1"))
        try history.perform(Self.sign(history), by: Samples.signer("1"))
        #expect(history.envelope.state(of: "1")?.status == .completed)
    }

    @Test("A placed signature is a filled tab, and placing it again moves it")
    func moving() throws {
        var history = try Self.ready()
        #expect(try history.perform(Self.place(), by: Samples.signer("1")) == 1)
        #expect(try history.perform(Self.place(), by: Samples.signer("1")) == 0)
        let elsewhere = TabFrame(x: 10, y: 20, width: 150, height: 45)
        #expect(try history.perform(Self.place(on: DocumentPage("1", 1), elsewhere), by: Samples.signer("1")) == 1)
        let tabs = history.envelope.tabs(of: "1")
        #expect(tabs.map(\.frame) == [elsewhere] && tabs.map(\.page) == [1])
        #expect(history.envelope.isFilled(tabs[0]) && history.envelope.missingTabs(of: "1").isEmpty)
        #expect(try History(file: history.file) == history)
    }

    @Test(
        "A place with an invalid page or size is refused",
        arguments: [
            (TabFrame(x: 500, y: 600, width: 150, height: 45), "1", 2, EnvelopeError.cannotPlace(.offPage)),
            (TabFrame(x: -1, y: 600, width: 150, height: 45), "1", 2, .cannotPlace(.offPage)),
            (TabFrame(x: 0, y: 780, width: 150, height: 45), "1", 2, .cannotPlace(.offPage)),
            (TabFrame(x: 0, y: 0, width: 29, height: 45), "1", 2, .cannotPlace(.badSize)),
            (TabFrame(x: 0, y: 0, width: 301, height: 45), "1", 2, .cannotPlace(.badSize)),
            (TabFrame(x: 0, y: 0, width: 150, height: 9), "1", 2, .cannotPlace(.badSize)),
            (TabFrame(x: 0, y: 0, width: 150, height: 151), "1", 2, .cannotPlace(.badSize)),
            (frame, "1", 3, .unknownPage(DocumentPage("1", 3))),
            (frame, "1", 0, .unknownPage(DocumentPage("1", 0))),
            (frame, "9", 1, .unknownDocument("9")),
        ] as [(TabFrame, DocumentID, Int, EnvelopeError)])
    func badPlaces(_ frame: TabFrame, _ document: DocumentID, _ page: Int, _ error: EnvelopeError) throws {
        let history = try Self.ready()
        #expect(throws: error) {
            _ = try decide(
                Self.place(on: DocumentPage(document, page), frame), history.envelope,
                Samples.context(Samples.signer("1")))
        }
    }

    @Test("Only a recipient without tabs places signatures, in their turn, after adopting one, up to a limit")
    func whoPlaces() throws {
        let withTabs = try Samples.ready()
        #expect(throws: EnvelopeError.cannotPlace(.notFree)) {
            _ = try decide(Self.place(), withTabs.envelope, Samples.context(Samples.signer("1")))
        }
        var history = try Self.ready()
        #expect(throws: EnvelopeError.notAllowed(Samples.signer("2"), .placed)) {
            try history.perform(Self.place(), by: Samples.signer("2"))
        }
        #expect(throws: EnvelopeError.foreignTab(try #require(history.envelope.tab(Samples.tabID(9))), "1")) {
            try history.perform(Self.place(9), by: Samples.signer("1"))
        }
        for number in 0..<EnvelopeLimits.placedTabs {
            try history.perform(Self.place(100 + number), by: Samples.signer("1"))
        }
        #expect(throws: EnvelopeError.cannotPlace(.tooMany)) {
            try history.perform(Self.place(500), by: Samples.signer("1"))
        }
        // One that is there can still be moved.
        try history.perform(
            Self.place(100, TabFrame(x: 1, y: 1, width: 60, height: 20)), by: Samples.signer("1"))

        var definition = Samples.definition()
        definition.tabs.removeAll { $0.recipientID == "1" }
        var bare = try Samples.sent(definition)
        try bare.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        #expect(throws: EnvelopeError.cannotPlace(.nothingAdopted)) {
            try bare.perform(Self.place(), by: Samples.signer("1"))
        }
    }

    @Test("A device cannot record a placed signature")
    func notOnDevices() throws {
        var history = try Self.ready()
        let before = history.envelope
        try history.perform(Self.place(), by: Samples.signer("1"))
        let event = try #require(history.events.last)
        #expect(throws: DeviceRefusal.onlyByService) { try decideAgain(event, before) }
    }
}
