import Composing
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import PageImages
import Testing
import Words

@Suite("The host of the composing page")
struct ComposingHostTests {
    private let drafts = MemoryDrafts(
        EnvelopeDefinition(
            accountID: "a", sender: Sender(userID: "u", name: "Anna", email: "anna@example.org"), emailSubject: "",
            documents: [], recipients: [], tabs: []))

    private func host(_ settings: ComposingConfiguration = ComposingConfiguration()) -> ComposingHost {
        ComposingHost(
            store: drafts, renderer: NumberRenderer(),
            returnAddress: ReturnAddress(URL(string: "https://example.org/back?a=1#end")), configuration: settings)
    }

    private func call(_ method: HTTPRequest.Method, _ path: String, _ body: Any) async throws -> (Int, [String: Any]) {
        try await call(
            method, path, JSONSerialization.data(withJSONObject: body), [.contentType: "application/json"])
    }

    private func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data = Data(), _ headers: HTTPFields = [:],
        host: ComposingHost? = nil
    ) async throws -> (Int, [String: Any]) {
        let reply = await (host ?? self.host()).answer(HTTPCall(method, path, headers: headers, body: body))
        return (reply.status, try JSONSerialization.jsonObject(with: reply.body) as? [String: Any] ?? [:])
    }

    private static func fileHeaders(_ name: String) -> HTTPFields {
        var headers: HTTPFields = [.contentType: "application/octet-stream"]
        headers[named: "X-File-Name"] = name
        return headers
    }

    private func upload(_ id: String, _ text: String = "%PDF-1.7", name: String = "a.pdf") async throws -> Int {
        try await call(.put, "files/\(id)", Data(text.utf8), Self.fileHeaders(name)).0
    }

    /// What the page would send for a contract that one person signs.
    private func content(email: String = "ada@example.org", x: Int = 72_000) -> [String: Any] {
        [
            "emailSubject": "Contract", "documents": [["id": "1", "name": "Contract"]],
            "recipients": [["id": "1", "name": "Ada", "email": email, "routingOrder": 1]],
            "tabs": [
                [
                    "id": "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90", "kind": "signHere", "documentId": "1",
                    "recipientId": "1", "page": 1, "label": "Signature", "required": true, "locked": false,
                    "frame": ["x": x, "y": 100_500, "width": 150_000, "height": 40_000],
                ] as [String: Any]
            ],
        ]
    }

    private func problems(_ answer: [String: Any]) -> [String] {
        (answer["problems"] as? [[String: Any]] ?? []).map { problem in
            let place = problem["place"] as? [String: Any] ?? [:]
            return [problem["code"], place["part"], place["id"], place["member"]].compactMap { $0 as? String }
                .joined(separator: " ")
        }
    }

    @Test("A draft without anything names what is missing, each at its place")
    func emptyDraft() async throws {
        let (status, answer) = try await call(.get, "draft")
        #expect(status == 200)
        #expect(
            problems(answer) == ["no-document documents", "no-signer recipients", "empty-subject message emailSubject"])
    }

    @Test("A contract is composed and sent, and the browser goes back with the event")
    func compose() async throws {
        #expect(try await upload("1") == 200)
        let (saved, answer) = try await call(.put, "draft", ["version": 1, "content": content()])
        #expect(saved == 200)
        #expect(problems(answer).isEmpty)
        let tab = try #require(try await drafts.draft().definition.tabs.first)
        #expect(tab.frame == TabFrame(x: 72, y: 100.5, width: 150, height: 40))
        let (sent, end) = try await call(.post, "send", ["version": 2])
        #expect(sent == 200)
        #expect(end["redirect"] as? String == "https://example.org/back?a=1&event=send#end")
        #expect(await drafts.ending == "sent")
    }

    @Test("The places of a file are those of its form and its print, and a browser keeps them")
    func places() async throws {
        _ = try await upload("1")
        let reply = await host().answer(
            HTTPCall(.get, "files/1/places?v=\(BlobHash(of: Data("%PDF-1.7".utf8)).rawValue.prefix(16))"))
        #expect(reply.status == 200 && reply.headers[.cacheControl]?.contains("immutable") == true)
        let answer = try JSONSerialization.jsonObject(with: reply.body) as? [String: [[String: Any]]] ?? [:]
        let (field, rule) = (try #require(answer["fields"]?.first), try #require(answer["rules"]?.first))
        #expect(field["label"] as? String == "Town" && field["kind"] as? String == "text")
        #expect((field["frame"] as? [String: Int])?["width"] == 3000)
        #expect(rule["kind"] as? String == "line" && (rule["frame"] as? [String: Int])?["x"] == 5000)
        #expect(try await call(.get, "files/2/places").0 == 404)
    }

    @Test("What is fixed of a sent envelope is told to the page")
    func fixed() async throws {
        #expect(try await call(.get, "draft").1["fixed"] == nil)
        await drafts.fix(FixedParts(documents: ["1"], closesDocuments: true, fieldsOf: ["1"], finished: ["2"]))
        let fixed = try #require(try await call(.get, "draft").1["fixed"] as? [String: Any])
        #expect(fixed["documents"] as? [String] == ["1"] && fixed["closesDocuments"] as? Bool == true)
        #expect(fixed["fieldsOf"] as? [String] == ["1"] && fixed["finished"] as? [String] == ["2"])
    }

    @Test("A store without templates offers none, and says so")
    func noTemplates() async throws {
        #expect((try await call(.get, "templates?name=x").1["templates"] as? [Any])?.isEmpty == true)
        #expect((try await call(.get, "people").1["people"] as? [Any])?.isEmpty == true)
        #expect(try await call(.get, "templates?name=\(String(repeating: "x", count: 101))").0 == 400)
        #expect(try await call(.post, "templates/nothing/use", [:]).0 == 404)
        #expect(try await call(.post, "templates/0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90/use", [:]).0 == 404)
        #expect(try await call(.post, "templates", ["name": "A", "roles": [String: String]()]).0 == 422)
        #expect(try await call(.post, "templates", ["name": "A"]).0 == 400)
    }

    @Test("A problem of a person names the person and the entry")
    func personProblem() async throws {
        _ = try await upload("1")
        let (_, answer) = try await call(.put, "draft", ["version": 1, "content": content(email: "ada@")])
        #expect(problems(answer) == ["not-an-email recipients 1 email"])
        let (status, refusal) = try await call(.post, "send", ["version": 2])
        #expect(status == 422)
        #expect(problems(refusal["error"] as? [String: Any] ?? [:]) == ["not-an-email recipients 1 email"])
    }

    @Test("A field beyond the edge of its page is named")
    func fieldOffPage() async throws {
        _ = try await upload("1")
        let (_, answer) = try await call(.put, "draft", ["version": 1, "content": content(x: 600_000)])
        #expect(problems(answer) == ["off-page tabs 0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90 position"])
    }

    @Test("A change on an older version is refused with the newer draft; the same change again is answered as before")
    func versions() async throws {
        _ = try await upload("1")
        _ = try await call(.put, "draft", ["version": 1, "content": content()])
        let (again, answer) = try await call(.put, "draft", ["version": 1, "content": content()])
        #expect(again == 200)
        #expect(answer["version"] as? Int == 2)
        let (status, refusal) = try await call(.put, "draft", ["version": 1, "content": content(x: 90_000)])
        #expect(status == 409)
        let error = try #require(refusal["error"] as? [String: Any])
        #expect(error["code"] as? String == "changed")
        #expect((error["draft"] as? [String: Any])?["version"] as? Int == 2)
    }

    @Test("The page never gets an access code, and keeps it, changes it and takes it away")
    func accessCode() async throws {
        func save(_ code: Any?, over version: Int) async throws -> Any? {
            var content = self.content()
            content["documents"] = [Any]()
            content["tabs"] = [Any]()
            var person: [String: Any] = ["id": "1", "name": "Ada", "email": "ada@example.org", "routingOrder": 1]
            person["code"] = code
            content["recipients"] = [person]
            let (status, answer) = try await call(.put, "draft", ["version": version, "content": content])
            #expect(status == 200)
            let people = (answer["content"] as? [String: Any])?["recipients"] as? [[String: Any]]
            #expect(people?.first?["accessCode"] == nil)
            return people?.first?["code"]
        }
        func code() async throws -> AccessCode? { try await drafts.draft().definition.recipients.first?.accessCode }
        #expect(try await save("1234", over: 1) as? Bool == true)
        #expect(try await code()?.matches("1234") == true)
        _ = try await save(true, over: 2)
        #expect(try await code()?.matches("1234") == true)
        #expect(try await save(nil, over: 2) == nil)
        #expect(try await code() == nil)
    }

    @Test("A file that cannot be signed is refused with the reason, and an id names one file")
    func files() async throws {
        let (status, refusal) = try await call(
            .put, "files/1", Data("MZ".utf8), Self.fileHeaders("a.exe"))
        #expect(status == 422)
        #expect((refusal["error"] as? [String: Any])?["code"] as? String == "file-unknown-kind")
        #expect(try await upload("1") == 200)
        #expect(try await upload("1") == 200)
        #expect(try await upload("1", "%PDF-2.0") == 409)
        #expect(try await upload("2", "") == 422)
    }

    @Test("A document that was never uploaded cannot be named")
    func unknownDocument() async throws {
        #expect(try await call(.put, "draft", ["version": 1, "content": content()]).0 == 400)
    }

    @Test("Requests of other sites, of other types and beyond the limits are refused")
    func strangers() async throws {
        let json = Data(#"{"version":1}"#.utf8)
        var foreign: HTTPFields = [.contentType: "application/json"]
        foreign[named: "Sec-Fetch-Site"] = "cross-site"
        #expect(try await call(.post, "discard", json, foreign).0 == 403)
        #expect(try await call(.post, "discard", json, [.contentType: "text/plain"]).0 == 400)
        var settings = ComposingConfiguration()
        settings.bodyLimit = 4
        let refused = try await call(.post, "send", json, [.contentType: "application/json"], host: host(settings)).0
        #expect(refused == 413)
        #expect(await drafts.ending == nil)
    }

    @Test("A page that only saves does not send")
    func onlySaves() async throws {
        var settings = ComposingConfiguration()
        settings.sends = false
        let body = Data(#"{"version":1}"#.utf8)
        #expect(try await call(.post, "send", body, [.contentType: "application/json"], host: host(settings)).0 == 403)
        let (_, end) = try await call(.post, "keep", body, [.contentType: "application/json"], host: host(settings))
        #expect(end["redirect"] as? String == "https://example.org/back?a=1&event=save#end")
    }

    @Test("Pages are drawn in one of few widths, and their words are read")
    func pages() async throws {
        _ = try await upload("1")
        let image = await host().answer(HTTPCall(.get, "files/1/pages/1/image?width=900"))
        #expect(String(decoding: image.body, as: UTF8.self) == "1 1000")
        #expect(await host().answer(HTTPCall(.get, "files/1/pages/2/image")).status == 404)
        let (_, words) = try await call(.get, "files/1/pages/1/words")
        #expect((words["words"] as? [[String: Any]])?.first?["text"] as? String == "Page")
    }

    @Test(
        "The page itself is served in the language asked for, and allows no scripts of others", arguments: ["de", "ar"])
    func page(_ tag: String) async throws {
        let reply = await host().answer(HTTPCall(.get, "?lang=\(tag)"))
        #expect(reply.status == 200)
        #expect(String(decoding: reply.body, as: UTF8.self).contains("<html lang=\"\(tag)\""))
        let policy = try #require(reply.headers[.contentSecurityPolicy])
        #expect(policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"))
    }
}
