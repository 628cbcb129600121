import Ceremony
import Envelopes
import Foundation
import Ledger
import Testing

@testable import DeviceCalls
@testable import SignedPDF
@testable import TestSupport

@Suite("Content of documents signed on a device")
struct CommitContentTests {
    private static let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
    private static let code = "ENVELOPE_HISTORY_INVALID"

    // MARK: What is taken

    /// One of every kind of tab on a document.
    private static func everyTab(of recipient: RecipientID, on document: DocumentID, number: Int) -> [EnvelopeTab] {
        func tab(_ kind: TabKind, _ place: Int, _ change: (inout EnvelopeTab) -> Void = { _ in }) -> EnvelopeTab {
            var tab = EnvelopeTab(
                id: TabID(UUID()), kind: kind, documentID: document, recipientID: recipient, page: 1,
                frame: TabFrame(x: Double(120 * number), y: Double(60 + 50 * place), width: 90, height: 30),
                label: "\(kind.name) \(number)")
            change(&tab)
            return tab
        }
        return [
            tab(.signHere, 0), tab(.signHere, 1), tab(.initialHere, 2), tab(.dateSigned, 3), tab(.fullName, 4),
            tab(.text, 5), tab(.text, 6) { $0.fontSize = 7 }, tab(.checkbox, 7),
            tab(.radio, 8) { $0.choice = RadioChoice(group: "g\(number)\(document)", value: "one") },
            tab(.radio, 9) { $0.choice = RadioChoice(group: "g\(number)\(document)", value: "other") },
            tab(.list, 10) {
                $0.options = [ListOption(text: "Red", value: "r"), ListOption(text: "Dark blue", value: "b")]
            },
        ]
    }

    @Test(
        "A device's documents are accepted with every kind of field and two signers in turn",
        arguments: ["Ghent", "Łódź", "京都 קריית שמונה"])
    func everything(town: String) async throws {
        let stage = try Stage()
        let second = try Device.pdf("Annex", pages: 2)
        let device = try await Device { definition in
            definition.documents.append(
                EnvelopeDocument(
                    id: "2", name: "annex.pdf", blob: BlobHash(of: second),
                    pages: (try? DocumentIntake.read(second)) ?? [], order: 2))
            definition.recipients.append(
                Recipient(
                    id: "2", name: "Zoë 山田", email: "", routingOrder: 2, kind: .inPersonSigner,
                    host: definition.recipients[0].host))
            definition.tabs =
                Self.everyTab(of: "1", on: "1", number: 1) + Self.everyTab(of: "1", on: "2", number: 1)
                + Self.everyTab(of: "2", on: "1", number: 2) + Self.everyTab(of: "2", on: "2", number: 2)
        }
        _ = try await device.desk.store(second)
        try await device.sign("1", town: town)
        try await device.sign("2", town: town)
        let answer = try await stage.sync(device)
        #expect(answer["status"] == "completed", "\(answer.text)")
    }

    @Test(
        "A document with an earlier signature gets signatures that show the values", arguments: ["Ghent", "京都"])
    func signedBefore(town: String) async throws {
        let plain = try PDFDocument(Device.pdf(pages: 2))
        let signer = try EnvelopeAuthority("Elsewhere").sealing
        let update = try await plain.signedRevision(
            SignatureField(name: "Earlier"), with: signer, at: Device.start - 5000)
        let stage = try Stage()
        let device = try await Device(document: plain.bytes + update) { definition in
            definition.tabs = Self.everyTab(of: "1", on: "1", number: 1)
            for index in definition.tabs.indices.suffix(6) { definition.tabs[index].page = 2 }
        }
        try await device.sign("1", town: town)
        let answer = try await stage.sync(device)
        #expect(answer["status"] == "completed", "\(answer.text)")
    }

    @Test("An envelope started at the service can be finished on a device", arguments: [true, false])
    func begunAtService(certifies: Bool) async throws {
        let authority = try EnvelopeAuthority("Service")
        let stage = try Stage(authority: authority) { $0.ceremony.certifiesDocuments = certifies }
        let device = try await Device { definition in
            definition.recipients.insert(
                Recipient(id: "2", name: "Di First", email: "di@example.org", routingOrder: 1), at: 0)
            definition.recipients[1].routingOrder = 2
            definition.tabs += Device.tabs(of: "2", number: 3)
        }
        #expect(try await stage.sync(device)["status"] == "sent")
        var configuration = CeremonyConfiguration(now: { [clock = stage.clock] in clock.now })
        configuration.certifiesDocuments = certifies
        try await Device.complete(
            "2", of: device.id, town: "Bruges", on: stage.service.ledger, authority: authority,
            configuration)
        let history = try await stage.history(device.id)
        var blobs = device.desk.blobs
        for hash in history.events.flatMap(\.body.blobs) {
            blobs.append(try await stage.service.ledger.document(hash))
        }
        let carried = try Device(history, blobs: blobs)
        try await carried.sign("1", at: stage.clock.now)
        let answer = try await stage.sync(carried)
        #expect(answer["status"] == "completed", "\(answer.text)")
    }

    // MARK: What is not

    /// Blobs of which one is another one when it is read.
    private struct Exchanged: BlobStore {
        let inner: any BlobStore
        let original: BlobHash
        let instead: Data

        func data(_ hash: BlobHash) async throws -> Data { hash == original ? instead : try await inner.data(hash) }
        func store(_ blob: Blob) async throws { try await inner.store(blob) }
        func size(_ hash: BlobHash) async throws -> Int? { try await inner.size(hash) }
        func renew(_ hash: BlobHash) async throws -> Bool { try await inner.renew(hash) }
        func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
            try await inner.remove(hash, storedBefore: date)
        }
        func stored(before date: Date) async throws -> [BlobHash] { try await inner.stored(before: date) }
    }

    /// The ledger of a device on which the envelope's document is another one when it is signed.
    private func exchanged(_ desk: Desk, _ original: BlobHash, _ instead: Data) -> EnvelopeLedger {
        desk.ledger(blobs: Exchanged(inner: desk.ledger.blobs, original: original, instead: instead))
    }

    enum Change: CaseIterable {
        case contents, annotation, field, metadata, unused
    }

    /// The document with an update that changes something.
    private static func changed(_ data: Data, _ change: Change) throws -> Data {
        let document = try PDFDocument(data)
        var update = try IncrementalUpdate(document)
        let page = try document.page(1)
        switch change {
        case .contents:
            let other = try PDFDocument(Device.pdf("Ada owes nothing"))
            let stream = try other.value("Contents", in: other.page(1).dictionary)
            update.set(try #require(page.dictionary["Contents"]?.referenceValue), to: stream)
        case .annotation:
            var dictionary = page.dictionary
            let note = update.add(
                .dictionary([
                    "Type": .name("Annot"), "Subtype": .name("FreeText"), "Contents": .text("Paid"),
                    "Rect": .array([.integer(50), .integer(700), .integer(150), .integer(750)]),
                ]))
            dictionary["Annots"] = .array([.reference(note)])
            update.set(page.reference, to: .dictionary(dictionary))
        case .field:
            let field = FormField(
                name: "countersign-more", page: 1, rect: PageRect(x: 10, y: 10, width: 90, height: 20),
                content: .text("Paid"))
            return data + (try document.update(adding: [field]))
        case .metadata:
            update.set(
                try #require(document.trailer["Info"]?.referenceValue), to: .dictionary(["Title": .text("Another")]))
        case .unused:
            _ = update.add(.dictionary(["Hidden": .integer(1)]))
        }
        return data + Data(try update.emitted().bytes)
    }

    @Test("The first signer cannot change the document before signing", arguments: Change.allCases)
    func exchanged(change: Change) async throws {
        let stage = try Stage()
        let device = try await Device()
        let original = try #require(device.desk.known.envelope.documents.first?.blob)
        let other = try await Self.changed(device.desk.blob(original), change)
        try await device.sign("1", on: exchanged(device.desk, original, other))
        let answer = try await stage.sync(device)
        answer.expectRefusal(422, Self.code, containing: "may add only the entries and the signature of recipient 1")
    }

    @Test("A later signer cannot change the document and break the earlier signature")
    func exchangedLater() async throws {
        let stage = try Stage()
        let device = try await Device { definition in
            var second = definition.recipients[0]
            (second.id, second.name, second.routingOrder) = ("2", "Cy Signer", 2)
            definition.recipients.append(second)
            definition.tabs += Device.tabs(of: "2", number: 3)
        }
        try await device.sign("1")
        let signed = try #require(device.desk.known.envelope.latestVersion(of: "1"))
        let other = try await Self.changed(device.desk.blob(signed), .contents)
        try await device.sign("2", on: exchanged(device.desk, signed, other))
        let answer = try await stage.sync(device)
        answer.expectRefusal(422, Self.code, containing: "the new version of document 1 breaks the signature")
    }

    @Test("A signature in another name than the recipient's is refused")
    func otherName() async throws {
        let stage = try Stage()
        let device = try await Device()
        try await device.sign("1", authority: EnvelopeAuthority("Device", canSeal: false, naming: "Bo Singer"))
        try await stage.sync(device).expectRefusal(
            422, Self.code, containing: "is in the name of Bo Singer, not of recipient 1")
    }

    /// The history of one device before it signed, with what another history and version say of the signature.
    private func forged(
        _ first: Device, signed second: Device, at date: Date = Device.start + 60,
        _ change: (inout [TabID: String]) -> Void = { _ in }
    ) async throws -> Device {
        guard case .signed(let id, let documents, var values, let shown)? = second.desk.known.events.last?.body else {
            throw StorageError.unreadable(what: "The last event", reason: "it is no signature")
        }
        change(&values)
        let events = first.desk.known.events.filter { $0.body.kind != .signed }
        let device = try Device(
            History(events), blobs: first.desk.blobs + second.desk.blobs, key: first.desk.key)
        try await device.desk.force(
            .signed(recipientID: id, documents: documents, values: values, shown: shown), by: Self.bo, at: date)
        return device
    }

    @Test(
        "A document must show the values in the history",
        arguments: [("Ghent", "Antwerp"), ("京都", "大阪"), ("Ghent", "京都")])
    func otherValues(stated: String, shown: String) async throws {
        let first = try await Device()
        let second = try Device(first.desk.known, blobs: first.desk.blobs, key: first.desk.key)
        try await first.sign("1", town: stated)
        try await second.sign("1", town: shown)
        let device = try await forged(first, signed: second)
        try await Stage().sync(device).expectRefusal(
            422, Self.code, containing: "may add only the entries and the signature of recipient 1")
    }

    @Test("The date signed is the date in the device's time zone")
    func otherDay() async throws {
        let first = try await Device()
        try await first.sign("1")
        let date = try #require(first.desk.known.envelope.tabs.first { $0.kind == .dateSigned }?.id)
        try await Stage().sync(forged(first, signed: first) { $0[date] = "1 Jan 1970" })
            .expectRefusal(422, Self.code, containing: "the date signed differs from the device's date")
    }

    @Test("An event far behind an earlier one, or before the account existed, is refused")
    func backDated() async throws {
        let first = try await Device()
        try await first.sign("1")
        try await Stage().sync(forged(first, signed: first, at: Device.start - 90_000))
            .expectRefusal(422, Self.code, containing: "too far behind")
        // A clock that was set right in between is believed.
        let set = try await Device()
        try await set.desk.force(.viewed(recipientID: "1"), by: Self.bo, at: Device.start - 80_000)
        #expect(try await Stage().sync(set).status == 200)
        let early = try await Device(at: Date(timeIntervalSince1970: 1_600_000_000))
        try await Stage().sync(early).expectRefusal(422, Self.code, containing: "Event 1: the device's clock")
    }

    @Test("A device's elapsed time cannot go backwards")
    func countsBack() async throws {
        var evidence = DeviceEvidence(
            zone: "Europe/Amsterdam", secondsFromUTC: 3600, elapsed: 5_000_000, count: "b")
        let device = try await Device()
        let disclosure = try await device.desk.store(Device.agreement)
        try await device.desk.force(.viewed(recipientID: "1"), by: Self.bo, evidence: evidence)
        // A few seconds may be the order in which acts were stored.
        evidence.elapsed -= 1_000_000
        try await device.desk.force(
            .consented(recipientID: "1", disclosure: disclosure), by: Self.bo, evidence: evidence)
        try await Stage().sync(device).expectRefusal(422, Self.code, containing: "elapsed time went backwards")
    }

    /// A device on which somebody has adopted what these texts say, one after the other.
    private func adopting(_ artwork: [String]) async throws -> Device {
        let device = try await Device()
        let disclosure = try await device.desk.store(Device.agreement)
        try await device.desk.force(.viewed(recipientID: "1"), by: Self.bo)
        try await device.desk.force(.consented(recipientID: "1", disclosure: disclosure), by: Self.bo)
        for text in artwork {
            let hash = try await device.desk.store(Data(text.utf8))
            try await device.desk.force(
                .signatureAdopted(recipientID: "1", kind: .signature, artwork: hash, method: .typed), by: Self.bo)
        }
        return device
    }

    private static func artwork(_ rest: String) -> String {
        #"{"kind":"signature","method":"typed","text":"x","face":"f",\#(rest)}"#
    }

    @Test(
        "Artwork must draw a valid line within its box",
        arguments: [
            #""path":"M0 0L100000 100000Z","width":1e-310,"height":1e-310"#,
            #""path":"M0 0L100000 100000Z","width":1e308,"height":1e-308"#,
            #""path":"M0 0L9 9Z","width":10,"height":10,"stroke":1e308"#,
            #""path":"M0 0L9 9Z","width":10,"height":10,"stroke":-5"#,
            #""path":"M0 0L11 9Z","width":10,"height":10"#, #""path":"M0 -1L9 9Z","width":10,"height":10"#,
            #""path":"","width":1,"height":1"#, #""path":"Z","width":1,"height":1"#,
        ])
    func artworkBounds(rest: String) async throws {
        try await Stage().sync(adopting([Self.artwork(rest)])).expectRefusal(
            422, Self.code, containing: "is not the artwork that was adopted")
    }

    @Test("An artwork adopted repeatedly is read once, up to a limit")
    func artworkAgain() async throws {
        let two = (0..<2).map { Self.artwork(#""path":"M0 \#($0)L9 9Z","width":10,"height":10"#) }
        let device = try await adopting((0..<20).map { two[$0 % 2] })
        let bytes = two.reduce(0) { $0 + $1.utf8.count }
        #expect(try await Stage { $0.commits.readBytes = bytes }.sync(device).status == 200)
        try await Stage { $0.commits.readBytes = bytes - 1 }.sync(device).expectRefusal(
            422, Self.code, containing: "it names more than \(bytes - 1) bytes")
        try await Stage { $0.ceremony.acts.adoptions = 19 }.sync(device).expectRefusal(
            422, Self.code, containing: "has adopted more than 19 times")
    }
}
