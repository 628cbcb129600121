import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import SignedPDF
import Testing

@Suite("Device histories that the rules reject")
struct CommitRefusalTests {
    private static let sender = EventActor(kind: .sender, id: Stage.ada.userID, name: Stage.ada.name)
    private static let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")

    /// The history is refused with these words, and nothing is stored.
    private func expectRefused(_ device: Device, as user: Identity = Stage.ada, _ words: String) async throws {
        let stage = try Stage()
        try await stage.sync(device, as: user).expectRefusal(422, "ENVELOPE_HISTORY_INVALID", containing: words)
        await #expect(throws: StorageError.unknownEnvelope(device.id)) { try await stage.history(device.id) }
    }

    @Test("An event without a device's signature is refused")
    func unsigned() async throws {
        let device = try await Device()
        try await device.desk.force(.viewed(recipientID: "1"), by: Self.bo, evidence: nil)
        try await expectRefused(device, "Event 3: it was neither stored by the service nor signed by a device.")
    }

    @Test("A signature by another key than the named one is refused")
    func forged() async throws {
        let device = try await Device()
        // The evidence is changed, and hash and links made anew: only the signature tells.
        var events: [Event] = []
        for (index, event) in device.desk.known.events.enumerated() {
            var evidence = try #require(event.device)
            evidence.zone = "Europe/Brussels"
            events.append(
                try Event(
                    sequence: index + 1, envelopeID: event.envelopeID, at: event.at, actor: event.actor,
                    commandKey: event.commandKey, body: event.body, device: evidence,
                    previousHash: events.last?.hash ?? .none))
        }
        let forged = try Device(History(events), blobs: device.desk.blobs)
        try await expectRefused(forged, "Event 1 does not have the signature of the device that it names.")
    }

    @Test("A history from two devices is refused")
    func twoKeys() async throws {
        let device = try await Device()
        try await device.desk.force(.viewed(recipientID: "1"), by: Self.bo, key: Device.Key())
        try await expectRefused(device, "signed by 2 devices")
    }

    @Test("The sender must be the token's user")
    func foreignSender() async throws {
        try await expectRefused(try await Device(), as: Stage.cy, "its sender is not cy")
        try await expectRefused(try await Device(sender: Stage.eve), "belongs to another account")
        let named = try await Device { $0.sender.name = "The Bank" }
        try await expectRefused(named, "its sender is not ada")
        let device = try await Device()
        try await device.desk.force(
            .voided(reason: "No."), by: EventActor(kind: .sender, id: Stage.cy.userID, name: "cy"))
        try await expectRefused(device, "cy did it, and not ada")
    }

    @Test("A recipient whom the user does not answer for is refused")
    func foreignRecipient() async throws {
        for recipient in [
            Recipient(id: "1", name: "Bo Signer", email: "bo@example.org"),
            Recipient(id: "1", name: "ADA", email: "ada@example.org"),
            Recipient(
                id: "1", name: "Bo Signer", email: "", kind: .inPersonSigner,
                host: .init(name: "Ada", email: "ada@example.org")),
            Recipient(
                id: "1", name: "Bo Signer", email: "", kind: .inPersonSigner,
                host: .init(name: "cy", email: "cy@example.org")),
        ] {
            let device = try await Device { $0.recipients = [recipient] }
            try await device.sign("1")
            try await expectRefused(device, "recipient 1 signs neither in person with ada as the host")
        }
        for recipient in [
            Recipient(id: "1", name: "ada", email: "ada@example.org"),
            Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", clientUserID: "u-1"),
        ] {
            let device = try await Device { $0.recipients = [recipient] }
            try await device.sign("1")
            #expect(try await Stage().sync(device)["status"] == "completed")
        }
    }

    @Test("A recipient's act must bear their own name, without an invented address")
    func otherName() async throws {
        let device = try await Device()
        try await device.desk.force(
            .viewed(recipientID: "1"), by: EventActor(kind: .recipient, id: "1", name: "Zo Signer"))
        try await expectRefused(device, "it is recipient 1's act, and Zo Signer did it")
        let placed = try await Device()
        try await placed.desk.force(
            .viewed(recipientID: "1"),
            by: EventActor(kind: .recipient, id: "1", name: "Bo Signer", ipAddress: "192.0.2.1"))
        try await expectRefused(placed, "an address is recorded only if the service has seen it")
        let zoned = try await Device()
        try await zoned.desk.force(
            .viewed(recipientID: "1"),
            by: EventActor(
                kind: .recipient, id: "1", name: "Bo Signer", zone: LocalZone(named: "Asia/Kolkata", at: Device.start)))
        try await expectRefused(zoned, "an address is recorded only if the service has seen it")
    }

    @Test("A day in the words of the signer's language is accepted, and the line below the signature with it")
    func language() async throws {
        let device = try await Device { definition in
            definition.options.showsEvidence = true
            definition.recipients[0].emailNotification = nil
        }
        try await device.sign("1", language: "de")
        let signed = try #require(device.desk.known.events.last { $0.body.kind == .signed })
        #expect(signed.actor.language == "de")
        let answer = try await Stage().sync(device)
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test("A device's clock may be a day ahead, but not more")
    func clock() async throws {
        let stage = try Stage()
        let ahead = try await Device()
        try await ahead.desk.force(.viewed(recipientID: "1"), by: Self.bo, at: stage.clock.now + 86_000)
        #expect(try await stage.sync(ahead).status == 200)
        let claimed = try await stage.history(ahead.id).events.first { $0.body.kind == .viewed }
        #expect(claimed?.at == stage.clock.now + 86_000)
        let far = try await Device()
        try await far.desk.force(.viewed(recipientID: "1"), by: Self.bo, at: stage.clock.now + 87_000)
        try await expectRefused(far, "Event 3: the device's clock was too far ahead")
    }

    @Test("An act that the rules forbid is refused")
    func rules() async throws {
        let early = try await Device()
        try await early.desk.force(
            .signatureAdopted(recipientID: "1", kind: .signature, artwork: .none, method: .typed), by: Self.bo)
        try await expectRefused(early, "has not agreed to electronic records")
        let locked = try await Device { definition in
            for index in definition.tabs.indices where definition.tabs[index].kind == .text {
                definition.tabs[index].maxLength = 3
            }
        }
        let disclosure = try await locked.desk.store(Device.agreement)
        try await locked.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await locked.desk.force(.consented(recipientID: "1", disclosure: disclosure), by: Self.bo)
        let text = try #require(locked.desk.known.envelope.tabs.first { $0.kind == .text }?.id)
        try await locked.desk.force(.fieldFilled(recipientID: "1", tabID: text, value: "Ghent"), by: Self.bo)
        try await expectRefused(locked, "Event 5: The text tab “Town” takes at most 3 characters.")
        let twice = try await Device()
        try await twice.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await twice.desk.force(
            .historyTaken(
                device: "k", first: 1, last: 3, uploadedBy: Sender(userID: "u", name: "U", email: "u@example.org")),
            by: EventActor(kind: .service, id: "countersign", name: "Countersign"))
        try await expectRefused(twice, "Event 4:")
    }

    @Test("An event without effect is refused")
    func nothingNew() async throws {
        let device = try await Device()
        let disclosure = try await device.desk.store(Device.agreement)
        let text = try #require(device.desk.known.envelope.tabs.first { $0.kind == .text }?.id)
        try await device.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await device.desk.force(.consented(recipientID: "1", disclosure: disclosure), by: Self.bo)
        for _ in 1...2 {
            try await device.desk.force(.fieldFilled(recipientID: "1", tabID: text, value: "Ghent"), by: Self.bo)
        }
        try await expectRefused(device, "Event 6: it changes nothing")
    }

    @Test("A device cannot seal")
    func sealed() async throws {
        let device = try await Device()
        try await device.sign("1")
        let document = try await device.desk.store(Data("sealed".utf8))
        try await device.desk.force(
            .sealed(documents: ["1": document], combined: document, certificate: document), by: .service)
        try await expectRefused(device, "Countersign did it, and not ada")
    }

    @Test("A missing or foreign blob is refused")
    func missingBlobs() async throws {
        let stage = try Stage()
        let device = try await Device()
        try await device.sign("1")
        let blobs = device.desk.blobs.sorted { $0.count < $1.count }
        try await stage.upload(Array(blobs.dropLast()))
        try await stage.commit(device.desk.known).expectRefusal(
            409, "ENVELOPE_BLOB_MISSING", containing: "has not been uploaded")
        // That another account has it does not count.
        try await stage.upload(blobs, as: Stage.eve)
        try await stage.commit(device.desk.known).expectRefusal(
            409, "ENVELOPE_BLOB_MISSING", containing: "has not been uploaded")
        try await stage.upload(blobs)
        #expect(try await stage.commit(device.desk.known).status == 200)
    }

    /// A device on which the recipient stands before signing, and what they would sign with.
    private func ready(signing version: (_ original: Data, _ signed: Data) throws -> Data) async throws -> Device {
        let honest = try await Device()
        try await honest.sign("1")
        var events = honest.desk.known.events
        let last = events.removeLast()
        guard case .signed(let id, let documents, let values, let shown) = last.body, let hash = documents["1"] else {
            throw StorageError.unreadable(what: "The last event", reason: "it is no signature")
        }
        let original = try await honest.desk.blob(try #require(honest.desk.known.envelope.documents.first?.blob))
        let device = try Device(History(events), blobs: honest.desk.blobs, key: honest.desk.key)
        let changed = try await device.desk.store(version(original, honest.desk.blob(hash)))
        try await device.desk.force(
            .signed(recipientID: id, documents: ["1": changed], values: values, shown: shown), by: Self.bo)
        return device
    }

    @Test("A new version must begin with the one before, and the signature must cover it whole")
    func versions() async throws {
        try await expectRefused(ready { Data("%PDF-1.7\n".utf8) + $1 }, "does not begin with the previous one")
        try await expectRefused(ready { $1 + Data("\n% more".utf8) }, "is not signed as a whole by recipient 1")
        try await expectRefused(
            ready { original, _ in original + Data("\n%".utf8) }, "is not signed as a whole by recipient 1")
        try await expectRefused(
            ready { original, signed in
                // A byte of the appended revision, before the signature's own value.
                var changed = signed
                changed[changed.startIndex + original.count + 200] ^= 1
                return changed
            }, "document 1")
    }

    @Test("A document must be a PDF with the envelope's pages")
    func pages() async throws {
        let two = try Device.pdf(pages: 2)
        let device = try await Device(document: two) { $0.documents[0].pages.removeLast() }
        try await expectRefused(device, "the pages of document 1 do not match the envelope")
        let text = Data("no PDF".utf8)
        let plain = try await Device(document: text) { definition in
            definition.documents[0].pages = [PageSize(width: 595, height: 842)]
        }
        try await expectRefused(plain, "The file is not a PDF")
    }

    @Test("Invalid artwork, unknown disclosures and entries for another recipient are refused")
    func contents() async throws {
        let device = try await Device()
        let other = Disclosure(title: "Electronic records", paragraphs: ["You agree to whatever there is."])
        let agreed = try await device.desk.store(other.bytes)
        try await device.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await device.desk.force(.consented(recipientID: "1", disclosure: agreed), by: Self.bo)
        try await expectRefused(device, "is not a text that this service knows")
        #expect(try await Stage { $0.commits.disclosures = [other] }.sync(device).status == 200)
        // The text that the sender of another envelope asks people to agree to is not this one's.
        let foreign = try await Device()
        let others = try await foreign.desk.store(
            Disclosure.onDevice(
                sender: Sender(userID: Stage.ada.userID, name: "Somebody Else", email: Stage.ada.email)
            ).bytes)
        try await foreign.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await foreign.desk.force(.consented(recipientID: "1", disclosure: others), by: Self.bo)
        try await expectRefused(foreign, "is not a text that this service knows")

        let second = try await Device()
        let disclosure = try await second.desk.store(Device.agreement)
        try await second.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await second.desk.force(.consented(recipientID: "1", disclosure: disclosure), by: Self.bo)
        try await second.desk.force(
            .signatureAdopted(recipientID: "1", kind: .signature, artwork: disclosure, method: .typed), by: Self.bo)
        try await expectRefused(second, "is not the artwork that was adopted")

        let honest = try await Device()
        try await honest.sign("1")
        var events = honest.desk.known.events
        guard case .signed(let id, let documents, var values, let shown) = events.removeLast().body else { return }
        let name = try #require(honest.desk.known.envelope.tabs.first { $0.kind == .fullName }?.id)
        values[name] = "The Queen"
        let named = try Device(History(events), blobs: honest.desk.blobs, key: honest.desk.key)
        try await named.desk.force(
            .signed(recipientID: id, documents: documents, values: values, shown: shown), by: Self.bo)
        try await expectRefused(named, "the value of “Name” is not the one in the envelope")
    }

    @Test("An invalid, foreign, too long or too large history is refused early")
    func unreadable() async throws {
        let stage = try Stage { configuration in
            configuration.commits.events = 4
            configuration.commits.historySize = 20_000
        }
        let device = try await Device()
        let path = "envelopes/\(device.id)/history"
        let type: HTTPFields = [.contentType: "application/json"]
        await stage.call(.put, path, Data("[\n{}\n]\n".utf8), headers: type)
            .expectRefusal(422, "ENVELOPE_HISTORY_INVALID", containing: "Event 1 cannot be read")
        await stage.call(.put, path, try device.desk.known.file)
            .expectRefusal(415, "INVALID_REQUEST_BODY")
        let other = "envelopes/\(EnvelopeID(UUID()))/history"
        await stage.call(.put, other, try device.desk.known.file, headers: type)
            .expectRefusal(422, "ENVELOPE_HISTORY_INVALID", containing: "belongs to envelope \(device.id)")
        let lines = Data(repeating: UInt8(ascii: "\n"), count: 100)
        await stage.call(.put, path, lines, headers: type)
            .expectRefusal(422, "ENVELOPE_HISTORY_INVALID", containing: "more than 4 events")
        #expect(await stage.call(.put, path, Data(count: 20_001), headers: type).status == 413)
        await stage.call(.put, "envelopes/x/history", try device.desk.known.file, headers: type)
            .expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST")
    }
}
