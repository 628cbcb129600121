import Crypto
import EnvelopeService
import Envelopes
import Foundation
import GuardedHTTP
import HTTPTypes
import Ledger
import LoopbackServers
import Synchronization
import Testing

@testable import SigningService

@Suite("Delivery of hooks")
struct HookDeliveryTests {
    /// A service whose hooks may go to this machine.
    private func fixture() async throws -> ServiceFixture {
        let loopback = try #require(NetworkBlock("127.0.0.1/32"))
        return try await ServiceFixture { $0.receivers = GuardPolicy(allowing: [loopback], allowsHTTP: true) }
    }

    /// A call of the second dialect.
    private func call(
        _ client: ServiceClient, _ key: Secret, _ method: HTTPRequest.Method, _ path: String, _ json: Any? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[try #require(HTTPField.Name("X-Api-Key"))] = key.text
        return try await client.send(
            method, "/api/v1/\(path)", try json.map { try JSONSerialization.data(withJSONObject: $0) }, headers: headers
        )
    }

    private func hook(_ client: ServiceClient, _ key: Secret, _ server: LoopbackServer) async throws -> String {
        let made = try await call(
            client, key, .post, "hooks", ["callback_url": "http://127.0.0.1:\(server.port)/hook"])
        try #require(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
        return try #require(made["id"])
    }

    private func key(_ fixture: ServiceFixture, application: String? = nil) async throws -> Secret {
        try await fixture.service.accounts.makeKey(
            named: "Test", account: fixture.account, application: application, at: fixture.clock.now
        ).key
    }

    private static func digits(_ text: Data, _ key: String) -> String {
        HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: Data(key.utf8)))
            .map { String(format: "%02x", $0) }.joined()
    }

    private static func events(_ server: LoopbackServer) -> [String] {
        server.requests.compactMap { request in
            let json = try? JSONSerialization.jsonObject(with: request.body) as? [String: Any]
            return (json?["event"] as? [String: Any])?["type"] as? String
        }
    }

    @Test("Hooks and webhooks hear of an envelope made with the other API, in order, with hash and signature")
    func otherDialect() async throws {
        let fixture = try await fixture()
        let server = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        let other = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer {
            server.stop()
            other.stop()
        }
        let key = try await key(fixture)
        try await fixture.test { client in
            let id = try await hook(client, key, server)
            let connect = try await client.api(
                .post, "/connect",
                [
                    "name": "Hook", "urlToPublishTo": "http://127.0.0.1:\(other.port)/hook",
                    "allowEnvelopePublish": "true", "events": ["envelope-sent", "envelope-voided"],
                    "eventData": ["includeData": ["recipients"]],
                ])
            try #require(connect.status == 201, "\(String(decoding: connect.body, as: UTF8.self))")
            let envelope = try await client.envelope()
            #expect(try await call(client, key, .delete, "documents/\(envelope)").status == 204)
            await fixture.service.jobs.runDue()
            #expect(Self.events(server) == ["document_created", "document_sent", "document_canceled"])
            #expect(other.requests.count == 2)
            for request in server.requests {
                #expect(request.headers["x-countersign-signature"] == "sha256=" + Self.digits(request.body, id))
                let json = try JSONSerialization.jsonObject(with: request.body) as? [String: Any]
                let event = try #require(json?["event"] as? [String: Any])
                let text = "\(event["type"] as? String ?? "")@\(event["time"] as? Int ?? 0)"
                #expect(event["hash"] as? String == Self.digits(Data(text.utf8), id))
                let object = (json?["data"] as? [String: Any])?["object"] as? [String: Any]
                #expect(object?["id"] as? String == envelope)
            }
        }
    }

    @Test("A receiver that fails is tried again with the same bytes, and later events wait for it")
    func retries() async throws {
        let fixture = try await fixture()
        let isDown = Atomic(true)
        let server = try LoopbackServer { _ in
            isDown.load(ordering: .relaxed)
                ? "503 Busy\r\nContent-Length: 0\r\n\r\n" : "200 OK\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let key = try await key(fixture)
        try await fixture.test { client in
            _ = try await hook(client, key, server)
            _ = try await client.envelope()
            await fixture.service.jobs.runDue()
            #expect(Self.events(server) == ["document_created"])
            isDown.store(false, ordering: .relaxed)
            fixture.clock.advance(3600)
            await fixture.service.jobs.runDue()
            #expect(Self.events(server) == ["document_created", "document_created", "document_sent"])
            #expect(server.requests[0].body == server.requests[1].body)
            // Both attempts have one id, and the next message another.
            let ids = server.requests.compactMap { $0.headers["x-countersign-delivery"] }
            #expect(ids.allSatisfy { UUID(uuidString: $0) != nil })
            #expect(ids.count == 3 && ids[0] == ids[1] && ids[1] != ids[2])
        }
    }

    @Test("A deleted hook hears nothing more, and one of an application nothing of other documents")
    func deletedHook() async throws {
        let fixture = try await fixture()
        let server = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let application = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
        let (whole, part) = (try await key(fixture), try await key(fixture, application: application))
        try await fixture.test { client in
            let deleted = try await hook(client, whole, server)
            _ = try await client.envelope()
            #expect(try await call(client, part, .delete, "hooks/\(deleted)").status == 404)
            #expect(try await call(client, whole, .delete, "hooks/\(deleted)").status == 204)
            let own = try await hook(client, part, server)
            let answer = try await call(client, part, .get, "hooks")
            let listed = try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]]
            #expect(listed?.count == 1 && listed?.first?["id"] as? String == own)
            #expect(listed?.first?["api_application_id"] as? String == application)
            _ = try await client.envelope()
            await fixture.service.jobs.runDue()
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A hook whose host is not public is never called")
    func privateHost() async throws {
        let fixture = try await ServiceFixture { $0.receivers = GuardPolicy(allowsHTTP: true) }
        let server = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let stores = fixture.service.envelopes.stores
        let id = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
        _ = try await stores.hooks.add(
            Hook(
                accountID: fixture.account, url: "http://127.0.0.1:\(server.port)/hook",
                sealedID: try stores.secrets.seal(id, for: ConnectSecret.hook(of: fixture.account)),
                createdAt: fixture.clock.now), id: Secret(text: id))
        try await fixture.test { client in
            _ = try await client.envelope()
            await fixture.service.jobs.runDue()
            #expect(server.requests.isEmpty)
        }
    }
}
