import Ceremony
import Crypto
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import SignedPDF
import Testing
import Typesetting

@testable import TestSupport

/// A device without a network: the same ceremony, its own key, and a desk in memory.
struct Device {
    struct Key: DeviceSigner {
        let key = P256.Signing.PrivateKey()
        var publicKey: Data { key.publicKey.x963Representation }
        func signature(for data: Data) async throws -> Data { try key.signature(for: data).rawRepresentation }
    }

    static let evidence = DeviceEvidence(zone: "Europe/Amsterdam", secondsFromUTC: 3600, elapsed: 5_000_000)
    static let start = Date(timeIntervalSince1970: 1_795_250_000)

    let desk: Desk
    private let authority: EnvelopeAuthority

    /// An envelope made on the device, and sent.
    init(
        sender: Identity = Stage.ada, key: Key = Key(), document: Data? = nil, at date: Date = Device.start,
        changing change: (inout EnvelopeDefinition) -> Void = { _ in }
    ) async throws {
        let document = try document ?? Self.pdf()
        var definition = Self.definition(sender: sender, document: document)
        change(&definition)
        let actor = EventActor(kind: .sender, id: sender.userID, name: sender.name)
        let context = CommandContext(at: date, actor: actor, evidence: Self.evidence)
        let events = try decide(.create(EnvelopeID(UUID()), definition, send: true), nil, context)
        try await self.init(History(signed(events, by: key)), blobs: [document], key: key)
    }

    /// A device that carries on what it got from the service.
    init(_ history: History, blobs: [Data], key: Key = Key()) throws {
        desk = try Desk(history, blobs: blobs, key: key)
        authority = try EnvelopeAuthority("Device", canSeal: false)
    }

    var id: EnvelopeID { desk.known.envelope.id }

    /// A recipient does everything.
    ///
    /// - Parameters:
    ///   - town: what goes into every text.
    ///   - ledger: where the envelope is; the device's own unless another is given.
    ///   - authority: who issues the recipient's certificate; the device's own unless another is given.
    ///   - typesetter: sets the text; in this machine's fonts unless another is given.
    func sign(
        _ recipient: RecipientID, town: String = "Ghent", at date: Date = Device.start + 60,
        on ledger: EnvelopeLedger? = nil, authority: EnvelopeAuthority? = nil, typesetter: (any Typesetter)? = nil,
        language: String? = nil
    ) async throws {
        var configuration = CeremonyConfiguration(now: { date })
        configuration.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
        configuration.takesZoneOfPage = false
        try await Self.complete(
            recipient, of: id, town: town, on: ledger ?? desk.ledger, authority: authority ?? self.authority,
            configuration,
            typesetter: typesetter, language: language)
    }

    /// A recipient who has done everything else finishes.
    func finish(_ recipient: RecipientID, at date: Date = Device.start + 60) async throws {
        let host = CeremonyHost(
            ledger: desk.ledger, envelopeID: id, recipientID: recipient, renderer: NoPages(),
            typesetter: try HarfBuzzTypesetter(),
            authority: authority, configuration: CeremonyConfiguration(now: { date }))
        let answer = await host.answer(
            HTTPCall(
                .post, "finish", headers: [.contentType: "application/json"], body: Data("{}".utf8)))
        try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    /// A ceremony from the first page to the end, on a device or at a service.
    static func complete(
        _ recipient: RecipientID, of id: EnvelopeID, town: String, on ledger: EnvelopeLedger,
        authority: EnvelopeAuthority,
        _ configuration: CeremonyConfiguration, typesetter: (any Typesetter)? = nil, language: String? = nil
    ) async throws {
        let typesetter = try typesetter ?? HarfBuzzTypesetter()
        let host = CeremonyHost(
            ledger: ledger, envelopeID: id, recipientID: recipient, renderer: NoPages(), typesetter: typesetter,
            authority: authority,
            configuration: configuration)
        func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String = "{}") async throws {
            var headers: HTTPFields = [.contentType: "application/json"]
            headers[named: "Countersign-Language"] = language
            let answer = await host.answer(HTTPCall(method, path, headers: headers, body: Data(body.utf8)))
            try #require(answer.status == 200, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        }
        try await ask(.get, "session")
        try await ask(.post, "consent")
        let tabs = try await ledger.envelope(id).tabs(of: recipient)
        for tab in tabs where tab.kind.isFilledByHand && !tab.locked && tab.choice?.value != "other" {
            let value = tab.kind == .text ? town : tab.options?.last?.value ?? "true"
            try await ask(.put, "fields/\(tab.id)", #"{"value":"\#(value)"}"#)
        }
        let face = typesetter.faces.first?.id ?? ""
        try await ask(
            .put, "signature", #"{"kind":"signature","method":"typed","text":"Bo","face":"\#(face)"}"#)
        if tabs.contains(where: { $0.kind == .initialHere }) {
            let strokes = #"[[{"x":10,"y":10,"t":0},{"x":80,"y":60,"t":20},{"x":150,"y":20,"t":40}]]"#
            try await ask(
                .put, "signature",
                #"{"kind":"initials","method":"drawn","strokes":\#(strokes),"width":200,"height":100}"#)
        }
        let places = try await ledger.envelope(id).missingTabs(of: recipient).filter(\.kind.isArtwork)
        if !places.isEmpty {
            let fields = places.map { "\"\($0.id)\"" }.joined(separator: ",")
            try await ask(.post, "signature/places", #"{"fields":[\#(fields)]}"#)
        }
        for page in try await ledger.envelope(id).pagesToShow(to: recipient) {
            try await ask(.get, "documents/\(page.documentID)/pages/\(page.page)/image")
            try await ask(
                .post, "shown", #"{"pages":[{"documentId":"\#(page.documentID)","page":\#(page.page)}]}"#)
        }
        try await ask(.post, "finish")
    }

    static func pdf(_ title: String = "Lease", pages: Int = 1) throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: title))
        for _ in 0..<pages {
            composition.addPage()
            try composition.text(title, x: 72, baseline: 72)
        }
        return try composition.data()
    }

    /// What people agree to on a device of the usual sender's.
    static let agreement = Disclosure.onDevice(
        sender: Sender(userID: Stage.ada.userID, name: Stage.ada.name, email: Stage.ada.email)
    ).bytes

    /// One document; an in-person signer whom the sender hosts.
    static func definition(sender: Identity, document: Data) -> EnvelopeDefinition {
        let pages = (try? DocumentIntake.read(document)) ?? []
        let recipient = Recipient(
            id: "1", name: "Bo Signer", email: "", kind: .inPersonSigner,
            host: .init(name: sender.name, email: sender.email))
        return EnvelopeDefinition(
            accountID: sender.accountID,
            sender: Sender(userID: sender.userID, name: sender.name, email: sender.email), emailSubject: "Lease",
            documents: [
                EnvelopeDocument(id: "1", name: "lease.pdf", blob: BlobHash(of: document), pages: pages, order: 1)
            ],
            recipients: [recipient], tabs: tabs(of: "1", number: 1))
    }

    static func tabs(of recipient: RecipientID, number: Int) -> [EnvelopeTab] {
        func tab(_ kind: TabKind, _ label: String, _ place: Int) -> EnvelopeTab {
            EnvelopeTab(
                id: TabID(UUID()), kind: kind, documentID: "1", recipientID: recipient, page: 1,
                frame: TabFrame(x: Double(100 * number), y: Double(300 + 60 * place), width: 90, height: 40),
                label: label)
        }
        return [
            tab(.signHere, "Signature", 0), tab(.text, "Town", 1), tab(.dateSigned, "Date", 2),
            tab(.fullName, "Name", 3),
        ]
    }
}

/// The envelope on the device: every event gets the device's evidence and signature.
final class Desk: Sendable {
    struct Stamp: EventStamp {
        let key: Device.Key
        /// Changes events before they are signed, as a device that lies does.
        var change: @Sendable (EventBody) -> EventBody = { $0 }

        func context(_ context: CommandContext) async throws -> CommandContext {
            var context = context
            context.evidence = Device.evidence
            return context
        }

        func stamped(_ events: [Event]) async throws -> [Event] {
            guard var previous = events.first?.previousHash else { return [] }
            let changed = try events.map { event in
                let body = change(event.body)
                let next =
                    body == event.body && previous == event.previousHash
                    ? event
                    : try Event(
                        sequence: event.sequence, envelopeID: event.envelopeID, at: event.at, actor: event.actor,
                        commandKey: event.commandKey, body: body, device: event.device, previousHash: previous)
                previous = next.hash
                return next
            }
            return try await signed(changed, by: key)
        }
    }

    let memory: MemoryDesk
    let key: Device.Key

    init(_ history: History, blobs: [Data], key: Device.Key) throws {
        memory = try MemoryDesk(history, blobs: blobs, stamp: Stamp(key: key))
        self.key = key
    }

    var id: EnvelopeID { memory.id }
    var ledger: EnvelopeLedger { memory.ledger }

    /// The same, with other blobs or events.
    func ledger(
        blobs: (any BlobStore)? = nil, changing change: @escaping @Sendable (EventBody) -> EventBody = { $0 }
    ) -> EnvelopeLedger {
        EnvelopeLedger(
            events: memory.ledger.events, blobs: blobs ?? memory.ledger.blobs, stamp: Stamp(key: key, change: change))
    }

    var known: History {
        do { return try memory.known } catch { preconditionFailure("The device's history is broken: \(error)") }
    }
    var blobs: [Data] { memory.blobs }

    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await memory.perform(command, context)
    }

    func perform(
        _ context: CommandContext, _ work: @escaping @Sendable (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        try await memory.perform(context, work)
    }

    func append(_ events: [Event]) async throws -> Envelope {
        try await memory.force(try await signed(events, by: key))
        return known.envelope
    }

    func blob(_ hash: BlobHash) async throws -> Data { try await memory.blob(hash) }

    func store(_ blob: Data) async throws -> BlobHash { try await memory.store(blob) }

    /// Records what the rules would not let happen, as a device that lies does.
    func force(
        _ body: EventBody, by actor: EventActor, at date: Date = Device.start + 30,
        evidence: DeviceEvidence? = Device.evidence,
        key: Device.Key? = nil
    ) async throws {
        let last = known.envelope
        let event = try Event(
            sequence: last.lastSequence + 1, envelopeID: last.id, at: date, actor: actor, commandKey: nil, body: body,
            device: evidence, previousHash: last.lastHash)
        let events = evidence == nil ? [event] : try await signed([event], by: key ?? self.key)
        try await memory.force(events)
    }
}
