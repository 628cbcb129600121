import Ceremony
import Crypto
import EnvelopeService
import Envelopes
import Foundation
import PageImages
import SignedPDF
import Synchronization
import Testing
import Typesetting

/// A device without a network, on which a person whom its user hosts signs.
final class OfflineDevice: CeremonyDesk {
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

    private struct NoPages: PageRenderer {
        func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
        func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
    }

    private let state: Mutex<(history: History, blobs: [BlobHash: Data])>
    private let key: Key

    /// An envelope of the user's with one in-person signer.
    init(user: Identity, at date: Date = Moment.start) async throws {
        let document = try SampleEnvelope.pdf()
        let tab = Tab(
            id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
            frame: TabFrame(x: 100, y: 500, width: 120, height: 40), label: "Signature")
        let definition = EnvelopeDefinition(
            accountID: user.accountID, sender: Sender(userID: user.userID, name: user.name, email: user.email),
            emailSubject: "Lease",
            documents: [
                Document(
                    id: "1", name: "lease.pdf", blob: BlobHash(of: document),
                    pages: try DocumentIntake.read(document), order: 1)
            ],
            recipients: [
                Recipient(
                    id: "1", name: "Bo Signer", email: "", kind: .inPersonSigner,
                    host: .init(name: user.name, email: user.email))
            ], tabs: [tab])
        let context = CommandContext(
            at: date, actor: Actor(kind: .sender, id: user.userID, name: user.name), evidence: Self.evidence)
        let key = Key()
        let events = try await signed(
            decide(.create(EnvelopeID(UUID()), definition, send: true), nil, context), by: key)
        state = Mutex((try History(events), [BlobHash(of: document): document]))
        self.key = key
    }

    private static let evidence = DeviceEvidence(zone: "Europe/Brussels", secondsFromUTC: 3600, elapsed: 1_000)

    var known: History { state.withLock { $0.history } }
    var blobs: [Data] { state.withLock { Array($0.blobs.values) } }

    /// The person signs.
    func sign() async throws {
        let typesetter = try HarfBuzzTypesetter()
        let host = CeremonyHost(
            desk: self, recipientID: "1", renderer: NoPages(), typesetter: typesetter,
            authority: Authority(
                authority: try CertificateAuthority.make(commonName: "Device", notBefore: Moment.start - 3600)),
            configuration: CeremonyConfiguration(now: { Moment.start + 60 }))
        let adoption = [
            "kind": "signature", "method": "typed", "text": "Bo", "face": typesetter.faces.first?.id ?? "",
        ]
        let places = ["fields": known.envelope.tabs.map(\.id.rawValue)]
        for (method, path, body) in [
            ("POST", "consent", Data("{}".utf8)), ("PUT", "signature", try JSONEncoder().encode(adoption)),
            ("POST", "signature/places", try JSONEncoder().encode(places)), ("POST", "finish", Data("{}".utf8)),
        ] {
            let answer = await host.answer(
                CeremonyRequest(
                    method: method, path: path, headers: ["content-type": "application/json"], body: body))
            try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        }
    }

    func envelope() async throws -> Envelope { known.envelope }
    func history() async throws -> History { known }

    func shownPages(to recipient: RecipientID) async throws -> ShownPages { known.envelope.everyPage }
    func noteShown(_ page: DocumentPage, to recipient: RecipientID) async throws {}

    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await perform(context) { _, _ in [command] }
    }

    func perform(
        _ context: CommandContext, _ work: @escaping @Sendable (Envelope, History) async throws -> [Command]
    ) async throws -> Envelope {
        let history = known
        var context = context
        context.evidence = Self.evidence
        let events = try await signed(
            decide(work(history.envelope, history), history.envelope, context).events, by: key)
        return try state.withLock { state in
            try state.history.append(events)
            return state.history.envelope
        }
    }

    func blob(_ hash: BlobHash) async throws -> Data { try #require(state.withLock { $0.blobs[hash] }) }

    func store(_ blob: Data) async throws -> BlobHash {
        state.withLock { $0.blobs[BlobHash(of: blob)] = blob }
        return BlobHash(of: blob)
    }
}
