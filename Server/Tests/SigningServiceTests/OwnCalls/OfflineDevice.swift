import Ceremony
import Crypto
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import PageImages
import SignedPDF
import Testing
import Typesetting

/// A device without a network, on which a person whom its user hosts signs.
struct OfflineDevice: Sendable {
    private struct Key: DeviceSigner {
        let key = P256.Signing.PrivateKey()
        var publicKey: Data { key.publicKey.x963Representation }
        func signature(for data: Data) async throws -> Data { try key.signature(for: data).rawRepresentation }
    }

    private struct Authority: SigningAuthority {
        let authority: CertificateAuthority
        var canSeal: Bool { false }

        func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
            try authority.issue(
                commonName: recipient.name, email: nil, notBefore: date, notAfter: authority.certificate.notValidAfter)
        }

        func seal() async throws -> any DocumentSigner { throw CancellationError() }
    }

    private struct Stamp: EventStamp {
        let key: Key

        func context(_ context: CommandContext) async throws -> CommandContext {
            var context = context
            context.evidence = OfflineDevice.evidence
            return context
        }

        func stamped(_ events: [Event]) async throws -> [Event] { try await signed(events, by: key) }
    }

    private struct NoPages: PageRenderer {
        func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
        func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
    }

    private let ledger: EnvelopeLedger
    private let id: EnvelopeID
    private let kept: MemoryBlobStore

    /// An envelope of the user's with one in-person signer.
    init(user: Identity, at date: Date = Moment.start) async throws {
        let document = try SampleEnvelope.pdf()
        let tab = EnvelopeTab(
            id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
            frame: TabFrame(x: 100, y: 500, width: 120, height: 40), label: "Signature")
        let definition = EnvelopeDefinition(
            accountID: user.accountID, sender: Sender(userID: user.userID, name: user.name, email: user.email),
            emailSubject: "Lease",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: BlobHash(of: document),
                    pages: try DocumentIntake.read(document), order: 1)
            ],
            recipients: [
                Recipient(
                    id: "1", name: "Bo Signer", email: "", kind: .inPersonSigner,
                    host: .init(name: user.name, email: user.email))
            ], tabs: [tab])
        let context = CommandContext(
            at: date, actor: EventActor(kind: .sender, id: user.userID, name: user.name), evidence: Self.evidence)
        let key = Key()
        let events = try await signed(
            decide(.create(EnvelopeID(UUID()), definition, send: true), nil, context), by: key)
        kept = MemoryBlobStore(holding: [document])
        ledger = EnvelopeLedger(
            events: SQLEventStore(try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists]))), blobs: kept,
            stamp: Stamp(key: key))
        id = try await ledger.append(to: try #require(events.first).envelopeID) { _ in events }.envelope.id
    }

    private static let evidence = DeviceEvidence(zone: "Europe/Brussels", secondsFromUTC: 3600, elapsed: 1_000)

    var known: History {
        get async throws { try await ledger.history(id) }
    }

    var blobs: [Data] { kept.all }

    /// The person signs.
    func sign() async throws {
        let typesetter = try HarfBuzzTypesetter()
        let host = CeremonyHost(
            ledger: ledger, envelopeID: id, recipientID: "1", renderer: NoPages(), typesetter: typesetter,
            authority: Authority(
                authority: try CertificateAuthority.make(commonName: "Device", notBefore: Moment.start - 3600)),
            configuration: CeremonyConfiguration(now: { Moment.start + 60 }))
        let adoption = [
            "kind": "signature", "method": "typed", "text": "Bo", "face": typesetter.faces.first?.id ?? "",
        ]
        let places = ["fields": try await known.envelope.tabs.map(\.id.rawValue)]
        for (method, path, body) in [
            (HTTPRequest.Method.post, "consent", Data("{}".utf8)),
            (.put, "signature", try JSONEncoder().encode(adoption)),
            (.post, "signature/places", try JSONEncoder().encode(places)),
            (.get, "documents/1/pages/1/image", Data()),
            (.post, "shown", Data(#"{"pages":[{"documentId":"1","page":1}]}"#.utf8)),
            (.post, "finish", Data("{}".utf8)),
        ] {
            let answer = await host.answer(
                HTTPCall(method, path, headers: [.contentType: "application/json"], body: body))
            try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        }
    }
}
