import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing

@Suite("Users who upload a history")
struct CommitPersonTests {
    private static let dave = Recipient(
        id: "1", name: "Dave Customer", email: "dave@example.com", clientUserID: "u1")

    /// An envelope that Ada has sent to her customer Dave, as somebody's device has it.
    private func fetched(from stage: Stage, _ recipient: Recipient = dave) async throws -> Device {
        let sent = try await Device { $0.recipients = [recipient] }
        try #require(try await stage.sync(sent).status == 200)
        return try Device(await stage.history(sent.id), blobs: sent.desk.blobs)
    }

    @Test("Another user of the account cannot sign for recipients with a client user id")
    func embedded() async throws {
        let stage = try Stage()
        let device = try await fetched(from: stage)
        try await device.sign("1", at: stage.clock.now)
        try await stage.sync(device, as: Stage.cy).expectRefusal(
            422, "ENVELOPE_HISTORY_INVALID", containing: "nor inside the product of cy as the sender")
        #expect(try await stage.history(device.id).envelope.status == .sent)
        #expect(try await stage.sync(device, as: Stage.ada)["status"] == "completed")
    }

    @Test("A user of the same name and address cannot sign for a recipient with a client user id")
    func namesake() async throws {
        let stage = try Stage()
        let device = try await fetched(
            from: stage, Recipient(id: "1", name: "cy", email: "cy@example.org", clientUserID: "u1"))
        try await device.sign("1", at: stage.clock.now)
        #expect(try await stage.sync(device, as: Stage.cy).status == 422)
    }

    @Test("The uploading user is named in the history and in the certificate")
    func named() async throws {
        let stage = try Stage()
        let device = try await fetched(from: stage, Recipient(id: "1", name: "cy", email: "cy@example.org"))
        try await device.sign("1", at: stage.clock.now)
        #expect(try await stage.sync(device, as: Stage.cy)["status"] == "completed")
        let history = try await stage.history(device.id)
        let users = history.events.compactMap { event in
            if case .historyTaken(_, _, _, let user, _) = event.body { user } else { nil }
        }
        #expect(users.map(\.userID) == [Stage.ada.userID, Stage.cy.userID])
        #expect(users.map(\.email) == ["ada@example.org", "cy@example.org"])
    }

    /// The ledger of a device that leaves out what it had to write.
    private func silent(_ desk: Desk, _ tab: TabID) -> EnvelopeLedger {
        desk.ledger(changing: { body in
            guard case .signed(let id, let documents, var values, let shown) = body else { return body }
            values[tab] = nil
            return .signed(recipientID: id, documents: documents, values: values, shown: shown)
        })
    }

    @Test("The date signed and the name must be present", arguments: [TabKind.dateSigned, .fullName])
    func leftOut(kind: TabKind) async throws {
        let device = try await Device()
        let tab = try #require(device.desk.known.envelope.tabs.first { $0.kind == kind })
        try await device.sign("1", on: silent(device.desk, tab.id))
        try await Stage().sync(device).expectRefusal(
            422, "ENVELOPE_HISTORY_INVALID", containing: "“\(tab.label)” has no value")
    }
}
