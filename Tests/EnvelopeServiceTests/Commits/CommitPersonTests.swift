import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Testing

@Suite("Who hands a history over may do so, and is named")
struct CommitPersonTests {
    private static let dave = Recipient(
        id: "1", name: "Dave Customer", email: "dave@example.com", clientUserID: "u1")

    /// An envelope that Ada has sent to her customer Dave, as somebody's device has it.
    private func fetched(from stage: Stage, _ recipient: Recipient = dave) async throws -> Device {
        let sent = try await Device { $0.recipients = [recipient] }
        try #require(try await stage.sync(sent).status == 200)
        return try Device(await stage.history(sent.id), blobs: sent.desk.blobs)
    }

    @Test("another user of the account does not answer for the people of the sender's product")
    func embedded() async throws {
        let stage = try Stage()
        let device = try await fetched(from: stage)
        try await device.sign("1", at: stage.clock.now)
        try await stage.sync(device, as: Stage.cy).expectRefusal(
            422, "ENVELOPE_HISTORY_INVALID", containing: "nor inside the product of cy as the sender")
        #expect(try await stage.history(device.id).envelope.status == .sent)
        #expect(try await stage.sync(device, as: Stage.ada)["status"] == "completed")
    }

    @Test("nor does a user of that name and address, whom the sender's product knows as somebody")
    func namesake() async throws {
        let stage = try Stage()
        let device = try await fetched(
            from: stage, Recipient(id: "1", name: "cy", email: "cy@example.org", clientUserID: "u1"))
        try await device.sign("1", at: stage.clock.now)
        #expect(try await stage.sync(device, as: Stage.cy).status == 422)
    }

    @Test("the user who handed the events over stands in the history and in the certificate of completion")
    func named() async throws {
        let stage = try Stage()
        let device = try await fetched(from: stage, Recipient(id: "1", name: "cy", email: "cy@example.org"))
        try await device.sign("1", at: stage.clock.now)
        #expect(try await stage.sync(device, as: Stage.cy)["status"] == "completed")
        let history = try await stage.history(device.id)
        let users = history.events.compactMap { event in
            if case .historyTaken(_, _, _, let user) = event.body { user } else { nil }
        }
        #expect(users.map(\.userID) == [Stage.ada.userID, Stage.cy.userID])
        #expect(users.map(\.email) == ["ada@example.org", "cy@example.org"])
    }

    /// A device that leaves out what it had to write.
    private final class Silent: CeremonyDesk {
        let inner: Desk
        let tab: TabID

        init(_ inner: Desk, _ tab: TabID) { (self.inner, self.tab) = (inner, tab) }

        func envelope() async throws -> Envelope { try await inner.envelope() }
        func history() async throws -> History { try await inner.history() }
        func shownPages(to recipient: RecipientID) async throws -> ShownPages {
            try await inner.shownPages(to: recipient)
        }
        func noteShown(_ page: DocumentPage, to recipient: RecipientID) async throws {}
        func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
            try await inner.perform(command, context)
        }
        func perform(
            _ context: CommandContext, _ work: @escaping @Sendable (Envelope, History) async throws -> [Command]
        ) async throws -> Envelope {
            let tab = tab
            return try await inner.perform(context) { envelope, history in
                try await work(envelope, history).map { command in
                    guard case .sign(let id, let documents, var values, _) = command else { return command }
                    values[tab] = nil
                    return .sign(recipientID: id, documents: documents, values: values)
                }
            }
        }
        func blob(_ hash: BlobHash) async throws -> Data { try await inner.blob(hash) }
        func store(_ blob: Data) async throws -> BlobHash { try await inner.store(blob) }
    }

    @Test("the date signed and the name are not left out", arguments: [TabKind.dateSigned, .fullName])
    func leftOut(kind: TabKind) async throws {
        let device = try await Device()
        let tab = try #require(device.desk.known.envelope.tabs.first { $0.kind == kind })
        try await device.sign("1", on: Silent(device.desk, tab.id))
        try await Stage().sync(device).expectRefusal(
            422, "ENVELOPE_HISTORY_INVALID", containing: "nothing is written into “\(tab.label)”")
    }
}
