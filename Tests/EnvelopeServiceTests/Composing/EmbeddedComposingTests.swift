import Envelopes
import Foundation
import HTTPMessages
import Ledger
import Testing

@testable import EnvelopeWork
@testable import TestSupport

@Suite("Composing inside the sender's product")
struct EmbeddedComposingTests {
    private let scene: SignWellScene
    private let own = "https://sign.example.org"

    init() throws { scene = try SignWellScene() }

    /// A page of the product, without a cookie.
    private struct Visitor {
        let stage: Stage
        let path: String
        let key: String
        var token: String?

        init(_ stage: Stage, _ address: String?) throws {
            self.stage = stage
            let url = try #require(address.flatMap { URL(string: $0) })
            path = url.path(percentEncoded: true)
            key = try #require(url.fragment())
        }

        func call(
            _ method: HTTPRequest.Method, _ below: String, _ body: Any? = nil, headers more: HTTPFields = [:]
        ) async throws -> HTTPReply {
            var headers: HTTPFields = [.contentType: "application/json"]
            if let token { headers[named: EmbeddedSession.header] = token }
            let data = try (body as? Data) ?? body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
            return await stage.call(method, path + below, data, headers: headers.replacing(more), as: nil)
        }

        func visit(_ key: String? = nil, headers: HTTPFields = [:]) async throws -> HTTPReply {
            try await call(.post, "visit", ["key": key ?? self.key], headers: headers)
        }

        mutating func begin() async throws {
            let reply = try await visit()
            token = try #require(reply["token"], "\(reply.text)")
        }

        func policy() async throws -> String { try await call(.get, "").headers[.contentSecurityPolicy] ?? "" }
    }

    private func draft(_ more: [String: Any] = [:]) async throws -> (id: EnvelopeID, visitor: Visitor) {
        let made = try await scene.create(more.merging(["draft": true]) { given, _ in given })
        let id = try #require(made["id"].flatMap { EnvelopeID(rawValue: $0) }, "\(made.text)")
        return (id, try Visitor(scene.stage, made["embedded_edit_url"]))
    }

    @Test("A draft's address is composed at and sent from without a cookie, and ends with the draft")
    func send() async throws {
        var (id, visitor) = try await draft()
        #expect(visitor.path == "/embedded-edit/\(id)/" && visitor.key.utf8.count == 43)
        #expect(
            try await scene.call(.get, "documents/\(id)")["embedded_edit_url"] == "\(own)\(visitor.path)#\(visitor.key)"
        )
        #expect(try await visitor.call(.get, "").headers[.contentType] == "text/html; charset=utf-8")
        #expect(try await visitor.call(.get, "app.js").status == 200)
        #expect(try await visitor.call(.get, "draft").status == 401)
        #expect(try await visitor.call(.get, "embedding")["id"] == id.rawValue)
        let before = try await scene.stage.history(id).events.count
        try await visitor.begin()
        let read = try await visitor.call(.get, "draft")
        #expect(read.status == 200 && read.headers[named: "Set-Cookie"] == nil, "\(read.text)")
        #expect(try await scene.stage.history(id).events.count == before)
        var content = try #require(read.json["content"] as? [String: Any])
        content["emailSubject"] = "Lease of the boat"
        let version = try #require(read.json["version"] as? Int)
        #expect(try await visitor.call(.put, "draft", ["version": version, "content": content]).status == 200)
        let sent = try await visitor.call(.post, "send", ["version": version + 1])
        #expect(sent.status == 200 && sent.json["redirect"] == nil, "\(sent.text)")
        let envelope = try await scene.stage.service.ledger.envelope(id)
        #expect(envelope.status == .sent && envelope.definition.emailSubject == "Lease of the boat")
        #expect(try await scene.stage.history(id).events.last?.actor.id == envelope.sender.userID)
        #expect(try await scene.call(.get, "documents/\(id)")["embedded_edit_url"] == nil)
        #expect(try await visitor.visit().status == 409)
    }

    @Test(
        "A visit begins with the right key of its own draft, from a page of the service, and no draft hears another's")
    func visits() async throws {
        var (id, visitor) = try await draft()
        var (_, other) = try await draft()
        #expect(visitor.key != other.key)
        #expect(try await visitor.visit("x").status == 404)
        #expect(try await visitor.visit(other.key).status == 404)
        #expect(try await visitor.visit(String(visitor.key.dropLast()) + "!").status == 404)
        #expect(try await visitor.call(.post, "visit", ["other": "x"]).status == 400)
        #expect(try await visitor.visit(headers: [.contentType: "text/plain"]).status == 400)
        #expect(try await visitor.visit(headers: HTTPFields(["Sec-Fetch-Site": "cross-site"])).status == 403)
        let long = Data(#"{"key":"\#(String(repeating: "x", count: 5000))"}"#.utf8)
        #expect(try await visitor.call(.post, "visit", long).status == 400)
        try await visitor.begin()
        other.token = visitor.token
        #expect(try await other.call(.get, "draft").status == 401)
        #expect(try await other.call(.post, "discard", [String: Any]()).status == 401)
        let token = visitor.token
        visitor.token = (token ?? "") + "x"
        #expect(try await visitor.call(.get, "draft").status == 401)
        visitor.token = token
        #expect(
            try await visitor.call(.put, "draft", headers: HTTPFields(["Origin": "https://evil.example"])).status == 403
        )
        #expect(try await visitor.call(.post, "keep", [String: Any]()).status == 200)
        #expect(try await scene.stage.service.ledger.envelope(id).status == .created)
        #expect(try await visitor.visit().status == 200)
        #expect(
            await scene.stage.call(.get, "/embedded-edit/00000000-0000-4000-8000-000000000000/", as: nil).status == 404)
        #expect(await scene.stage.call(.get, "/embedded-edit/\(id)", as: nil).headers[.location] == visitor.path)
    }

    @Test("After sending, a token changes and reads nothing more; a correction that somebody makes stays")
    func afterSending() async throws {
        var (id, visitor) = try await draft()
        try await visitor.begin()
        #expect(try await visitor.call(.post, "send", ["version": 0]).status == 200)
        let envelope = try await scene.stage.service.ledger.envelope(id)
        let copies = scene.stage.service.stores.composing
        let held = try await copies.begin(WorkingCopy(of: envelope.definition, correcting: true), of: id)
        for (method, path) in [
            (.get, "draft"), (.put, "draft"), (.get, "people"), (.get, "templates"), (.post, "keep"),
            (.post, "discard"),
        ] as [(HTTPRequest.Method, String)] {
            #expect(try await visitor.call(method, path, [String: Any]()).status == 409, "\(method) \(path)")
        }
        #expect(try await copies.held(of: id) == held)
        // The first answer may have got lost.
        #expect(try await visitor.call(.post, "send", ["version": 0]).status == 200)
    }

    @Test("A page of the draft discards nothing of a correction that began after the draft was sent")
    func discardBesideCorrection() async throws {
        let (id, _) = try await draft()
        let stage = scene.stage
        let sender = try await stage.service.ledger.envelope(id).sender
        let target = ComposingTarget(
            envelopeID: id, accountID: Stage.ada.accountID, sender: sender,
            returnURL: URL(string: "https://app.example.org/"))
        let copies = stage.service.stores.composing
        let ticket = try await copies.issue(target, at: stage.clock.now, life: 300)
        let opened = await stage.call(.get, "/compose/\(ticket.text)", as: nil)
        let place = try #require(opened.headers[.location])
        let cookie = String(try #require(opened.headers[.setCookie]).prefix { $0 != ";" })
        #expect(try await scene.call(.post, "documents/\(id)/send", [String: Any]()).status < 300)
        let envelope = try await stage.service.ledger.envelope(id)
        let held = try await copies.begin(WorkingCopy(of: envelope.definition, correcting: true), of: id)
        let headers: HTTPFields = [.contentType: "application/json", .cookie: cookie]
        #expect(await stage.call(.post, place + "discard", Data("{}".utf8), headers: headers, as: nil).status == 200)
        #expect(try await copies.held(of: id) == held)
    }

    @Test("Visits that began in another way open nothing here, and those that began here open nothing there")
    func ways() async throws {
        var (id, visitor) = try await draft()
        let stage = scene.stage
        let sender = try await stage.service.ledger.envelope(id).sender
        let composing = stage.service.stores.composing
        func token(_ returnURL: URL?, corrects: Bool = false) async throws -> (id: String, secret: String) {
            let target = ComposingTarget(
                envelopeID: id, accountID: Stage.ada.accountID, sender: sender, returnURL: returnURL, corrects: corrects
            )
            let ticket = try await composing.issue(target, at: stage.clock.now, life: 300)
            guard case .opened(_, let visit, let cookie) = try await composing.open(ticket, at: stage.clock.now) else {
                throw CancellationError()
            }
            return (visit, cookie.text)
        }
        let ticketed = try await token(URL(string: "https://app.example.org/"))
        visitor.token = "\(ticketed.id).\(ticketed.secret)"
        #expect(try await visitor.call(.get, "draft").status == 401)
        let embedded = try await token(nil)
        visitor.token = "\(embedded.id).\(embedded.secret)"
        #expect(try await visitor.call(.get, "draft").status == 200)
        let cookie: HTTPFields = [.cookie: "countersign_composing=\(embedded.secret)"]
        #expect(await stage.call(.get, "/composing/\(embedded.id)/draft", headers: cookie, as: nil).status == 401)
    }

    @Test("The page has nothing of the account but the draft")
    func account() async throws {
        var (id, visitor) = try await draft()
        try await visitor.begin()
        // There are people to suggest, and a template to start from.
        _ = try await scene.create()
        let sender = try await scene.stage.service.ledger.envelope(id).sender
        let template = Template(
            id: TemplateID(UUID()), accountID: Stage.ada.accountID, owner: sender, name: "Lease", createdAt: Date())
        try await scene.stage.service.stores.templates.keep(template)
        #expect(try await visitor.call(.get, "people").text == #"{"people":[]}"#)
        #expect(try await visitor.call(.get, "templates").text == #"{"templates":[]}"#)
        #expect(try await visitor.call(.post, "templates/\(template.id)/use", [String: Any]()).status == 404)
        let making: [String: Any] = ["name": "Theirs", "roles": ["1": "Signer"]]
        #expect(try await visitor.call(.post, "templates", making).status == 404)
        let read = try await visitor.call(.get, "draft").json
        #expect(read["offersTemplates"] as? Bool == false && read["makesTemplates"] as? Bool == false)
    }

    @Test("A visit ends when nobody uses it, and the address of a draft that was deleted opens no other")
    func ends() async throws {
        var (id, visitor) = try await draft()
        try await visitor.begin()
        scene.stage.clock.advance(scene.stage.service.configuration.composingIdleLife + 1)
        #expect(try await visitor.call(.get, "draft").status == 401)
        try await visitor.begin()
        #expect(try await visitor.call(.post, "discard", [String: Any]()).status == 200)
        #expect(try await visitor.visit().status == 200)
        #expect(try await scene.call(.delete, "documents/\(id)").status == 204)
        #expect(try await visitor.visit().status == 409)
        #expect(try await visitor.call(.get, "draft").status == 409)
    }

    @Test("Only the application's origins and the service's own may frame the page; others are told at once")
    func origins() async throws {
        let plain = try await draft().visitor
        #expect(try await !plain.policy().contains("frame-ancestors"))
        #expect(try await plain.call(.get, "?from=https://shop.example").status == 403)
        #expect(try await plain.call(.get, "?from=capacitor://localhost").status == 200)
        let applicationID = "33333333-3333-4333-8333-333333333333"
        try await scene.stage.service.stores.applications.store(
            APIApplication(
                id: applicationID, accountID: Stage.ada.accountID, name: "Product",
                origins: [try #require(EmbeddingOrigin("https://a.example"))], createdAt: Date(), updatedAt: Date()))
        let visitor = try await draft(["api_application_id": applicationID]).visitor
        #expect(try await visitor.policy().hasSuffix("frame-ancestors https://a.example \(own)"))
        #expect(try await visitor.call(.get, "embedding").json["origins"] as? [String] == ["https://a.example", own])
        #expect(try await visitor.call(.get, "?from=https://a.example").status == 200)
        let odd = try await visitor.call(.get, "?from=https://x.example%3Bcurl%20evil.example")
        #expect(odd.status == 403 && !odd.text.contains("curl") && odd.text.contains("--origin null"))
        let refused = try await visitor.call(.get, "?from=https://b.example")
        #expect(refused.status == 403 && refused.text.contains("(https://b.example) is not allowed to show them"))
        #expect(!refused.text.contains("Lease"))
    }
}
