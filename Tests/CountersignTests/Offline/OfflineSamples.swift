import ClientSupport
import Envelopes
import Foundation
import PageImages
import SignedPDF
import TestSupport
import Typesetting

@testable import Ceremony
@testable import Countersign

/// A PDF of A4 pages with a line of text on each.
enum OfflinePDF {
    static func make(pages: Int = 1, title: String = "Agreement") throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: title, created: OfflineScene.start))
        for page in 1...pages {
            composition.addPage(width: 595, height: 842)
            try composition.text(
                "\(title), page \(page)", x: 72, baseline: 100, style: TextStyle(font: .helvetica, size: 12))
        }
        return try composition.data()
    }
}

/// Pictures and words of no document in particular.
struct BlankRenderer: PageRenderer {
    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data("picture".utf8) }
    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
}

/// A device with one user and nothing on it yet.
struct OfflineScene: Sendable {
    static let start = Date(timeIntervalSince1970: 1_795_252_500)
    static let ada = AccountDetails(
        accountID: "a-1", userID: "u-1", userName: "Ada Host", email: "ada@example.org")
    static let host = Recipient.Host(name: "Ada Host", email: "ada@example.org")

    let folder = TemporaryFolder()
    let events = RecordedEvents()
    let offline: OfflineEnvelopes

    init(
        hooks: (any OfflineSigningHooks)? = nil, consent: Disclosure? = nil,
        options: OfflineOptions = OfflineOptions()
    ) throws {
        let store = try DeviceStore(folder: folder.url.appending(path: "store"), now: { Self.start })
        let witness = DeviceWitness(
            clock: DeviceClock(sinceBoot: { 86_400_123 }, boot: { "b-1" }),
            zone: { TimeZone(identifier: "Europe/Amsterdam") ?? .gmt }, facts: ["model": "Tablet 3"],
            position: { DeviceEvidence.Position(latitude: 52.09, longitude: 5.12, accuracy: 20) })
        let keys = DeviceKeys(
            credentials: FileCredentialStore(folder: folder.url.appending(path: "keys")), user: "u", now: { Self.start }
        )
        let offline = OfflineEnvelopes(
            store: store, user: Self.ada, keys: keys,
            platform: OfflinePlatform(
                renderer: BlankRenderer(), typesetter: try HarfBuzzTypesetter(), witness: witness),
            options: options, events: events, now: { Self.start })
        offline.hooks = hooks
        offline.consent = consent
        self.offline = offline
    }

    var store: DeviceStore { offline.store }

    /// Two people whom the user hosts, one after the other, and the user.
    static func draft(pages: Int = 1, remote: Bool = false) throws -> EnvelopeDraft {
        try EnvelopeDraft("Rental agreement", subject: "Please sign the agreement", message: "Two pages.") {
            DraftDocument(id: "1", name: "Agreement.pdf", data: try OfflinePDF.make(pages: pages))
            InPersonSigner(id: "1", name: "Bo Tenant", host: host, routingOrder: 1) {
                SignHere(document: "1", page: 1, x: 72, y: 500)
                TextTab(document: "1", page: 1, x: 72, y: 400, label: "City", maxLength: 20)
                DateSignedTab(document: "1", page: 1, x: 300, y: 500)
            }
            InPersonSigner(id: "2", name: "Cy Tenant", host: host, routingOrder: 2) {
                SignHere(document: "1", page: 1, x: 72, y: 560)
            }
            Signer(id: "3", name: "Ada Host", email: "ada@example.org", routingOrder: 3) {
                SignHere(document: "1", page: 1, x: 72, y: 620)
            }
            if remote {
                Signer(id: "4", name: "Di Owner", email: "di@example.org", routingOrder: 4) {
                    SignHere(document: "1", page: 1, x: 72, y: 680)
                }
            }
        }
    }
}

/// Somebody at the device who does what a script says, by the page's own requests.
actor ScriptedPeople: OfflineSigningPresenter {
    enum Act: Sendable {
        case sign
        /// Signs without having looked at a page.
        case signUnseen
        /// Consents, types into the first text, and leaves by the page's menu.
        case later
        case decline(String)
        /// Types, and the page is closed.
        case close
        case fail
    }

    private var acts: [Act]
    private let answers: [HandOver.Answer]
    private let choice: RecipientID?
    private(set) var handOvers: [HandOver] = []
    private(set) var offered: [[RecipientID]] = []
    private(set) var refusals: [String] = []

    init(_ acts: [Act], answers: [HandOver.Answer] = [], choice: RecipientID? = nil) {
        self.acts = acts
        self.answers = answers
        self.choice = choice
    }

    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) -> RecipientID? {
        offered.append(recipients.map(\.id))
        return choice
    }

    func handOver(_ handOver: HandOver) -> HandOver.Answer {
        handOvers.append(handOver)
        return answers.count >= handOvers.count ? answers[handOvers.count - 1] : .ready
    }

    func present(_ page: SigningPage) async -> SigningPageEnding {
        guard case .host(let host) = page.source, !acts.isEmpty else { return .failed(reason: "nothing to show") }
        let act = acts.removeFirst()
        if case .fail = act { return .failed(reason: "the page was lost") }
        let session = await send(host, "GET", "session", nil)
        _ = await send(host, "POST", "consent", "{}")
        if case .decline(let reason) = act {
            return ending(await send(host, "POST", "decline", #"{"reason":"\#(reason)"}"#))
        }
        for tab in (session["tabs"] as? [[String: Any]]) ?? [] where tab["kind"] as? String == "text" {
            _ = await send(host, "PUT", "fields/\(tab["id"] ?? "")", #"{"value":"Utrecht"}"#)
        }
        switch act {
        case .later: return ending(await send(host, "POST", "later", "{}"))
        case .close: return .cancelled
        default: break
        }
        _ = await send(
            host, "PUT", "signature",
            #"{"kind":"signature","method":"typed","text":"Signature","face":"dancing-script"}"#)
        let tabs = (session["tabs"] as? [[String: Any]]) ?? []
        let places = tabs.filter { $0["kind"] as? String == "signHere" }.map { "\"\($0["id"] ?? "")\"" }
        _ = await send(host, "POST", "signature/places", #"{"fields":[\#(places.joined(separator: ","))]}"#)
        if case .signUnseen = act { return ending(await send(host, "POST", "finish", "{}")) }
        for document in (session["documents"] as? [[String: Any]]) ?? [] {
            for page in 1...((document["pages"] as? [Any])?.count ?? 1) {
                _ = await send(host, "GET", "documents/\(document["id"] ?? "")/pages/\(page)/image", nil)
                let shown = #"{"pages":[{"documentId":"\#(document["id"] ?? "")","page":\#(page)}]}"#
                _ = await send(host, "POST", "shown", shown)
            }
        }
        return ending(await send(host, "POST", "finish", "{}"))
    }

    private func ending(_ answer: [String: Any]) -> SigningPageEnding {
        guard let redirect = answer["redirect"] as? String,
            let event = redirect.split(separator: "=").last.map(String.init)
        else { return .failed(reason: "the page did not end") }
        return .returned(CeremonyEnding(event: event))
    }

    private func send(_ host: any PageHost, _ method: String, _ path: String, _ body: String?) async -> [String: Any] {
        let response = await host.answer(
            HTTPCall(
                HTTPRequest.Method(method) ?? .get, path,
                headers: HTTPFields(
                    body == nil
                        ? ["user-agent": "In-app page"]
                        : [
                            "content-type": "application/json", "idempotency-key": UUID().uuidString,
                            "user-agent": "In-app page",
                        ]),
                body: Data((body ?? "").utf8)))
        if response.status >= 400 { refusals.append(String(decoding: response.body, as: UTF8.self)) }
        return (try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]) ?? [:]
    }
}

extension OfflineScene {
    /// Who has signed, in that order.
    func signers(of id: EnvelopeID) async throws -> [RecipientID] {
        try await store.history(id).events.filter { $0.body.kind == .signed }.compactMap(\.body.recipientID)
    }
}
