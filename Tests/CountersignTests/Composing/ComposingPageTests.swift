import Composing
import CountersignTesting
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// A sender at the composing page, by the page's own requests. Signs on the pages that follow.
private actor Composer: OfflineSigningPresenter {
    typealias Acts = @Sendable (Page) async throws -> SigningPageEnding

    /// The page's requests.
    struct Page: Sendable {
        let host: any PageHost

        struct Answer {
            let status: Int
            let content: [String: Any]

            var code: String { (content["error"] as? [String: Any])?["code"] as? String ?? "" }
            var problems: [String] {
                let list = content["problems"] ?? (content["error"] as? [String: Any])?["problems"]
                return (list as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
            }
        }

        func call(_ method: HTTPRequest.Method, _ path: String, _ body: Any? = nil) async throws -> Answer {
            let bytes = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
            let reply = await host.answer(
                HTTPCall(method, path, headers: [.contentType: "application/json"], body: bytes))
            let content = try? JSONSerialization.jsonObject(with: reply.body) as? [String: Any]
            return Answer(status: reply.status, content: content ?? [:])
        }

        func upload(_ id: String, _ file: Data) async -> Int {
            var headers: HTTPFields = [.contentType: "application/octet-stream"]
            headers[named: "X-File-Name"] = "Lease.pdf"
            return await host.answer(HTTPCall(.put, "files/\(id)", headers: headers, body: file)).status
        }

        /// Saves over the newest version.
        func save(_ content: [String: Any]) async throws -> Answer {
            let version = try await call(.get, "draft").content["version"] as? Int ?? 0
            return try await call(.put, "draft", ["version": version, "content": content])
        }

        func send() async throws -> Answer {
            let version = try await call(.get, "draft").content["version"] as? Int ?? 0
            return try await call(.post, "send", ["version": version])
        }

        /// A whole contract: one page, and a signature of each person.
        func compose(
            _ people: [[String: any Sendable]], subject: String = "Lease"
        ) async throws -> Answer {
            #expect(try await upload("1", OfflinePDF.make()) == 200)
            return try await save(Self.content(people, subject: subject))
        }

        static func content(_ people: [[String: any Sendable]], subject: String = "Lease") -> [String: Any] {
            [
                "emailSubject": subject, "documents": [["id": "1", "name": "Lease.pdf"]], "recipients": people,
                "tabs": people.enumerated().map { index, person in
                    [
                        "id": "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e9\(index)", "kind": "signHere", "documentId": "1",
                        "recipientId": person["id"] ?? "", "page": 1, "label": "Signature", "required": true,
                        "locked": false,
                        "frame": ["x": 72_000, "y": 100_500 + 60_000 * index, "width": 150_000, "height": 40_000],
                    ] as [String: Any]
                },
            ]
        }
    }

    private let acts: Acts
    private let signing: CeremonyPresenter?
    private let signers: ScriptedPeople
    private(set) var purposes: [SigningPage.Purpose] = []

    init(signers: [ScriptedPeople.Act] = [], online: CeremonyPresenter? = nil, _ acts: @escaping Acts) {
        self.acts = acts
        signing = online
        self.signers = ScriptedPeople(signers)
    }

    func present(_ page: SigningPage) async -> SigningPageEnding {
        purposes.append(page.purpose)
        guard page.purpose == .composing else {
            if let signing { return await signing.present(page) }
            return await signers.present(page)
        }
        guard case .host(let host) = page.source else { return .failed(reason: "no host") }
        do { return try await acts(Page(host: host)) } catch { return .failed(reason: "\(error)") }
    }

    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) -> RecipientID? { recipients.first?.id }
    func handOver(_ handOver: HandOver) -> HandOver.Answer { .ready }
}

extension SigningPageEnding {
    fileprivate static let sent = SigningPageEnding.returned(.other("send"))
    fileprivate static let discarded = SigningPageEnding.returned(.cancel)
}

private let ada: [String: any Sendable] = [
    "id": "1", "name": "Ada Host", "email": "ada@example.org", "routingOrder": 1,
]
private let bo: [String: any Sendable] = ["id": "2", "name": "Bo Owner", "email": "bo@example.org", "routingOrder": 2]

@Suite("Composing in an app")
struct ComposingPageTests {
    @Test("Offline, an envelope is composed, signed by its user at once, and uploaded as one envelope")
    func offline() async throws {
        let scene = try await SyncScene()
        scene.service.turnOn(.offline)
        let composer = Composer(signers: [.sign]) { page async throws in
            #expect(try await page.compose([ada, bo]).problems == [])
            #expect(try await page.send().status == 200)
            return .sent
        }
        let outcome = try await scene.session.compose(mode: .offline, presenting: composer)
        guard case .signed(let id) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(await composer.purposes == [.composing, .signing])
        #expect(try await scene.offline.store.hasDraft() == false)
        #expect(try await scene.offline.store.cached(id)?.state == .readyToSync)
        scene.service.turnOffFaults()
        let report = await scene.session.syncAll(of: scene.offline)
        #expect(report.synced == [id])
        let envelope = try await scene.service.envelope(id)
        #expect(envelope.state(of: "1")?.status == .completed)
        #expect(envelope.isTurn(of: "2"))
        #expect(envelope.tabs.first?.frame == TabFrame(x: 72, y: 100.5, width: 150, height: 40))
    }

    @Test("Online, the envelope is made on the server, and its user signs there at once")
    func online() async throws {
        let scene = try await SyncScene()
        let signing = CeremonyPresenter(scene.service) { try await $0.complete() }
        let composer = Composer(online: signing) { page async throws in
            _ = try await page.compose([ada, bo])
            #expect(try await page.send().status == 200)
            return .sent
        }
        let outcome = try await scene.session.compose(presenting: composer)
        guard case .signed(let id) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await scene.service.envelope(id).state(of: "1")?.status == .completed)
        #expect(try await scene.offline.store.envelopeIDs() == [])
    }

    @Test("An access code, reminders and a language reach the server")
    func whatAPIRequestsHold() async throws {
        let scene = try await SyncScene()
        let composer = Composer { page async throws in
            var guarded = bo
            guarded["routingOrder"] = 1
            guarded["code"] = "4711"
            guarded["emailNotification"] = ["language": "nl"]
            #expect(try await page.upload("1", OfflinePDF.make()) == 200)
            var content = Composer.Page.content([guarded])
            content["notification"] = [
                "reminders": ["delay": 2, "frequency": 3], "expiry": ["after": 30, "warn": 0],
            ]
            let saved = try await page.save(content)
            #expect(saved.problems == [])
            let shown = (saved.content["content"] as? [String: Any])?["recipients"] as? [[String: Any]]
            #expect(shown?.first?["code"] as? Bool == true)
            #expect(!"\(saved.content)".contains("4711"))
            _ = try await page.send()
            return .sent
        }
        guard case .sent(let id) = try await scene.session.compose(presenting: composer) else {
            Issue.record("not sent")
            return
        }
        let envelope = try await scene.service.envelope(id)
        #expect(envelope.recipients.first?.accessCode?.matches("4711") == true)
        #expect(envelope.recipients.first?.emailNotification?.language == "nl")
        #expect(envelope.definition.notification?.reminders?.delay == 2)
        #expect(envelope.definition.notification?.expiry?.after == 30)
    }

    @Test(
        "Without a network, sending online fails with an event and a code, and the draft stays; then it succeeds once")
    func failedSending() async throws {
        let scene = try await SyncScene()
        scene.service.turnOn(.answerLost, times: 1) { method, path in method == "POST" && path.hasSuffix("envelopes") }
        let events = scene.session.events.makeAsyncIterator()
        let composer = Composer { page async throws in
            _ = try await page.compose([bo])
            let failed = try await page.send()
            #expect(failed.status == 422)
            #expect(failed.code == "not-sent")
            #expect(try await scene.offline.store.hasDraft())
            #expect(try await page.send().status == 200)
            return .sent
        }
        guard case .sent(let id) = try await scene.session.compose(presenting: composer) else {
            Issue.record("not sent")
            return
        }
        var iterator = events
        guard case .sendFailed = await iterator.next() else {
            Issue.record("no event")
            return
        }
        // The first request had come to the server, which made one envelope.
        #expect(try await scene.session.api.envelopes().envelopes.map(\.id) == [id])
    }

    @Test("A refusal of the server is told in its words, and the draft stays")
    func refusedSending() async throws {
        let scene = try await SyncScene()
        scene.service.expire(scene.ada.accessToken)
        let composer = Composer { page async throws in
            _ = try await page.compose([bo])
            let refused = try await page.send()
            #expect(refused.code == "sending-refused" || refused.code == "not-sent")
            return .cancelled
        }
        #expect(try await scene.session.compose(presenting: composer) == .saved)
        #expect(try await scene.offline.store.hasDraft())
    }

    @Test("A draft outlives its page, is resumed as it was, and is an app's draft as well")
    func resumed() async throws {
        let scene = try OfflineScene()
        let session = try await SyncScene()
        let first = Composer { page async throws in
            _ = try await page.compose([ada])
            return .cancelled
        }
        #expect(try await session.session.compose(mode: .offline, presenting: first) == .saved)
        let draft = try #require(try await session.offline.store.draft())
        #expect(draft.subject == "Lease")
        #expect(draft.documents.map(\.name) == ["Lease.pdf"])
        #expect(draft.recipients.first?.tabs.map(\.y) == [100.5])
        let second = Composer { page async throws in
            let shown = try await page.call(.get, "draft")
            #expect((shown.content["content"] as? [String: Any])?["emailSubject"] as? String == "Lease")
            _ = try await page.save(Composer.Page.content([ada], subject: "Another subject"))
            _ = try await page.call(.post, "discard", [String: String]())
            return .discarded
        }
        // What was saved before is there again.
        #expect(try await session.session.compose(mode: .offline, presenting: second) == .discarded)
        #expect(try await session.offline.store.draft()?.subject == "Lease")
        // A draft that an app has built is opened in the page, with its values.
        try await session.offline.store.save(OfflineScene.draft())
        let third = Composer(signers: [.sign, .sign, .sign]) { page async throws in
            let shown = try await page.call(.get, "draft")
            #expect(shown.problems == [])
            _ = try await page.send()
            return .sent
        }
        let outcome = try await session.session.compose(mode: .offline, presenting: third)
        guard case .signed(let id) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await session.offline.store.cached(id)?.name == "Rental agreement")
        _ = scene
    }

    @Test("A page that was left blank leaves no draft, and a new draft takes the place of the old")
    func blankAndAnew() async throws {
        let scene = try await SyncScene()
        let looking = Composer { page async throws in
            #expect(try await page.call(.get, "draft").status == 200)
            return .cancelled
        }
        #expect(try await scene.session.compose(presenting: looking) == .discarded)
        #expect(try await scene.offline.store.hasDraft() == false)
        let filling = Composer { page async throws in
            _ = try await page.compose([bo])
            return .dismissed
        }
        #expect(try await scene.session.compose(presenting: filling) == .saved)
        #expect(try await scene.session.compose(resumingDraft: false, presenting: looking) == .discarded)
        #expect(try await scene.offline.store.hasDraft() == false)
    }

    @Test("A page that cannot be shown is an error, and leaves what was entered")
    func lostPage() async throws {
        let scene = try await SyncScene()
        let composer = Composer { page async throws in
            _ = try await page.compose([bo])
            return .failed(reason: "The web process ended.")
        }
        await #expect(throws: CountersignError.signingFailed(reason: "The web process ended.", trace: nil)) {
            try await scene.session.compose(presenting: composer)
        }
        #expect(try await scene.offline.store.hasDraft())
    }

    @Test("What cannot be done offline keeps an envelope from being sent there, and there alone")
    func obstacles() async throws {
        let scene = try await SyncScene()
        let people: [[String: any Sendable]] = [
            ada, ["id": "2", "name": "Ada <Host>", "email": "x@example.org", "routingOrder": 1],
        ]
        for (mode, expected) in [
            (ComposingMode.offline, ["markup", "needs-network", "no-fields"]), (.online, ["markup"]),
        ] {
            let composer = Composer { page async throws in
                #expect(try await page.upload("1", OfflinePDF.make()) == 200)
                var content = Composer.Page.content(people)
                var tabs = content["tabs"] as? [[String: Any]] ?? []
                tabs[0]["kind"] = "signerAttachment"
                content["tabs"] = tabs
                #expect(Set(try await page.save(content).problems).isSuperset(of: ["markup"]))
                var without = content
                without["tabs"] = [tabs[1]]
                let both = try await page.save(content).problems + page.save(without).problems
                #expect(Set(both).sorted() == expected)
                #expect(try await page.send().code == "incomplete")
                return .cancelled
            }
            _ = try await scene.session.compose(mode: mode, resumingDraft: false, presenting: composer)
        }
    }

    @Test("Another change of the draft is a conflict, and a removed draft says so")
    func conflicts() async throws {
        let scene = try await SyncScene()
        let composer = Composer { page async throws in
            _ = try await page.compose([bo])
            try await scene.offline.store.save(EnvelopeDraft("From the app"))
            let late = try await page.call(
                .put, "draft", ["version": 2, "content": Composer.Page.content([bo], subject: "Late")])
            #expect(late.code == "changed")
            try await scene.offline.store.discardDraft()
            #expect(try await page.call(.get, "draft").code == "not-a-draft")
            return .cancelled
        }
        #expect(try await scene.session.compose(presenting: composer) == .discarded)
    }

    @Test("Files: the app's own picker, refusals, the same number twice, and undoing a removal")
    func files() async throws {
        struct Shelf: DocumentPicker {
            let title = "From the shelf"
            let files: [PickedDocument]
            func pickDocuments() async throws -> [PickedDocument] { files }
        }
        let scene = try await SyncScene()
        var options = ComposingOptions()
        options.documentPicker = Shelf(files: [
            PickedDocument(name: "A.pdf", data: try OfflinePDF.make(title: "A")),
            PickedDocument(name: "B.pdf", data: try OfflinePDF.make(pages: 2, title: "B")),
        ])
        let composer = Composer { page async throws in
            let shown = try await page.call(.get, "draft").content
            #expect(shown["pickerTitle"] as? String == "From the shelf")
            #expect(try await page.upload("1", OfflinePDF.make()) == 200)
            #expect(try await page.upload("1", OfflinePDF.make()) == 200)
            #expect(try await page.upload("1", OfflinePDF.make(title: "Another")) == 409)
            #expect(await page.upload("2", Data("not a PDF".utf8)) == 422)
            let picked = try await page.call(.post, "pick", [String: String]()).content["files"] as? [[String: Any]]
            #expect(picked?.map { $0["id"] as? String } == ["2", "3"])
            #expect(picked?.map { ($0["pages"] as? [Any])?.count } == [1, 2])
            _ = try await page.save(Composer.Page.content([bo]))
            var without = Composer.Page.content([bo])
            without["documents"] = [[String: Any]]()
            without["tabs"] = [[String: Any]]()
            #expect(try await page.save(without).status == 200)
            #expect(try await page.save(Composer.Page.content([bo])).problems == [])
            #expect(await page.host.answer(HTTPCall(.get, "files/1/pages/1/image?width=640")).status == 200)
            return .cancelled
        }
        #expect(try await scene.session.compose(options: options, presenting: composer) == .saved)
        // Without a picker there is no such call.
        let plain = Composer { page async throws in
            #expect(try await page.call(.post, "pick", [String: String]()).status == 404)
            return .cancelled
        }
        _ = try await scene.session.compose(presenting: plain)
    }

    @Test("Locked parts stay as they are, whatever the page sends", arguments: ComposingPart.allCases)
    func locked(_ part: ComposingPart) async throws {
        let scene = try await SyncScene()
        try await scene.offline.store.save(OfflineScene.draft())
        var options = ComposingOptions()
        options.lockedParts = [part]
        let before = try #require(try await scene.offline.store.draft())
        let composer = Composer { page async throws in
            let shown = try await page.call(.get, "draft").content
            #expect(shown["locked"] as? [String] == [part.rawValue])
            #expect(try await page.upload("2", OfflinePDF.make(title: "Other")) == 200)
            var content = Composer.Page.content([bo])
            content["documents"] = [["id": "2", "name": "Other.pdf"]]
            #expect(try await page.save(content).status == 200)
            return .cancelled
        }
        _ = try await scene.session.compose(mode: .offline, options: options, presenting: composer)
        let after = try #require(try await scene.offline.store.draft())
        #expect((after.documents.map(\.name) == before.documents.map(\.name)) == (part == .documents))
        #expect((after.recipients.map(\.recipient) == before.recipients.map(\.recipient)) == (part == .recipients))
        #expect((after.subject == before.subject) == (part == .message))
        if part == .recipients { #expect(after.recipients.allSatisfy(\.tabs.isEmpty) == false) }
    }

    @Test("The page suggests the app's contacts and the people of earlier envelopes, each once")
    func people() async throws {
        struct Book: ContactSource {
            func contacts() async throws -> [Contact] {
                [Contact(name: "Di", email: "di@example.org"), Contact(name: "Di again", email: "DI@example.org")]
            }
        }
        let scene = try await SyncScene()
        _ = try await scene.offline.compose(OfflineScene.draft(remote: true))
        var options = ComposingOptions()
        options.contacts = Book()
        let composer = Composer { page async throws in
            let people = try await page.call(.get, "people").content["people"] as? [[String: Any]]
            #expect(people?.compactMap { $0["name"] as? String } == ["Di", "Ada Host"])
            return .cancelled
        }
        _ = try await scene.session.compose(options: options, presenting: composer)
    }

    @Test("A form's own fields are suggested, and those under a field become read-only when it is sent")
    func ownFields() async throws {
        let scene = try await SyncScene()
        let composer = Composer { page async throws in
            #expect(try await page.compose([bo]).problems == [])
            let places = try await page.call(.get, "files/1/places")
            #expect(places.status == 200)
            #expect((places.content["fields"] as? [Any])?.isEmpty == true)
            return .cancelled
        }
        _ = try await scene.session.compose(presenting: composer)
    }

    @Test("A template on the device brings its documents, roles and fields")
    func templates() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            scene.service.turnOn(.offline)
            let composer = Composer { page async throws in
                let offered = try await page.call(.get, "templates?name=").content["templates"] as? [[String: Any]]
                #expect(offered?.count == 1)
                let part = try await page.call(.post, "templates/\(id.rawValue)/use", [String: String]())
                #expect(part.status == 200)
                let files = part.content["files"] as? [[String: Any]] ?? []
                #expect(files.first?["id"] as? String == "1")
                let tabs = part.content["tabs"] as? [[String: Any]] ?? []
                #expect(!tabs.isEmpty)
                #expect(
                    tabs.allSatisfy { tab in files.contains { $0["id"] as? String == tab["documentId"] as? String } })
                let unknown = UUID().uuidString.lowercased()
                #expect(try await page.call(.post, "templates/\(unknown)/use", [String: String]()).status == 404)
                return .cancelled
            }
            _ = try await scene.session.compose(mode: .offline, presenting: composer)
        }
    }

    @Test("Only one page is shown at a time, and an ended session shows none")
    func oneAtATime() async throws {
        let scene = try await SyncScene()
        let composer = Composer { page async throws in
            await #expect(throws: CountersignError.alreadyPresenting) {
                try await scene.session.compose(presenting: Composer { _ in .cancelled })
            }
            try await scene.countersign.logOut()
            return .cancelled
        }
        await #expect(throws: CountersignError.sessionEnded) {
            try await scene.session.compose(presenting: composer)
        }
    }
}

extension CountersignSession {
    fileprivate func syncAll(of offline: OfflineEnvelopes) async -> SyncEngine.Report {
        let server: any SyncServer = CountersignServer(calls: api, partSize: 1000)
        return await SyncEngine(
            store: offline.store, server: { server }, events: events, retries: SyncEngine.RetryPolicy(attempts: 1)
        ).syncAll()
    }
}
