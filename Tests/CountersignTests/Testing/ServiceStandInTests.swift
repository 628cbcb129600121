import Countersign
import CountersignTesting
import Envelopes
import Foundation
import SignedPDF
import TestSupport
import Testing

@Suite("A service in an app's tests")
struct ServiceStandInTests {
    /// A stand-in with a user, and an envelope of theirs with one signer inside their product.
    private struct Scene {
        let folder = TemporaryFolder()
        let service: ServiceStandIn
        let ada: StandInUser
        let envelope: EnvelopeID

        init(_ kind: ServiceStandIn.Kind = .countersign) async throws {
            service = try ServiceStandIn(kind)
            ada = service.addUser(name: "Ada Sender", email: "ada@example.org")
            envelope = try await service.createEnvelope(Self.request(), from: ada)
        }

        static func request() throws -> Data {
            var composition = PDFComposition(DocumentInformation(title: "Lease"))
            composition.addPage()
            let tab = ["documentId": "1", "pageNumber": "1", "xPosition": "100", "width": "120", "height": "30"]
            func placed(_ label: String, _ y: Int) -> [String: String] {
                tab.merging(["tabLabel": label, "yPosition": String(y)]) { _, new in new }
            }
            let signer: [String: Any] = [
                "recipientId": "1", "name": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-1",
                "tabs": ["signHereTabs": [placed("Signature", 600)], "textTabs": [placed("Town", 500)]],
            ]
            return try JSONSerialization.data(withJSONObject: [
                "emailSubject": "Lease", "status": "sent", "recipients": ["signers": [signer]],
                "documents": [
                    [
                        "documentId": "1", "name": "lease.pdf",
                        "documentBase64": try composition.data().base64EncodedString(),
                    ]
                ],
            ])
        }

        func countersign() throws -> CountersignClient {
            var configuration = CountersignConfiguration(
                server: service.address, storageFolder: folder.url, credentials: MemoryCredentials(), transport: service
            )
            configuration.retries = RetryRule(pauses: [])
            return try CountersignClient(configuration)
        }

        func session() async throws -> CountersignSession {
            try await countersign().logIn(accessToken: ada.accessToken, account: ada.account)
        }

        func call(_ method: String, _ path: String, token: String? = nil) async throws -> HTTPReply {
            try await service.send(
                HTTPCall(
                    HTTPRequest.Method(method) ?? .get, url: service.address.appending(path: path),
                    headers: [.authorization: "Bearer \(token ?? ada.accessToken)"]))
        }

        var shown: String { "restapi/v2.1/accounts/\(ada.accountID)/envelopes/\(envelope)" }
    }

    @Test("An app presents a page, a test completes it by requests, and the server confirms it")
    func presenting() async throws {
        let scene = try await Scene()
        let presenter = CeremonyPresenter(scene.service) { visit in
            try await visit.complete(["Town": "Ghent"])
        }
        let outcome = try await scene.session().present(
            .recipient(envelopeID: scene.envelope, clientUserID: "u-1"), with: presenter)
        #expect(outcome == .completed(.byServer))
        let envelope = try await scene.service.envelope(scene.envelope)
        #expect(envelope.status == .completed)
        #expect(envelope.tabs.first { $0.label == "Town" }.map(envelope.value) == "Ghent")
        let sealed = try await scene.service.blob(try #require(envelope.combined))
        #expect(
            try await PDFDocument(sealed).verifySignatures(trusting: [], at: scene.service.now).signatures.count == 2)
    }

    @Test("Completing fills in fields shown by others and meets the groups' rules")
    func completing() async throws {
        let scene = try await Scene()
        let session = try await scene.session()
        let draft = try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            Signer(id: "1", name: "Bo Signer", email: "bo@example.org", clientUserID: "u-2") {
                SignHere(document: "1", page: 1, x: 72, y: 600)
                TextTab(document: "1", page: 1, x: 72, y: 300, label: "Breed").shown(when: "Pets", is: "on")
                TextTab(document: "1", page: 1, x: 72, y: 350, label: "Name").shown(when: "Breed", is: "x")
                CheckboxTab(document: "1", page: 1, x: 72, y: 200, label: "Pets").optional(false)
                CheckboxGroup("Extras", .exactly(2)) {
                    CheckboxTab(document: "1", page: 1, x: 72, y: 400, label: "Garage")
                    CheckboxTab(document: "1", page: 1, x: 72, y: 430, label: "Cellar")
                    CheckboxTab(document: "1", page: 1, x: 72, y: 460, label: "Garden")
                }
            }
        }
        let id = try await session.send(draft)
        let presenter = CeremonyPresenter(scene.service) { visit in try await visit.complete(["Name": "Rex"]) }
        let outcome = try await session.present(.recipient(envelopeID: id, clientUserID: "u-2"), with: presenter)
        #expect(outcome == .completed(.byServer))
        let envelope = try await scene.service.envelope(id)
        let values = Dictionary(envelope.tabs.map { ($0.label, envelope.value(of: $0)) }) { first, _ in first }
        #expect(values["Pets"] == "true" && values["Breed"] == "x" && values["Name"] == "Rex")
        #expect(["Garage", "Cellar", "Garden"].filter { values[$0] == "true" }.count == 2)
    }

    @Test("Declining, finishing later and closing end a presentation as in a browser")
    func leaving() async throws {
        let scene = try await Scene()
        let session = try await scene.session()
        let view = SigningRequest.recipient(envelopeID: scene.envelope, clientUserID: "u-1")
        func outcome(_ person: @escaping @Sendable (CeremonyVisit) async throws -> String?) async throws
            -> SigningOutcome
        {
            try await session.present(view, with: CeremonyPresenter(scene.service, person: person))
        }
        #expect(try await outcome { try await $0.finishLater() } == .finishedLater)
        #expect(try await outcome { _ in nil } == .cancelled)
        #expect(try await outcome { try await $0.decline(because: "Too dear.") } == .declined(reason: "Too dear."))
        #expect(try await scene.service.envelope(scene.envelope).status == .declined)
    }

    @Test("A page dismissed while a person uses it ends as cancelled")
    func dismissal() async throws {
        let scene = try await Scene()
        let session = try await scene.session()
        struct Refused: Error {}
        let failing = CeremonyPresenter(scene.service) { _ in
            session.dismissPresentation()
            throw Refused()
        }
        let view = SigningRequest.recipient(envelopeID: scene.envelope, clientUserID: "u-1")
        #expect(try await session.present(view, with: failing) == .cancelled)
    }

    @Test("A signer who returns only views the document and closes the page")
    func finished() async throws {
        let scene = try await Scene()
        let session = try await scene.session()
        let view = SigningRequest.recipient(envelopeID: scene.envelope, clientUserID: "u-1")
        let presenter = CeremonyPresenter(scene.service) { try await $0.complete() }
        #expect(try await session.present(view, with: presenter) == .completed(.byServer))
        #expect(try await session.present(view, with: presenter) == .viewedCompleted)
    }

    @Test("An expired or used link opens nothing")
    func expiredLinks() async throws {
        let scene = try await Scene()
        let session = try await scene.session()
        let view = SigningRequest.recipient(envelopeID: scene.envelope, clientUserID: "u-1")
        let presenter = CeremonyPresenter(scene.service) { try await $0.complete() }
        scene.service.turnOn(.expiredLink, times: 1)
        #expect(try await session.present(view, with: presenter) == .linkExpired)
        #expect(scene.service.faultLog.map(\.fault) == [.expiredLink])
        #expect(try await session.present(view, with: presenter) == .completed(.byServer))
    }

    @Test("An idle page times out")
    func sessionTimeout() async throws {
        let scene = try await Scene()
        let service = scene.service
        let presenter = CeremonyPresenter(service) { visit in
            _ = try await visit.session()
            service.advance(by: 3_600)
            return try await visit.complete()
        }
        let view = SigningRequest.recipient(envelopeID: scene.envelope, clientUserID: "u-1")
        #expect(try await scene.session().present(view, with: presenter) == .sessionTimedOut)
    }

    @Test("Offline nothing is uploaded; with a lost answer everything is")
    func networkFaults() async throws {
        let scene = try await Scene()
        scene.service.turnOn(.offline)
        await #expect(throws: CountersignError.self) { try await scene.call("GET", scene.shown) }
        scene.service.turnOff(.offline)
        #expect(try await scene.call("GET", scene.shown).status == 200)

        scene.service.turnOn(.answerLost, times: 1) { method, _ in method == "PUT" }
        let voiding = HTTPCall(
            .put, url: scene.service.address.appending(path: scene.shown),
            headers: [.authorization: "Bearer \(scene.ada.accessToken)", .contentType: "application/json"],
            body: Data(#"{"status":"voided","voidedReason":"Sold."}"#.utf8))
        await #expect(throws: CountersignError.self) { try await scene.service.send(voiding) }
        #expect(try await scene.service.envelope(scene.envelope).status == .voided)
        #expect(scene.service.faultLog.map(\.fault) == [.offline, .answerLost])
        #expect(scene.service.calls.map(\.status) == [nil, 200, 200])
    }

    @Test("Injected refusals match the service's, once or until turned off")
    func refusals() async throws {
        let scene = try await Scene()
        scene.service.turnOn(.unauthorized, times: 1)
        let refused = try await scene.call("GET", scene.shown)
        #expect(refused.status == 401 && refused.headers[.wwwAuthenticate] == "Bearer")
        #expect(String(decoding: refused.body, as: UTF8.self).contains("AUTHORIZATION_INVALID_TOKEN"))
        #expect(try await scene.call("GET", scene.shown).status == 200)
        scene.service.turnOn(.serverError(503))
        #expect(try await scene.call("GET", scene.shown).status == 503)
        #expect(try await scene.call("GET", scene.shown).status == 503)
        scene.service.turnOffFaults()
        #expect(try await scene.call("GET", scene.shown).status == 200)
    }

    @Test("An expired token is refused, and a token provider is asked for a new one")
    func tokens() async throws {
        let scene = try await Scene()
        let (service, ada) = (scene.service, scene.ada)
        let session = try await scene.countersign().logIn(account: ada.account) {
            service.renewToken(of: ada).accessToken
        }
        service.expire(ada.accessToken)
        #expect(try await scene.call("GET", scene.shown).status == 401)
        service.turnOn(.unauthorized, times: 1)
        let presenter = CeremonyPresenter(service) { try await $0.complete() }
        let view = SigningRequest.recipient(envelopeID: scene.envelope, clientUserID: "u-1")
        #expect(try await session.present(view, with: presenter) == .completed(.byServer))
    }

    @Test("A slow service answers eventually, and a cancelled call does not wait for it")
    func slow() async throws {
        let scene = try await Scene()
        scene.service.turnOn(.slow(.milliseconds(1)), times: 1)
        #expect(try await scene.call("GET", scene.shown).status == 200)
        scene.service.turnOn(.slow(.seconds(3_600)))
        let waiting = Task { try await scene.call("GET", scene.shown) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("A call that times out before a slow service answers has no effect")
    func timeout() async throws {
        let scene = try await Scene()
        scene.service.turnOn(.slow(.seconds(3_600)))
        let call = HTTPCall(
            .put, url: scene.service.address.appending(path: scene.shown),
            headers: [.authorization: "Bearer \(scene.ada.accessToken)", .contentType: "application/json"],
            body: Data(#"{"status":"voided","voidedReason":"Sold."}"#.utf8))
        await #expect(throws: CountersignError.unreachable(reason: "The server did not answer in time.")) {
            try await scene.service.send(call, timeout: 0.001)
        }
        #expect(scene.service.calls.map(\.status) == [nil])
        #expect(try await scene.service.envelope(scene.envelope).status == .sent)
    }

    @Test("A foreign server has the API but none of our own calls")
    func otherServer() async throws {
        let other = try await Scene(.otherServer)
        #expect(try await other.call("GET", "countersign/v1").status == 404)
        #expect(try await other.call("GET", other.shown).status == 200)
        #expect(try await Scene().call("GET", "countersign/v1").status == 200)
        let elsewhere = try #require(URL(string: "https://elsewhere.test/restapi"))
        await #expect(throws: CountersignError.self) {
            try await other.service.send(HTTPCall(url: elsewhere))
        }
    }
}
