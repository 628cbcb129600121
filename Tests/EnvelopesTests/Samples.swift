import Foundation

@testable import Envelopes
@testable import TestSupport

/// Envelopes and contexts that the tests begin with.
enum Samples {
    static let envelopeID = EnvelopeID(UUID(uuidString: "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90") ?? UUID())
    static let letter = PageSize(width: 612, height: 792)
    static let ada = Sender(userID: "u-1", name: "Ada Sender", email: "ada@example.org")
    static let sender = EventActor(kind: .sender, id: "u-1", name: "Ada Sender", ipAddress: "127.0.0.1")
    static let start = Date(timeIntervalSince1970: 1_795_252_500)
    static let disclosure = BlobHash(of: Data("I agree.".utf8))

    /// A tab's id whose last digits are a number.
    static func tabID(_ number: Int) -> TabID {
        let digits = String(number)
        let text = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return TabID(UUID(uuidString: text) ?? UUID())
    }

    static func blob(_ text: String) -> BlobHash { BlobHash(of: Data(text.utf8)) }

    static func document(_ id: DocumentID, pages: Int = 2, order: Int = 1) -> EnvelopeDocument {
        EnvelopeDocument(
            id: id, name: "Lease \(id).pdf", blob: blob("document \(id)"),
            pages: Array(repeating: letter, count: pages), order: order)
    }

    static func tab(
        _ number: Int, _ kind: TabKind, for recipient: RecipientID = "1", on document: DocumentID = "1", page: Int = 1,
        frame: TabFrame = TabFrame(x: 72, y: 100, width: 120, height: 22), required: Bool = true, locked: Bool = false,
        value: String? = nil, maxLength: Int? = nil
    ) -> EnvelopeTab {
        EnvelopeTab(
            id: tabID(number), kind: kind, documentID: document, recipientID: recipient, page: page, frame: frame,
            label: "\(kind.rawValue) \(number)", required: required, locked: locked, value: value,
            maxLength: maxLength)
    }

    /// Two signers in turn, one document, one tab of every kind for the first.
    static func definition() -> EnvelopeDefinition {
        EnvelopeDefinition(
            accountID: "a-1", sender: ada, emailSubject: "Lease", documents: [document("1")],
            recipients: [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", routingOrder: 1, clientUserID: "u-77"),
                Recipient(id: "2", name: "Zoë Åström", email: "zoe@example.org", routingOrder: 2),
            ],
            tabs: [
                tab(1, .signHere), tab(2, .dateSigned), tab(3, .fullName), tab(4, .text, maxLength: 20),
                tab(5, .checkbox), tab(6, .email), tab(7, .initialHere, required: false),
                tab(8, .text, required: false, locked: true, value: "Unit 4"), tab(9, .signHere, for: "2"),
            ])
    }

    static func context(
        _ actor: EventActor = sender, minute: Int = 0, key: String? = nil
    ) -> CommandContext {
        CommandContext(at: start.addingTimeInterval(Double(minute) * 60), actor: actor, key: key)
    }

    static func signer(_ id: RecipientID) -> EventActor {
        EventActor(
            kind: .recipient, id: id.rawValue, name: "Signer \(id)", ipAddress: "192.0.2.7", userAgent: "Browser/1")
    }

    static func sent(_ definition: EnvelopeDefinition = definition()) throws -> History {
        try History(decide(.create(envelopeID, definition, send: true), nil, context(key: "create")))
    }

    /// The first signer has done everything but sign.
    static func ready() throws -> History {
        var history = try sent()
        let commands: [Command] = [
            .view(recipientID: "1"), .consent(recipientID: "1", disclosure: disclosure),
            .adopt(recipientID: "1", kind: .signature, artwork: blob("artwork"), method: .typed),
            .fill(recipientID: "1", tabID: tabID(1), value: "true"),
            .fill(recipientID: "1", tabID: tabID(4), value: "Utrecht"),
            .fill(recipientID: "1", tabID: tabID(5), value: "true"),
        ]
        for (index, command) in commands.enumerated() {
            try history.perform(command, by: signer("1"), minute: index + 1, key: "k\(index)")
        }
        return history
    }

    /// Both have signed.
    static func signed() throws -> History {
        var history = try ready()
        try history.perform(
            .sign(
                recipientID: "1", documents: ["1": blob("v1")], values: [tabID(2): "21 November 2026"],
                shown: history.envelope.everyPage),
            by: signer("1"), minute: 10, key: "finish 1")
        try history.perform(.consent(recipientID: "2", disclosure: disclosure), by: signer("2"), minute: 11)
        try history.perform(
            .adopt(recipientID: "2", kind: .signature, artwork: blob("other"), method: .drawn), by: signer("2"),
            minute: 12)
        try history.perform(
            .fill(recipientID: "2", tabID: tabID(9), value: "true"), by: signer("2"), minute: 12)
        try history.perform(
            .sign(recipientID: "2", documents: ["1": blob("v2")], shown: history.envelope.everyPage), by: signer("2"),
            minute: 13)
        return history
    }

    static let seal = Command.seal(
        documents: ["1": blob("sealed")], combined: blob("sealed"), certificate: blob("certificate"))

    static func completed() throws -> History {
        var history = try signed()
        try history.perform(seal, by: signer("2"), minute: 13, key: "seal")
        return history
    }
}

extension History {
    /// Decides and appends; gives how many events that made.
    @discardableResult
    mutating func perform(
        _ command: Command, by actor: EventActor = Samples.sender, minute: Int = 30, key: String? = nil
    ) throws -> Int {
        let events = try decide(command, envelope, Samples.context(actor, minute: minute, key: key))
        try append(events)
        return events.count
    }
}
