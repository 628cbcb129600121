import Envelopes
import Foundation
import PageImages
import SignedPDF
import Testing
import Typesetting

@testable import Ceremony
@testable import TestSupport

/// Pictures and words of no document in particular.
struct PlainRenderer: PageRenderer {
    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        Data("picture of page \(page), \(width) wide, of \(try await source.bytes().count) bytes".utf8)
    }

    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
        [WordBox(text: "Agreement", x: 72, y: 84, width: 90, height: 20, line: 0)]
    }
}

/// An envelope that is out, and the hosts of its recipients.
struct Scene {
    static let signHere = "00000000-0000-4000-8000-000000000001"
    static let initialHere = "00000000-0000-4000-8000-000000000002"
    static let dateSigned = "00000000-0000-4000-8000-000000000003"
    static let fullName = "00000000-0000-4000-8000-000000000004"
    static let text = "00000000-0000-4000-8000-000000000005"
    static let checkbox = "00000000-0000-4000-8000-000000000006"
    static let locked = "00000000-0000-4000-8000-000000000007"
    static let othersText = "00000000-0000-4000-8000-000000000008"

    let desk: MemoryDesk
    let authority: EnvelopeAuthority
    let now = Date(timeIntervalSince1970: 1_795_252_502)
    let typesetter: HarfBuzzTypesetter

    init(
        documents count: Int = 1, recipients names: [String] = ["María Fernández"], isSent: Bool = true,
        showsEverything: Bool = true, extra: [Data] = [],
        changing change: (inout EnvelopeDefinition) throws -> Void = { _ in }
    ) throws {
        authority = try EnvelopeAuthority()
        typesetter = try HarfBuzzTypesetter()
        let bytes = (0..<count).map { SamplePDF.make(title: "Agreement \($0 + 1)") }
        let size = PageSize(width: 595, height: 842)
        let documents = bytes.enumerated().map { index, data in
            EnvelopeDocument(
                id: DocumentID("\(index + 1)"), name: "Agreement \(index + 1).pdf", blob: BlobHash(of: data),
                pages: [size, size], order: index + 1)
        }
        let recipients = names.enumerated().map { index, name in
            Recipient(
                id: RecipientID("\(index + 1)"), name: name, email: "signer\(index + 1)@example.com",
                routingOrder: index + 1)
        }
        var definition = EnvelopeDefinition(
            accountID: "account", sender: Sender(userID: "user", name: "Ann Sender", email: "ann@example.com"),
            emailSubject: "Please sign", documents: documents, recipients: recipients,
            tabs: try Self.tabs(documents: count, recipients: names.count))
        try change(&definition)
        let sender = EventActor(kind: .sender, id: "user", name: "Ann Sender")
        let context = CommandContext(at: Date(timeIntervalSince1970: 1_795_252_000), actor: sender)
        let id = EnvelopeID(UUID())
        desk = try MemoryDesk(
            try History(decide(.create(id, definition, send: isSent), nil, context)), blobs: bytes + extra,
            showsEverything: showsEverything)
    }

    /// The first recipient's tabs on the first document, and one signature of each on every other.
    private static func tabs(documents: Int, recipients: Int) throws -> [EnvelopeTab] {
        func tab(
            _ id: String, _ kind: TabKind, y: Double, height: Double = 24, width: Double = 160, page: Int = 1,
            document: DocumentID = "1", recipient: RecipientID = "1", required: Bool = true, locked: Bool = false,
            value: String? = nil, maxLength: Int? = nil
        ) throws -> EnvelopeTab {
            EnvelopeTab(
                id: try #require(TabID(rawValue: id)), kind: kind, documentID: document, recipientID: recipient,
                page: page, frame: TabFrame(x: 100, y: y, width: width, height: height), label: "\(kind.name) \(y)",
                required: required, locked: locked, value: value, maxLength: maxLength)
        }
        var tabs = [
            try tab(signHere, .signHere, y: 100, height: 50, page: 2),
            try tab(initialHere, .initialHere, y: 200, height: 30, width: 60, required: false),
            try tab(dateSigned, .dateSigned, y: 250), try tab(fullName, .fullName, y: 300),
            try tab(text, .text, y: 350, maxLength: 30),
            try tab(checkbox, .checkbox, y: 400, height: 16, width: 16, required: false),
            try tab(locked, .text, y: 450, required: false, locked: true, value: "Set by the sender"),
        ]
        for document in 1...documents {
            for recipient in 1...recipients where document > 1 || recipient > 1 {
                tabs.append(
                    try tab(
                        UUID().uuidString, .signHere, y: 500 + 60 * Double(recipient), height: 50,
                        document: DocumentID("\(document)"), recipient: RecipientID("\(recipient)")))
            }
        }
        if recipients > 1 { tabs.append(try tab(othersText, .text, y: 480, recipient: "2", required: false)) }
        return tabs
    }

    func host(
        _ recipient: RecipientID = "1", renderer: any PageRenderer = PlainRenderer(),
        returnURL: String? = "https://example.com/done?order=7#top", bodyLimit: Int = 2 << 20,
        disclosure: Disclosure? = nil, _ configure: (inout CeremonyConfiguration) -> Void = { _ in }
    ) -> CeremonyHost {
        var configuration = CeremonyConfiguration(
            now: { [now] in now }, report: { Issue.record($0, "reported by the host") })
        configuration.bodyLimit = bodyLimit
        configuration.disclosure = disclosure
        configure(&configuration)
        return CeremonyHost(
            ledger: desk.ledger, envelopeID: desk.id, recipientID: recipient, renderer: renderer,
            typesetter: typesetter, authority: authority,
            returnAddress: ReturnAddress(returnURL.flatMap(URL.init(string:))), configuration: configuration)
    }
}

/// A host as the page speaks to it.
extension CeremonyHost {
    func get(_ path: String, query: [String: String] = [:], headers: HTTPFields = [:]) async -> HTTPReply {
        var parts = URLComponents()
        parts.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let asked = query.isEmpty ? "" : "?" + (parts.percentEncodedQuery ?? "")
        return await answer(HTTPCall(.get, path + asked, headers: headers))
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "{}", key: String = UUID().uuidString,
        headers: HTTPFields = [:]
    ) async -> HTTPReply {
        let all = HTTPFields([
            "content-type": "application/json", "idempotency-key": key, "user-agent": "Test browser",
        ]).replacing(headers)
        return await answer(HTTPCall(method, path, headers: all, body: Data(body.utf8)), from: "192.0.2.7")
    }

    /// Everything up to, but without, finishing.
    func prepare(text: String = "Blue") async {
        _ = await get("session")
        _ = await send(.post, "consent")
        _ = await send(.put, "fields/\(Scene.text)", #"{"value":"\#(text)"}"#)
        _ = await send(.put, "fields/\(Scene.checkbox)", #"{"value":"true"}"#)
        _ = await send(
            .put, "signature",
            #"{"kind":"signature","method":"typed","text":"María Fernández","face":"dancing-script"}"#)
        _ = await send(.put, "signature", Drawings.zigzag(kind: "initials"))
        await placeEverywhere()
    }

    /// Puts what is adopted into every required place.
    func placeEverywhere() async {
        let tabs = (try? await envelope().missingTabs(of: recipientID)) ?? []
        let places = tabs.filter(\.kind.isArtwork).map { "\"\($0.id)\"" }
        guard !places.isEmpty else { return }
        _ = await send(.post, "signature/places", #"{"fields":[\#(places.joined(separator: ","))]}"#)
    }
}

enum Drawings {
    static func zigzag(kind: String = "signature") -> String {
        body([[(100, 100), (200, 20), (300, 110.5), (420, 30)], [(80, 140), (450, 150)]], kind: kind)
    }

    static func body(_ strokes: [[(Double, Double)]], kind: String = "signature") -> String {
        let lists = strokes.map { stroke in
            let points = stroke.enumerated().map { #"{"x":\#($1.0),"y":\#($1.1),"t":\#($0 * 16),"p":0.5}"# }
            return "[" + points.joined(separator: ",") + "]"
        }
        return #"{"kind":"\#(kind)","method":"drawn","strokes":["# + lists.joined(separator: ",")
            + #"],"width":1000,"height":250}"#
    }
}

/// What the page reads from answers.
struct Answer: Decodable {
    struct Problem: Decodable {
        let code: String
        let message: String
        let fields: [String]?
        let pages: [DocumentPage]?
        let redirect: String?
    }
    let error: Problem?
    let redirect: String?

    init(_ response: HTTPReply) throws {
        self = try JSONDecoder().decode(Answer.self, from: response.body)
    }
}

struct SessionAnswer: Decodable {
    struct Envelope: Decodable {
        let id: String
        let subject: String
        let status: String
        let reason: String?
    }
    struct Recipient: Decodable {
        let name: String
        let status: String
        let consented: Bool
    }
    struct Tab: Decodable {
        let id: String
        let kind: String
        let x: Double
        let value: String?
        let filled: Bool
    }
    struct Artwork: Decodable {
        let method: String
        let path: String
        let width: Double
        let height: Double
        let stroke: Double?
    }
    let envelope: Envelope
    let recipient: Recipient
    let tabs: [Tab]
    let signature: Artwork?
    let initials: Artwork?
    let finished: Bool
    let unseen: [DocumentPage]
    let faces: [String]
    let limits: [String: Int]

    init(_ response: HTTPReply) throws {
        self = try JSONDecoder().decode(SessionAnswer.self, from: response.body)
    }

    func tab(_ id: String) -> Tab? { tabs.first { $0.id == id } }
}
