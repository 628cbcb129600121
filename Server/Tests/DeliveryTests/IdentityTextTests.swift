import Foundation
import HTTPMessages
import IdentityService
import Ledger
import LoopbackServers
import ServiceCalls
import Testing
import Words

@testable import Delivery

@Suite("Text messages through the operator's gateway")
struct IdentityTextTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(
        "The gateway's status decides whether a message is sent again",
        arguments: [
            (200, "done"), (202, "done"), (299, "done"), (400, "dead"), (401, "dead"), (404, "dead"), (408, "again"),
            (425, "again"), (429, "again"), (500, "again"), (503, "again"), (302, "dead"),
        ])
    func statuses(status: Int, expected: String) async throws {
        let server = try LoopbackServer { _ in
            "\(status) X\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:1/\r\n\r\n"
        }
        defer { server.stop() }
        let gateway = try #require(TextGateway(try url("http://127.0.0.1:\(server.port)/texts")))
        let outcome = try await gateway.send("123456 is your code.", to: "+41790000000", id: "job-7")
        switch outcome {
        case .done: #expect(expected == "done")
        case .dead(let reason): #expect(expected == "dead" && reason.contains("\(status)"))
        case .again(_, let reason): #expect(expected == "again" && reason.contains("\(status)"))
        case .replaced, .untried: Issue.record("\(outcome)")
        }
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/texts" && server.requests.count == 1)
        #expect(request.headers["idempotency-key"] == "job-7" && request.headers["authorization"] == nil)
        let body = try JSONDecoder().decode([String: String].self, from: request.body)
        #expect(body == ["id": "job-7", "to": "+41790000000", "text": "123456 is your code."])
    }

    @Test("The token is read anew for each message, and a missing file is no reason to send without it")
    func token() async throws {
        let server = try LoopbackServer { _ in "204 X\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).token")
        defer { try? FileManager.default.removeItem(at: file) }
        let address = try url("http://127.0.0.1:\(server.port)/")
        let gateway = try #require(TextGateway(address, tokenFile: file))
        guard case .again = try await gateway.send("x", to: "+41790000000", id: "1") else {
            Issue.record("sent without the token")
            return
        }
        #expect(server.requests.isEmpty)
        for token in ["first", "second"] {
            try Data("\(token)\n".utf8).write(to: file)
            _ = try await gateway.send("x", to: "+41790000000", id: "1")
        }
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer first", "Bearer second"])
    }

    @Test("A gateway that cannot be reached is asked again")
    func unreachable() async throws {
        let gateway = try #require(TextGateway(try url("http://127.0.0.1:1/")))
        guard case .again(_, let reason) = try await gateway.send("x", to: "+41790000000", id: "1") else {
            Issue.record("not again")
            return
        }
        #expect(reason.hasPrefix("The text gateway: "))
    }

    @Test(
        "Codes travel by https, or on this machine",
        arguments: [
            ("https://texts.example/send", true), ("http://localhost:9/x", true), ("http://texts.example/send", false),
            ("https://user@texts.example/", false), ("ftp://texts.example/", false), ("https:///x", false),
        ])
    func addresses(text: String, isUsable: Bool) throws {
        #expect((TextGateway(try url(text)) != nil) == isUsable)
    }

    @Test("A code that has expired is not sent any more; one that is valid is")
    func expired() async throws {
        let server = try LoopbackServer { _ in "204 X\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let gateway = try #require(TextGateway(try url("http://127.0.0.1:\(server.port)/")))
        let (box, now) = (KeyedSecretBox(), Date())
        let base = try url("https://sign.example.org")
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service, .identity]))
        let queue = SQLJobQueue(database)
        let store = IdentityStore(database)
        var configuration = IdentityServiceConfiguration()
        configuration.sendsTextMessages = true
        let service = IdentityService(
            configuration,
            stores: .init(identity: store, counts: SQLCallCountStore(database), jobs: queue, secrets: box),
            base: { base }, now: { now })
        let app = try await store.createApp(named: "Shop", at: now)
        var call = HTTPCall(.post, url: base.appending(path: "hub/auth/init"))
        call.headers[.contentType] = "application/json"
        call.headers[named: "x-rownd-app-key"] = app.appKey
        call.body = Data(#"{"phone": "+41790000000"}"#.utf8)
        #expect(await service.answer(ServiceCall(call, remoteAddress: "192.0.2.1", base: base)).status == 200)
        let claimed = try await queue.claim(10, kinds: [.identityText], except: [], by: "t", lease: 60, at: now + 1)
        let job = try #require(claimed.first)
        let consumer = IdentityTextConsumer(secrets: box, gateway: gateway, base: { base })
        guard case .dead = try await consumer.run(job, at: now + 901) else {
            Issue.record("sent after its end")
            return
        }
        #expect(server.requests.isEmpty)
        #expect(try await consumer.run(job, at: now + 899) == .done())
        #expect(server.requests.count == 1)
    }

    @Test("The message names the app in one short line, and its last line binds the code to the page")
    func words() {
        let text = IdentityTextConsumer.text(
            code: "012345", app: "Harbour\nShop", host: "sign.example.org", in: .english)
        #expect(text == "012345 is your code for Harbour Shop.\n\n@sign.example.org #012345")
        let german = Language.best(for: ["de"])
        let other = IdentityTextConsumer.text(code: "012345", app: "Kiosk", host: "sign.example.org", in: german)
        #expect(other == "012345 ist Ihr Code für Kiosk.\n\n@sign.example.org #012345")
        let long = IdentityTextConsumer.text(code: "1", app: String(repeating: "x", count: 99), host: "h", in: .english)
        #expect(long.hasPrefix("1 is your code for \(String(repeating: "x", count: 40)).\n"))
    }
}
