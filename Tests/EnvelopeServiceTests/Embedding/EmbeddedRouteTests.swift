import Envelopes
import Foundation
import Ledger
import Testing

@testable import EnvelopeService
@testable import EnvelopeWork
@testable import SigningVisits
@testable import TestSupport

@Suite("Signing inside the sender's product")
struct EmbeddedRouteTests {
    /// A person at the address, without a cookie.
    private struct Visitor {
        let scene: LinkScene
        let path: String
        let key: String
        var token: String?

        init(_ scene: LinkScene, _ recipient: RecipientID = "1") async throws {
            self.scene = scene
            let address = try await scene.stage.service.embeddedLinks.address(of: recipient, in: scene.id)
            path = address.path(percentEncoded: true)
            key = try #require(address.fragment())
        }

        func call(
            _ method: HTTPRequest.Method, _ below: String, _ body: String = "", headers: HTTPFields = [:]
        ) async -> HTTPReply {
            var headers = headers
            headers[.contentType] = headers[.contentType] ?? "application/json"
            if let token { headers[named: EmbeddedSession.header] = token }
            return await scene.stage.call(method, path + below, Data(body.utf8), headers: headers, as: nil)
        }

        func visit(_ key: String? = nil, headers: HTTPFields = [:]) async -> HTTPReply {
            await call(.post, "visit", "{\"key\":\"\(key ?? self.key)\"}", headers: headers)
        }

        mutating func begin() async throws {
            let reply = await visit()
            let given = try #require(reply["token"], "\(reply.text)")
            token = given
        }

        var policy: String {
            get async { await call(.get, "").headers[.contentSecurityPolicy] ?? "" }
        }
    }

    @Test("An address is the same each time, its key is in the fragment, and opening it changes nothing")
    func address() async throws {
        let scene = try await LinkScene()
        let links = scene.stage.service.embeddedLinks
        let first = try await links.address(of: "1", in: scene.id)
        #expect(try await links.address(of: "1", in: scene.id) == first)
        #expect(try await links.address(of: "2", in: scene.id) != first)
        let key = try #require(first.fragment())
        #expect(key.utf8.count == 43 && !first.path().contains(key))
        let visitor = try await Visitor(scene)
        let before = try await scene.events.count
        #expect(await visitor.call(.get, "").headers[.contentType] == "text/html; charset=utf-8")
        #expect(await visitor.call(.get, "app.js").status == 200)
        #expect(await visitor.call(.get, "session").status == 401)
        #expect(try await scene.events.count == before)
    }

    @Test("The files that the page loads need no envelope; the page does, and no frame may show a file")
    func files() async throws {
        let scene = try await LinkScene()
        let unknown = "/embedded/00000000-0000-4000-8000-000000000000/1/"
        let script = await scene.get(unknown + "app.js?v=1")
        #expect(script.status == 200 && script.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(script.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        #expect(await scene.get(unknown).status == 404)
        #expect(await scene.get(unknown + "index.html").status == 404)
        #expect(await scene.get(unknown + "nothing.js").status == 404)
    }

    @Test("A session begins with the right key only, as often as wanted, and needs its header")
    func session() async throws {
        let scene = try await LinkScene()
        var visitor = try await Visitor(scene)
        #expect(await visitor.visit("x").status == 404)
        #expect(await visitor.visit(String(visitor.key.dropLast()) + "!").status == 404)
        #expect(await visitor.call(.post, "visit", "{}").status == 400)
        #expect(await visitor.visit(headers: HTTPFields(["Sec-Fetch-Site": "cross-site"])).status == 403)
        try await visitor.begin()
        let first = visitor.token
        let opened = await visitor.call(.get, "session")
        #expect(opened.status == 200, "\(opened.text)")
        #expect(opened.headers[named: "Set-Cookie"] == nil)
        try await visitor.begin()
        #expect(visitor.token != first)
        visitor.token = (first ?? "") + "x"
        #expect(await visitor.call(.get, "session").status == 401)
        visitor.token = first
        var other = try await Visitor(scene, "2")
        other.token = first
        #expect(await other.call(.get, "session").status == 401)
        #expect(
            await visitor.call(.post, "consent", "{}", headers: HTTPFields(["Origin": "https://evil.example"])).status
                == 403)
        #expect(await visitor.call(.post, "consent", "{}").status == 200)
    }

    @Test("A correction of the address ends the link and its sessions; one of the name does not")
    func corrected() async throws {
        let scene = try await LinkScene()
        var visitor = try await Visitor(scene)
        try await visitor.begin()
        try await correct(scene, name: "Bob Signer")
        try await visitor.begin()
        try await correct(scene, email: "bob@example.org")
        #expect(await visitor.call(.get, "session").status == 401)
        #expect(await visitor.visit().status == 404)
        try await correct(scene, email: "bo@example.org")
        #expect(await visitor.visit().status == 404)
        let now = try await Visitor(scene)
        #expect(await now.visit().status == 200)
    }

    private func correct(_ scene: LinkScene, name: String? = nil, email: String? = nil) async throws {
        var signer = ["recipientId": "1"]
        signer["name"] = name
        signer["email"] = email
        let answer = await scene.stage.call(
            .put, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes/\(scene.id)/recipients",
            try JSONSerialization.data(withJSONObject: ["signers": [signer]]),
            headers: [.contentType: "application/json"])
        try #require(answer.status == 200 && !answer.text.contains("errorDetails"), "\(answer.text)")
    }

    @Test("Only the application's origins and the service's own may frame the page")
    func ancestors() async throws {
        let applicationID = "33333333-3333-4333-8333-333333333333"
        let scene = try await LinkScene(defining: { $0.options.applicationID = applicationID })
        let visitor = try await Visitor(scene)
        let own = "https://sign.example.org"
        #expect(await visitor.policy.hasSuffix("frame-ancestors \(own)"))
        func allow(_ origins: [String]) async throws {
            try await scene.stage.service.stores.applications.store(
                APIApplication(
                    id: applicationID, accountID: Stage.ada.accountID, name: "Product",
                    origins: try origins.map { try #require(EmbeddingOrigin($0)) }, createdAt: Date(),
                    updatedAt: Date()))
        }
        try await allow(["https://a.example", "app://"])
        #expect(await visitor.policy.hasSuffix("frame-ancestors https://a.example app: \(own)"))
        #expect(
            await visitor.call(.get, "embedding").json["origins"] as? [String] == ["https://a.example", "app://", own])
        try await allow(["https://a.example", "null"])
        #expect(await !visitor.policy.contains("frame-ancestors"))
        _ = try await scene.stage.service.stores.applications.removeApplication(
            applicationID, of: Stage.ada.accountID)
        #expect(await visitor.policy.hasSuffix("frame-ancestors \(own)"))
    }

    @Test("Apps' own pages may show a document of no application, and websites may not")
    func noApplication() async throws {
        let visitor = try await Visitor(try await LinkScene())
        #expect(await !visitor.policy.contains("frame-ancestors"))
        #expect(
            await visitor.call(.get, "embedding").json["origins"] as? [String] == ["null", "https://sign.example.org"])
        for origin in ["null", "file://", "app://localhost", "capacitor://localhost", "https://sign.example.org"] {
            #expect(await visitor.call(.get, "?from=\(origin)").status == 200, "\(origin)")
        }
        #expect(await visitor.call(.get, "?from=https://shop.example").status == 403)
    }

    @Test(
        "A page that is not allowed is told so at once, in its frame and by a message, and sees nothing of the document"
    )
    func refusedOrigin() async throws {
        let applicationID = "33333333-3333-4333-8333-333333333333"
        let scene = try await LinkScene(defining: { $0.options.applicationID = applicationID })
        try await scene.stage.service.stores.applications.store(
            APIApplication(
                id: applicationID, accountID: Stage.ada.accountID, name: "Product",
                origins: [try #require(EmbeddingOrigin("https://a.example"))], createdAt: Date(), updatedAt: Date()))
        let visitor = try await Visitor(scene)
        #expect(await visitor.call(.get, "?from=https://a.example").status == 200)
        let refused = await visitor.call(.get, "?from=https://b.example")
        // What is no origin is not repeated.
        let odd = await visitor.call(.get, "?from=https://b.example%3Cb%3E%3Bcurl")
        #expect(odd.status == 403 && odd.text.contains("--origin null") && !odd.text.contains("curl"))
        #expect(refused.status == 403)
        #expect(refused.text.contains("(https://b.example) is not allowed to show them"))
        #expect(refused.text.contains("countersign application create --origin https://b.example"))
        #expect(refused.text.contains(#"type: "error", detail: { code: "origin_not_allowed""#))
        #expect(!refused.text.contains("Lease") && !refused.text.contains("Bo Signer"))
        // Every page may show the refusal; no script but its own runs in it.
        let policy = try #require(refused.headers[.contentSecurityPolicy])
        #expect(!policy.contains("frame-ancestors") && policy.contains("script-src 'sha256-"))
        // Without the parameter, the browser keeps the rule alone.
        #expect(await visitor.policy.hasSuffix("frame-ancestors https://a.example https://sign.example.org"))
        let german = await visitor.call(
            .get, "?from=https://b.example", headers: HTTPFields(["Accept-Language": "de"]))
        #expect(german.text.contains("Die umgebende Seite (https://b.example)"))
    }

    @Test("A code is asked for before anything is shown, and wrong ones are counted")
    func code() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode])])
        var visitor = try await Visitor(scene)
        try await visitor.begin()
        #expect(await visitor.call(.get, "session").status == 403)
        #expect(await visitor.call(.get, "proof").json["takesCode"] as? Bool == true)
        let form = HTTPFields(["Content-Type": "application/x-www-form-urlencoded"])
        #expect(await visitor.call(.post, "proof", "code=red", headers: form)["problem"] != nil)
        #expect(try await scene.envelope.state(of: "1")?.wrongAccessCodes == 1)
        #expect(
            await visitor.call(.post, "proof", "code=\(LinkScene.code)", headers: form).json["passed"] as? Bool == true)
        #expect(await visitor.call(.get, "session").status == 200)
    }

    @Test("The script is small, may be read across origins, and never changes under its own address")
    func script() async throws {
        let scene = try await LinkScene()
        let plain = await scene.stage.call(.get, "/embedded.js", as: nil)
        #expect(plain.status == 200 && plain.headers[.accessControlAllowOrigin] == "*")
        let fixed = await scene.stage.call(.get, "/embedded-\(EmbedScript.shared.hash).js", as: nil)
        #expect(fixed.body == plain.body)
        #expect(fixed.headers[.cacheControl]?.contains("immutable") == true)
        let again = await scene.stage.call(
            .get, "/embedded.js", headers: [.ifNoneMatch: plain.headers[.eTag] ?? ""], as: nil)
        #expect(again.status == 304)
        #expect(await scene.stage.call(.get, "/embedded-0.js", as: nil).status == 404)
        // Before compression; a tenth of it would already be within the limit of 10 KB after.
        #expect(plain.body.count < 20_000)
        #expect(await scene.stage.call(.get, "/embedded.d.ts", as: nil).text.contains("CountersignEmbed"))
    }
}
