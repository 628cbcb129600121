import Ceremony
import DocuSignDialect
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import SignedPDF
import Testing

@testable import TestSupport

@Suite("Uploads of a device's history")
struct CommitTests {
    @Test("An envelope signed on a device is sealed by the service under the device's id")
    func signedOffline() async throws {
        let authority = try EnvelopeAuthority("Service")
        let stage = try Stage(authority: authority)
        let device = try await Device()
        try await device.sign("1")
        #expect(device.desk.known.envelope.status == .signed)
        let answer = try await stage.sync(device)
        #expect(answer.status == 200 && answer.json["isNew"] as? Bool == true, "\(answer.text)")
        #expect(answer["status"] == "completed" && answer["envelopeId"] == device.id.rawValue)

        let history = try await stage.history(device.id)
        let local = device.desk.known
        #expect(Array(history.events.prefix(local.events.count)) == local.events)
        #expect(history.events.suffix(2).map(\.body.kind) == [.historyTaken, .sealed])
        let key = device.desk.key.publicKey.base64EncodedString()
        let taken = history.events.dropLast().last
        #expect(
            taken?.body
                == .historyTaken(
                    device: key, first: 1, last: local.events.count,
                    uploadedBy: Sender(
                        userID: Stage.ada.userID, name: Stage.ada.name, email: Stage.ada.email)))
        #expect(taken?.actor == .service && taken?.device == nil)
        #expect(answer.json["lastSequence"] as? Int == history.events.count)

        let versions = try #require(history.envelope.versions["1"])
        #expect(versions.count == 3)
        var before = Data()
        for version in versions {
            let bytes = try await stage.service.ledger.document(version)
            #expect(bytes.starts(with: before) && bytes.count > before.count)
            before = bytes
        }
        #expect((answer.json["documents"] as? [String: String])?["1"] == versions.last?.rawValue)
        let report = try await PDFDocument(before).verifySignatures(
            trusting: [authority.authority.certificate], at: stage.clock.now)
        #expect(report.signatures.count == 2 && report.signatures.allSatisfy { $0.intact == true })
        // The device made Bo's certificate itself; the seal answers for it.
        #expect(report.verdict == .vouched, "\(report)")
        #expect(report.signatures.map(\.trusted) == [false, true])
        #expect(report.signatures.first?.vouchedBy == report.signatures.last?.signer)
        #expect(
            try await PDFDocument(before).verifySignatures(trusting: [], at: stage.clock.now).verdict == .indeterminate)
    }

    @Test("A list of changes includes an uploaded envelope by its upload time")
    func listedWhenTaken() async throws {
        let stage = try Stage()
        let device = try await Device()
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        let decline = Command.decline(recipientID: "1", reason: "Too dear.")
        _ = try await device.desk.perform(decline, CommandContext(at: Device.start + 60, actor: bo))
        func list(from date: String) async -> HTTPReply {
            await stage.call(
                .get, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes", query: ["from_date": date])
        }
        let before = await list(from: "2020-01-01")
        #expect(before["totalSetSize"] == "0")
        stage.clock.advance(5)
        #expect(try await stage.sync(device).status == 200)
        let after = await list(from: try #require(before["lastQueriedDateTime"]))
        let envelopes = after.json["envelopes"] as? [[String: Any]] ?? []
        #expect(envelopes.map { $0["status"] as? String } == ["declined"], "\(after.text)")
        // It says when it came about all the same.
        #expect(envelopes.first?["declinedDateTime"] as? String == WireDate.text(Device.start + 60))
    }

    @Test("Uploading the same history again changes nothing and gets the same answer, even after new events")
    func repeated() async throws {
        let stage = try Stage()
        let device = try await Device()
        try await device.sign("1")
        let first = try await stage.sync(device)
        let again = try await stage.sync(device)
        #expect(again.status == 200 && again.json["isNew"] as? Bool == false)
        for name in ["envelopeId", "status", "lastHash"] { #expect(again[name] == first[name]) }
        #expect(again.json["lastSequence"] as? Int == first.json["lastSequence"] as? Int)
        // Nor does a beginning of it.
        let part = try History(Array(device.desk.known.events.prefix(3)))
        #expect(try await stage.commit(part)["lastHash"] == first["lastHash"])
    }

    @Test("Two parallel commits of one history store it once")
    func atOnce() async throws {
        let stage = try Stage()
        let device = try await Device()
        try await device.sign("1")
        try await stage.upload(device.desk.blobs)
        let history = device.desk.known
        let answers = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for _ in 0..<6 { group.addTask { try await stage.commit(history) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(answers.count { $0.json["isNew"] as? Bool == true } == 1)
        #expect(Set(answers.compactMap { $0["lastHash"] }).count == 1)
        #expect(try await stage.history(device.id).events.count { $0.body.kind == .sealed } == 1)
    }

    @Test("After the device's signers a remote signer signs at the service, and then it is sealed")
    func remoteLater() async throws {
        let stage = try Stage()
        let device = try await Device { definition in
            definition.recipients.append(
                Recipient(id: "2", name: "Di Later", email: "di@example.org", routingOrder: 2))
            definition.tabs += Device.tabs(of: "2", number: 3)
        }
        try await device.sign("1")
        let answer = try await stage.sync(device)
        #expect(answer["status"] == "sent", "\(answer.text)")
        let envelope = try await stage.service.ledger.envelope(device.id)
        #expect(envelope.state(of: "2")?.status == .sent && envelope.isTurn(of: "2"))

        // Another device of the sender's cannot sign for a remote recipient.
        let had = await stage.call(.get, "envelopes/\(device.id)/history")
        let theirs = try Device(History(file: had.body), blobs: device.desk.blobs)
        try await theirs.sign("2")
        try await stage.sync(theirs).expectRefusal(
            422, "ENVELOPE_HISTORY_INVALID", containing: "recipient 2 signs neither")
        #expect(try await stage.service.ledger.envelope(device.id) == envelope)
    }

    @Test("A device continues a downloaded envelope with the service's events in it")
    func carriedOn() async throws {
        let stage = try Stage()
        let device = try await Device { definition in
            definition.recipients.append(
                Recipient(id: "2", name: "cy", email: "cy@example.org", routingOrder: 2))
            definition.tabs += Device.tabs(of: "2", number: 3)
        }
        try await device.sign("1")
        #expect(try await stage.sync(device).status == 200)

        let had = await stage.call(.get, "envelopes/\(device.id)/history", as: Stage.cy)
        let fetched = try History(file: had.body)
        #expect(had.status == 200 && had.headers[.eTag] == "\"\(fetched.envelope.lastHash)\"")
        let tag = try #require(had.headers[.eTag])
        let same = await stage.call(
            .get, "envelopes/\(device.id)/history", headers: [.ifNoneMatch: tag], as: Stage.cy)
        #expect(same.status == 304 && same.body.isEmpty)

        // The recipient is this device's own user.
        let second = try Device(fetched, blobs: device.desk.blobs)
        try await second.sign("2")
        let answer = try await stage.sync(second, as: Stage.cy)
        #expect(answer["status"] == "completed", "\(answer.text)")
        let kinds = try await stage.history(device.id).events.map(\.body.kind)
        #expect(kinds.count { $0 == .historyTaken } == 2 && kinds.last == .sealed)
        let keys = try await stage.history(device.id).deviceKeys
        #expect(keys == [device.desk.key.publicKey, second.desk.key.publicKey])
    }

    @Test("An envelope voided in the meantime is unchanged, and the device gets the status")
    func voidedMeanwhile() async throws {
        let stage = try Stage()
        let device = try await Device()
        #expect(try await stage.sync(device).status == 200)
        let fetched = await stage.call(.get, "envelopes/\(device.id)/history")
        let second = try Device(History(file: fetched.body), blobs: device.desk.blobs)
        try await second.sign("1")
        let sender = EventActor(kind: .sender, id: Stage.ada.userID, name: Stage.ada.name)
        let voided = try await stage.service.ledger.perform(
            .void(reason: "Sold."), on: device.id, CommandContext(at: stage.clock.now, actor: sender))
        try await stage.sync(second).expectRefusal(409, "ENVELOPE_INVALID_STATUS", containing: "voided")
        #expect(try await stage.service.ledger.envelope(device.id) == voided)
    }

    @Test("A diverging history is a conflict, and so is another account's envelope")
    func conflict() async throws {
        let stage = try Stage()
        let device = try await Device()
        let early = device.desk.known
        let other = try Device(early, blobs: device.desk.blobs)
        try await device.sign("1")
        try await other.sign("1", town: "Bruges")
        #expect(try await stage.sync(device).status == 200)
        let before = try await stage.history(device.id)
        try await stage.sync(other).expectRefusal(409, "ENVELOPE_HISTORY_CONFLICT", containing: "history conflicts")
        try await stage.sync(device, as: Stage.eve).expectRefusal(409, "ENVELOPE_HISTORY_CONFLICT")
        #expect(try await stage.history(device.id) == before)
    }

    @Test("Reusing a transaction id of the account makes no second envelope")
    func transaction() async throws {
        let stage = try Stage()
        let first = try await Device { $0.transactionID = "t-1" }
        let second = try await Device { $0.transactionID = "t-1" }
        #expect(try await stage.sync(first).status == 200)
        try await stage.sync(second).expectRefusal(409, "ENVELOPE_HISTORY_CONFLICT", containing: "transactionId")
        #expect(try await stage.sync(first).json["isNew"] as? Bool == false)
        await #expect(throws: StorageError.unknownEnvelope(second.id)) { try await stage.history(second.id) }
    }
}
