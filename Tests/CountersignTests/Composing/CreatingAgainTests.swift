import CountersignTesting
import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("One draft, one envelope", .timeLimit(.minutes(8)))
struct CreatingAgainTests {
    @Test("A changed draft cannot reuse its envelope's id; a copy makes a new envelope")
    func changed() async throws {
        let device = try await SharedDevice()
        let session = device.session
        let draft = try SharedDevice.remoteDraft()
        let first = try await session.send(draft)
        var otherPerson = draft
        otherPerson.recipients[0].recipient.name = "Cy Owner"
        var otherText = draft
        otherText.subject = "Another lease"
        var otherField = draft
        otherField.recipients[0].tabs[0].y += 10
        for changed in [otherPerson, otherText, otherField] {
            await #expect(throws: CountersignError.draftIDInUse(draft.id)) {
                try await session.send(changed)
            }
        }
        #expect(try await session.send(draft) == first)
        let second = try await session.send(otherPerson.copy())
        #expect(second != first)
        #expect(try await device.service.envelope(first).recipients.map(\.name) == ["Di Owner"])
        #expect(try await device.service.envelope(second).recipients.map(\.name) == ["Cy Owner"])
    }

    @Test("A draft on the server is sent by a separate call")
    func draftIsSent() async throws {
        let device = try await SharedDevice()
        let session = device.session
        let draft = try SharedDevice.remoteDraft()
        let id = try await session.saveDraft(draft)
        #expect(try await session.saveDraft(draft) == id)
        await #expect(throws: CountersignError.alreadyMade(id, status: "created")) {
            try await session.send(draft)
        }
        #expect(try await device.service.envelope(id).status == .created)
        try await session.send(envelope: id)
        #expect(try await device.service.envelope(id).status == .sent)
        #expect(try await session.send(draft) == id)
        await #expect(throws: CountersignError.alreadyMade(id, status: "sent")) {
            try await session.saveDraft(draft)
        }
        await #expect(throws: CountersignError.self) { try await session.send(envelope: id) }
    }

    @Test("A voided envelope is not recreated by the same draft")
    func takenBack() async throws {
        let device = try await SharedDevice()
        let draft = try SharedDevice.remoteDraft()
        let id = try await device.session.send(draft)
        try await device.service.void(id, reason: "Wrong rent", by: device.ada)
        await #expect(throws: CountersignError.alreadyMade(id, status: "voided")) {
            try await device.session.send(draft)
        }
        let anew = try await device.session.send(draft.copy())
        #expect(try await device.service.envelope(anew).status == .sent)
    }

    @Test("An envelope composed on this device is not created again at the server; after the sync it is the same one")
    func composedHere() async throws {
        let device = try await SharedDevice()
        let draft = try OfflineScene.draft()
        let id = try await device.offline.compose(draft)
        await #expect(throws: CountersignError.unsyncedHere(id)) {
            try await device.session.send(draft)
        }
        _ = try await device.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        await #expect(throws: CountersignError.unsyncedHere(id)) {
            try await device.session.send(draft)
        }
        #expect(await (try device.session.syncEngine(for: device.offline)).syncAll().synced == [id])
        #expect(try await device.session.send(draft) == id)
        #expect(try await device.service.envelope(id).status == .completed)
    }

    @Test("A signer who has signed offline is not asked again at the server before the sync")
    func signedHere() async throws {
        let device = try await SharedDevice()
        let session = device.session
        let id = try await session.send(OfflineScene.draft())
        try await device.offline.download(id)
        _ = try await device.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let shown = Tally()
        let presenter = TestPresenter { _ in
            shown.add()
            return .cancelled
        }
        await #expect(throws: CountersignError.unsyncedHere(id)) {
            try await session.present(.ownRecipient(envelopeID: id), with: presenter)
        }
        #expect(shown.value == 0)
        #expect(await (try session.syncEngine(for: device.offline)).syncAll().synced == [id])
        #expect(try await session.present(.ownRecipient(envelopeID: id), with: presenter) == .viewedCompleted)
    }

    @Test("An untouched copy on the device does not prevent signing at the server")
    func onlyFetched() async throws {
        let device = try await SharedDevice()
        let draft = try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            Signer(id: "1", name: "Ada Host", email: "ada@example.org", clientUserID: "ada-1") {
                SignHere(document: "1", page: 1, x: 72, y: 500)
            }
        }
        let id = try await device.session.send(draft)
        try await device.offline.download(id)
        let outcome = try await device.session.present(
            .recipient(envelopeID: id, clientUserID: "ada-1"),
            with: CeremonyPresenter(device.service) { try await $0.complete() })
        #expect(outcome == .completed(.byServer))
    }
}
