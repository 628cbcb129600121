import Crypto
import Envelopes
import Essentials
import Foundation
import Ledger
import SignWellDialect
import Testing

@testable import EnvelopeService
@testable import SignWellCalls
@testable import TestSupport

@Suite("Hooks of the second dialect")
struct HookTests {
    private static let url = "https://hooks.example.org/a"

    private func make(_ scene: SignWellScene, _ body: [String: Any] = ["callback_url": Self.url]) async throws
        -> HTTPReply
    {
        try await scene.call(.post, "hooks", body)
    }

    private func list(_ scene: SignWellScene, as user: Identity = Stage.ada) async throws -> [[String: Any]] {
        let answer = try await scene.call(.get, "hooks", as: user)
        #expect(answer.status == 200)
        return try #require(try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]])
    }

    /// What hooks hear of an envelope's whole history, as `type` or `type/recipient`.
    private func told(_ scene: SignWellScene, _ id: String) async throws -> [String] {
        var state: Envelope?
        let history = try await scene.stage.service.ledger.history(try #require(EnvelopeID(rawValue: id)))
        return try history.events.flatMap { event in
            let after = try apply(event, to: state)
            defer { state = after }
            return SignWell.HookEvent.all(of: event, state, after).map { told in
                told.kind.rawValue + (told.recipientID.map { "/\($0)" } ?? "")
            }
        }
    }

    @Test("A hook is made, listed in a plain array, and deleted once; another account never sees it")
    func calls() async throws {
        let scene = try SignWellScene()
        let made = try await make(scene)
        #expect(made.status == 201 && made["callback_url"] == Self.url, "\(made.text)")
        #expect(Set(made.json.keys) == ["id", "callback_url"])
        let id = try #require(made["id"])
        #expect(UUID(uuidString: id) != nil)
        #expect(try await list(scene).compactMap { $0["id"] as? String } == [id])
        #expect(try await list(scene, as: Stage.eve).isEmpty)
        let foreign = try await scene.call(.delete, "hooks/\(id)", as: Stage.eve)
        #expect(
            foreign.status == 404 && (foreign.json["meta"] as? [String: Any])?["error"] as? String == "record_not_found"
        )
        #expect(try await scene.call(.delete, "hooks/\(id)").status == 204)
        #expect(try await scene.call(.delete, "hooks/\(id)").status == 404)
        #expect(try await list(scene).isEmpty)
    }

    @Test("A hook without a URL, with one that may not be called, or with an unknown key is refused by name")
    func refusals() async throws {
        let scene = try SignWellScene { $0.connect.refusal = { $0.contains("10.0.0.1") ? "It is private." : nil } }
        let missing = try await make(scene, [:])
        #expect(missing.status == 400 && missing.text.contains("callback_url"), "\(missing.text)")
        #expect((missing.json["meta"] as? [String: Any])?["error"] as? String == "invalid_parameter")
        for url in ["nonsense", "http://hooks.example.org/a", "https://10.0.0.1/a"] {
            let answer = try await make(scene, ["callback_url": url])
            #expect(answer.status == 422 && answer.errors["callback_url"] is [String], "\(answer.text)")
        }
        let unknown = try await make(scene, ["callback_url": Self.url, "event_types": ["a"]])
        #expect(unknown.status == 400 && unknown.errors["invalid_keys"] as? [String] == ["event_types"])
        for id in ["mine", "3fa85f64-5717-4562-b3fc-2c963f66afa6"] {
            let application = try await make(scene, ["callback_url": Self.url, "api_application_id": id])
            #expect(application.status == 422 && application.errors["api_application_id"] is [String])
        }
        #expect(try await list(scene).isEmpty)
    }

    @Test("An account has at most twenty hooks")
    func limit() async throws {
        let scene = try SignWellScene()
        for _ in 0..<Hook.mostInAccount { #expect(try await make(scene).status == 201) }
        #expect(try await make(scene).status == 422)
        #expect(try await make(scene, ["callback_url": Self.url]).text.contains("20"))
    }

    @Test("Two signers make one document_in_progress between their signatures, and one document_completed after them")
    func signing() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(people: 2)
        try await scene.sign("1", made)
        try await scene.sign("2", made)
        let events = try await told(scene, made["id"] ?? "")
        #expect(events.prefix(2) == ["document_created", "document_sent"])
        #expect(
            events.filter { !$0.hasPrefix("document_viewed") }.dropFirst(2) == [
                "document_signed/1", "document_in_progress", "document_signed/2", "document_completed",
            ])
        #expect(events.contains("document_viewed/1") && events.contains("document_viewed/2"))
    }

    @Test("A canceled document and one whose time is over are told apart")
    func ends() async throws {
        let scene = try SignWellScene()
        let canceled = try await scene.create()
        _ = try await scene.call(.delete, "documents/\(canceled["id"] ?? "")")
        #expect(
            try await told(scene, canceled["id"] ?? "") == ["document_created", "document_sent", "document_canceled"])
        let late = try await scene.create()
        let id = try #require(EnvelopeID(rawValue: late["id"] ?? ""))
        _ = try await scene.stage.service.ledger.perform(
            .expire, on: id, CommandContext(at: scene.stage.clock.now, actor: .service))
        #expect(try await told(scene, late["id"] ?? "").last == "document_expired")
    }

    @Test("A changed recipient of a sent document is told once")
    func recipients() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create()
        let changed = try await scene.call(
            .patch, "documents/\(made["id"] ?? "")/recipients",
            ["recipients": [["id": "1", "name": "Bea", "email": "bea@example.org"]]])
        #expect(changed.status == 200, "\(changed.text)")
        let events = try await told(scene, made["id"] ?? "")
        #expect(events.filter { $0 == "document_recipients_updated" }.count == 1, "\(events)")
    }

    private static func messages(_ service: EnvelopeService) -> HookMessages {
        HookMessages(
            ledger: service.ledger, templates: service.stores.templates, timer: service.configuration.timer)
    }

    @Test("A new template is told to the hooks of its account, whichever dialect made it, until it is deleted")
    func templates() async throws {
        let scene = try SignWellScene()
        _ = try await make(scene)
        let made = try await scene.call(
            .post, "document_templates",
            [
                "name": "Lease", "files": [["name": "lease.pdf", "file_base64": try SignWellScene.pdf()]],
                "placeholders": [["id": "1", "name": "Tenant"]], "draft": true,
            ])
        try #require(made.status == 201, "\(made.text)")
        let other = await scene.other(.post, "templates", #"{"name":"Offer"}"#)
        try #require(other.status == 201, "\(other.text)")
        let service = scene.stage.service
        let jobs = try await service.stores.jobs.jobs(in: nil, after: 0, count: 10).filter { $0.kind == .hook }
        let orders = try jobs.map { try CanonicalJSON.value(HookOrder.self, from: $0.payload) }
        #expect(orders.map(\.type) == ["template_created", "template_created"])
        var objects: [[String: Any]] = []
        for order in orders {
            let message = try #require(try await Self.messages(service).message(for: order, id: "key"))
            let json = try #require(try JSONSerialization.jsonObject(with: message) as? [String: Any])
            objects.append(try #require((json["data"] as? [String: Any])?["object"] as? [String: Any]))
        }
        #expect(objects.map { $0["id"] as? String } == [made["id"], other["templateId"]])
        #expect(objects[0]["status"] as? String == "Created" && objects[1]["name"] as? String == "Offer")
        #expect(try await scene.call(.delete, "document_templates/\(made["id"] ?? "")").status == 204)
        #expect(try await Self.messages(service).message(for: orders[0], id: "key") == nil)
        let changed = try await scene.call(
            .put, "document_templates/\(other["templateId"] ?? "")", ["name": "Better offer"])
        #expect(changed.status == 200, "\(changed.text)")
        #expect(try await service.stores.jobs.jobs(in: nil, after: jobs[1].id, count: 10).isEmpty)
    }

    @Test("The hash is the HMAC of type and time under the hook's id, and the document is the one after the event")
    func message() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(["embedded_signing": true], people: 2)
        try await scene.sign("1", made)
        let id = try #require(EnvelopeID(rawValue: made["id"] ?? ""))
        let service = scene.stage.service
        let history = try await service.ledger.history(id)
        let signed = try #require(history.events.last { $0.body.kind == .signed })
        let order = HookOrder(
            .event(id, sequence: signed.sequence), accountID: Stage.ada.accountID, type: "document_signed",
            recipientID: "1", hook: 1)
        let messages = Self.messages(service)
        let first = try #require(try await messages.message(for: order, id: "key"))
        try await scene.sign("2", made)
        #expect(try await messages.message(for: order, id: "key") == first)
        let json = try #require(try JSONSerialization.jsonObject(with: first) as? [String: Any])
        let event = try #require(json["event"] as? [String: Any])
        let time = try #require(event["time"] as? Int)
        #expect(time == Int(signed.at.timeIntervalSince1970))
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("document_signed@\(time)".utf8), using: SymmetricKey(data: Data("key".utf8)))
        #expect(event["hash"] as? String == code.map { String(format: "%02x", $0) }.joined())
        #expect((event["related_signer"] as? [String: String]) == ["email": "bo@example.org", "name": "Bo"])
        let object = try #require((json["data"] as? [String: Any])?["object"] as? [String: Any])
        #expect(object["id"] as? String == id.rawValue && object["status"] as? String == "Pending")
        #expect(!String(decoding: first, as: UTF8.self).contains("embedded_signing_url"))
    }

    @Test(
        "A hook of an application hears of its documents only, one of the account of all, whichever dialect made them")
    func scopes() async throws {
        let scene = try SignWellScene()
        let application = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
        let date = scene.stage.clock.now
        try await scene.stage.service.stores.applications.store(
            APIApplication(
                id: application, accountID: Stage.ada.accountID, name: "Portal", origins: [], createdAt: date,
                updatedAt: date))
        let made = try await make(scene, ["callback_url": Self.url, "api_application_id": application])
        #expect(made.status == 201 && made["api_application_id"] == application, "\(made.text)")
        func hook(_ number: Int, _ account: String, _ application: String? = nil) -> Hook {
            Hook(
                number: number, accountID: account, applicationID: application, url: Self.url, sealedID: Data(),
                createdAt: date)
        }
        let hooks = [
            hook(3, Stage.ada.accountID, application), hook(1, Stage.ada.accountID), hook(2, Stage.eve.accountID),
        ]
        func hearing(_ id: String) async throws -> [Int] {
            let history = try await scene.stage.service.ledger.history(try #require(EnvelopeID(rawValue: id)))
            let first = try #require(history.events.first)
            return HookOrder.orders(for: first, nil, try apply(first, to: nil), hooks: hooks).map(\.hook)
        }
        #expect(try await hearing(try await scene.create()["id"] ?? "") == [1])
        #expect(try await hearing(try await scene.create(["api_application_id": application])["id"] ?? "") == [1, 3])
        let other = await scene.other(.post, "envelopes", #"{"status":"created","emailSubject":"Offer"}"#)
        try #require(other.status == 201, "\(other.text)")
        #expect(try await hearing(other["envelopeId"] ?? "") == [1])
    }
}
