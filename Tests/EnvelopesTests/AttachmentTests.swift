import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("Files that recipients attach")
struct AttachmentTests {
    private static let passport = AttachedFile(
        name: "passport.jpg", blob: Samples.blob("passport"), pages: [Samples.letter])
    private static let permit = AttachedFile(
        name: "permit.pdf", blob: Samples.blob("permit"), pages: [Samples.letter, Samples.letter])

    /// The first signer has done everything but attach a required file (tab 21) and an optional one (tab 22).
    private static func ready(
        changing change: (inout EnvelopeDefinition) -> Void = { _ in }
    ) throws -> History {
        var definition = Samples.definition()
        definition.tabs += [
            Samples.tab(21, .signerAttachment), Samples.tab(22, .signerAttachment, required: false),
            Samples.tab(23, .signerAttachment, for: "2", required: false),
        ]
        change(&definition)
        var history = try Samples.sent(definition)
        let commands: [Command] = [
            .consent(recipientID: "1", disclosure: Samples.disclosure),
            .adopt(recipientID: "1", kind: .signature, artwork: Samples.blob("artwork"), method: .typed),
            .fill(recipientID: "1", tabID: Samples.tabID(1), value: "true"),
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Utrecht"),
            .fill(recipientID: "1", tabID: Samples.tabID(5), value: "true"),
        ]
        for command in commands { try history.perform(command, by: Samples.signer("1")) }
        return history
    }

    private static func attach(_ file: AttachedFile, to tab: Int = 21, by id: RecipientID = "1") -> Command {
        .attach(recipientID: id, tabID: Samples.tabID(tab), file: file)
    }

    private static func sign(_ history: History, by id: RecipientID = "1") -> Command {
        .sign(recipientID: id, documents: ["1": Samples.blob("signed by \(id)")], shown: history.envelope.everyPage)
    }

    @Test("A signer who has not attached a required file cannot finish; an optional one may be missing")
    func required() throws {
        var history = try Self.ready()
        let missing = try #require(history.envelope.tab(Samples.tabID(21)))
        #expect(throws: EnvelopeError.requiredTabsEmpty([missing])) {
            try history.perform(Self.sign(history), by: Samples.signer("1"))
        }
        try history.perform(Self.attach(Self.passport), by: Samples.signer("1"))
        try history.perform(Self.sign(history), by: Samples.signer("1"))
        #expect(history.envelope.state(of: "1")?.status == .completed)
    }

    @Test("With the signature, each attached file becomes a document that says who attached it for which tab")
    func becomesDocument() throws {
        var history = try Self.ready()
        try history.perform(Self.attach(Self.permit, to: 22), by: Samples.signer("1"))
        try history.perform(Self.attach(Self.passport), by: Samples.signer("1"))
        #expect(history.envelope.documents.map(\.id) == ["1"])
        try history.perform(Self.sign(history), by: Samples.signer("1"))
        let envelope = history.envelope
        #expect(envelope.documents.map(\.id) == ["1", "2", "3"] && envelope.documents.map(\.order) == [1, 2, 3])
        #expect(envelope.documents[1].attachment == .init(recipientID: "1", tabID: Samples.tabID(21)))
        #expect(envelope.documents[1].name == "signerAttachment 21" && envelope.documents[1].blob == Self.passport.blob)
        #expect(envelope.documents[2].pages == Self.permit.pages)
        #expect(envelope.versions["2"] == [Self.passport.blob])
        #expect(try History(file: history.file) == history)
    }

    @Test("The next signer sees the file, need not have read it, and does not sign it; the seal has to cover it")
    func nextSigner() throws {
        var history = try Self.ready()
        try history.perform(Self.attach(Self.passport), by: Samples.signer("1"))
        #expect(history.envelope.documents(visibleTo: "2").map(\.id) == ["1"])
        try history.perform(Self.sign(history), by: Samples.signer("1"))
        #expect(history.envelope.documents(visibleTo: "2").map(\.id) == ["1", "2"])
        #expect(history.envelope.pagesToShow(to: "2") == [DocumentPage("1", 1)])
        #expect(history.envelope.documentsToSign(by: "2").map(\.id) == ["1"])
        let commands: [Command] = [
            .consent(recipientID: "2", disclosure: Samples.disclosure),
            .adopt(recipientID: "2", kind: .signature, artwork: Samples.blob("artwork"), method: .typed),
            .fill(recipientID: "2", tabID: Samples.tabID(9), value: "true"), Self.sign(history, by: "2"),
        ]
        for command in commands { try history.perform(command, by: Samples.signer("2")) }
        func seal(_ documents: [DocumentID]) -> Command {
            .seal(
                documents: Dictionary(uniqueKeysWithValues: documents.map { ($0, Samples.blob("sealed \($0)")) }),
                combined: Samples.blob("combined"), certificate: Samples.blob("certificate"))
        }
        #expect(throws: EnvelopeError.documentsNotSealed(["2"])) { try history.perform(seal(["1"]), by: .service) }
        try history.perform(seal(["1", "2"]), by: .service)
        #expect(history.envelope.status == .completed)
    }

    @Test("Who does not see the document that asks for a file does not see the file")
    func hidden() throws {
        var history = try Self.ready { definition in
            definition.documents.append(Samples.document("7", order: 2))
            definition.recipients[1].excludedDocuments = ["7"]
            for index in definition.tabs.indices where definition.tabs[index].id == Samples.tabID(21) {
                definition.tabs[index].documentID = "7"
            }
        }
        try history.perform(Self.attach(Self.passport), by: Samples.signer("1"))
        try history.perform(
            .sign(
                recipientID: "1", documents: ["1": Samples.blob("signed")], shown: history.envelope.everyPage),
            by: Samples.signer("1"))
        #expect(history.envelope.documents.map(\.id) == ["1", "7", "8"])
        #expect(history.envelope.documents(visibleTo: "1").map(\.id) == ["1", "7", "8"])
        #expect(history.envelope.documents(visibleTo: "2").map(\.id) == ["1"])
    }

    @Test("A file can be replaced and removed until its signer has finished")
    func replaced() throws {
        var history = try Self.ready()
        let tab = try #require(history.envelope.tab(Samples.tabID(21)))
        #expect(try history.perform(.detach(recipientID: "1", tabID: tab.id), by: Samples.signer("1")) == 0)
        #expect(try history.perform(Self.attach(Self.passport), by: Samples.signer("1")) == 1)
        #expect(try history.perform(Self.attach(Self.passport), by: Samples.signer("1")) == 0)
        #expect(try history.perform(Self.attach(Self.permit), by: Samples.signer("1")) == 1)
        #expect(
            history.envelope.attachedFile(in: tab) == Self.permit && history.envelope.value(of: tab) == "permit.pdf")
        #expect(try history.perform(.detach(recipientID: "1", tabID: tab.id), by: Samples.signer("1")) == 1)
        #expect(history.envelope.attachedFile(in: tab) == nil && !history.envelope.isFilled(tab))
        try history.perform(Self.attach(Self.permit), by: Samples.signer("1"))
        try history.perform(Self.sign(history), by: Samples.signer("1"))
        #expect(throws: EnvelopeError.alreadyFinished("1")) {
            try history.perform(.detach(recipientID: "1", tabID: tab.id), by: Samples.signer("1"))
        }
    }

    @Test("A signer attaches files only so often, also after a new person takes their part")
    func limited() throws {
        var history = try Self.ready()
        let limits = ActLimits(attachments: 2)
        func attach(_ file: AttachedFile) throws {
            let context = CommandContext(at: Samples.start, actor: Samples.signer("1"), limits: limits)
            try history.append(decide(Self.attach(file), history.envelope, context))
        }
        try attach(Self.passport)
        try attach(Self.permit)
        #expect(throws: EnvelopeError.tooManyEntries("1", limit: 2)) { try attach(Self.passport) }
        try history.perform(
            .detach(recipientID: "1", tabID: Samples.tabID(21)), by: Samples.signer("1"))
        #expect(throws: EnvelopeError.tooManyEntries("1", limit: 2)) { try attach(Self.passport) }
    }

    @Test("Only the signer whom a tab asks for a file attaches one, after agreeing")
    func refused() throws {
        var history = try Self.ready()
        let text = try #require(history.envelope.tab(Samples.tabID(4)))
        let theirs = try #require(history.envelope.tab(Samples.tabID(23)))
        let own = try #require(history.envelope.tab(Samples.tabID(21)))
        var nameless = Self.passport
        nameless.name = " "
        var empty = Self.passport
        empty.pages = []
        let cases: [(Command, EnvelopeError)] = [
            (Self.attach(Self.passport, to: 4), .takesNoFile(text)),
            (Self.attach(Self.passport, to: 23), .foreignTab(theirs, "1")),
            (Self.attach(Self.passport, to: 99), .unknownTab(Samples.tabID(99))),
            (Self.attach(nameless), .attachmentNameUnusable(limit: EnvelopeLimits.documentName)),
            (Self.attach(empty), .attachmentEmpty(own)),
            (.fill(recipientID: "1", tabID: own.id, value: "x"), .notFilledByHand(own)),
        ]
        for (command, error) in cases {
            #expect(throws: error) { try history.perform(command, by: Samples.signer("1")) }
        }
        #expect(throws: EnvelopeError.notRecipientsTurn("2")) {
            try history.perform(Self.attach(Self.passport, to: 23, by: "2"), by: Samples.signer("2"))
        }
        var definition = Samples.definition()
        definition.tabs.append(Samples.tab(21, .signerAttachment))
        var unread = try Samples.sent(definition)
        #expect(throws: EnvelopeError.consentMissing("1")) {
            try unread.perform(Self.attach(Self.passport), by: Samples.signer("1"))
        }
    }

    @Test("A signer with no other tab signs freely, and a new person begins without the file of the earlier one")
    func freeSigner() throws {
        var history = try Self.ready { definition in
            definition.tabs.removeAll { $0.recipientID == "2" && $0.kind != .signerAttachment }
            definition.allowsReassigning = true
            definition.recipients[0].clientUserID = nil
        }
        #expect(history.envelope.signsFreely("2") && !history.envelope.signsFreely("1"))
        try history.perform(Self.attach(Self.passport), by: Samples.signer("1"))
        try history.perform(
            .delegate(
                recipientID: "1",
                delegation: Delegation(name: "Cy New", email: "cy@example.org", reason: "On leave")),
            by: Samples.signer("1"))
        #expect(history.envelope.state(of: "1")?.attachments == [:])
    }
}
