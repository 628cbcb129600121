import Crypto
import EnvelopeService
import Envelopes
import Foundation
import GuardedHTTP
import Ledger
import LoopbackServers
import Synchronization
import Testing
import Webhooks

@testable import SigningService

@Suite("Delivery of webhooks")
struct WebhookDeliveryTests {
    /// A service whose webhooks may go to this machine.
    private func fixture() async throws -> ServiceFixture {
        let loopback = try #require(NetworkBlock("127.0.0.1/32"))
        return try await ServiceFixture { $0.receivers = GuardPolicy(allowing: [loopback], allowsHTTP: true) }
    }

    private func configuration(_ port: UInt16, _ changes: [String: any Sendable] = [:]) -> [String: any Sendable] {
        [
            "name": "Hook", "urlToPublishTo": "http://127.0.0.1:\(port)/hook", "allowEnvelopePublish": "true",
            "events": ["recipient-sent"], "eventData": ["includeData": ["recipients"]], "enableLog": "true",
        ].merging(changes) { $1 }
    }

    /// Sends an envelope and returns the orders that it leads to.
    private func orders(_ fixture: ServiceFixture, _ configuration: [String: any Sendable]) async throws
        -> [WebhookOrder]
    {
        let found = Mutex<[WebhookOrder]>([])
        try await fixture.test { client in
            let made = try await client.api(.post, "/connect", configuration)
            try #require(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
            let id = try #require(EnvelopeID(rawValue: try await client.envelope()))
            let configurations = try await fixture.service.envelopes.stores.connect.configurations(of: fixture.account)
            let history = try await fixture.service.ledger.history(id)
            found.withLock { $0 = WebhookOrder.orders(for: 2, of: history, configurations: configurations) }
        }
        return found.withLock { $0 }
    }

    private func deliver(_ order: WebhookOrder, _ fixture: ServiceFixture, attempt: Int = 1) async throws
        -> WebhookOutcome
    {
        try await fixture.service.webhooks.deliver(order, attempt: attempt, at: fixture.clock.now)
    }

    @Test("A message is signed with every key, logged, and identical at each attempt")
    func signatures() async throws {
        let fixture = try await fixture()
        let isDown = Atomic(true)
        let server = try LoopbackServer { _ in
            isDown.load(ordering: .relaxed)
                ? "503 Busy\r\nContent-Length: 4\r\n\r\nbusy" : "200 OK\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let keys = try ConnectKeys(existing: fixture.folder.appending("data"), keyFile: nil)
        let first = try await keys.create(for: fixture.account, at: fixture.clock.now)
        let second = try await keys.create(for: fixture.account.uppercased(), at: fixture.clock.now)
        let order = try #require(
            try await orders(fixture, configuration(server.port, ["includeHMAC": "true"])).first)
        #expect(
            try await deliver(order, fixture) == .failed(.status(503, explanation: "busy")))
        let store = fixture.service.envelopes.stores.connect
        let selection = ConnectSelection(accountID: fixture.account)
        #expect(
            try await store.failures(selection).map(\.error) == ["The receiver answered with HTTP status 503: busy."])
        isDown.store(false, ordering: .relaxed)
        fixture.clock.advance(3600)
        #expect(try await deliver(order, fixture, attempt: 2) == .delivered(status: 200))
        #expect(try await store.failures(selection).isEmpty)
        #expect(try await store.log(selection).map(\.retryCount) == [1, 0])
        let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies[0].contains("\"retryCount\":0") && bodies[0].contains("\"event\":\"recipient-sent\""))
        #expect(bodies[1] == bodies[0].replacing("\"retryCount\":0", with: "\"retryCount\":1"))
        #expect(Set(server.requests.map { $0.headers["x-countersign-delivery"] }) == [try order.deliveryID])
        for request in server.requests {
            for (number, key) in [first.key, second.key].enumerated() {
                let code = HMAC<SHA256>.authenticationCode(
                    for: request.body, using: SymmetricKey(data: Data(key.utf8)))
                #expect(
                    request.headers["x-docusign-signature-\(number + 1)"] == Data(code).base64EncodedString())
            }
            #expect(request.headers["x-docusign-signature-3"] == nil)
            #expect(request.headers["content-type"]?.hasPrefix("application/json") == true)
        }
    }

    @Test("A message that must be signed is never sent unsigned")
    func unsignedMessage() async throws {
        let fixture = try await fixture()
        let server = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let order = try #require(try await orders(fixture, configuration(server.port, ["includeHMAC": "true"])).first)
        guard case .failed(.internalError(let reason)) = try await deliver(order, fixture) else {
            Issue.record("it was delivered")
            return
        }
        #expect(reason.contains("countersign connect key create") && server.requests.isEmpty)
    }

    @Test("Basic authentication is sent as configured")
    func basicAuthentication() async throws {
        let fixture = try await fixture()
        let server = try LoopbackServer { _ in "200 OK\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let order = try #require(
            try await orders(fixture, configuration(server.port, ["userName": "hook", "password": "s3cret"])).first)
        #expect(try await deliver(order, fixture) == .delivered(status: 200))
        let expected = "Basic " + Data("hook:s3cret".utf8).base64EncodedString()
        #expect(server.requests.first?.headers["authorization"] == expected)
    }

    @Test("A token is fetched once, stored encrypted, and fetched again after a rejection")
    func accessToken() async throws {
        let fixture = try await fixture()
        let count = Atomic(0)
        let server = try LoopbackServer { request in
            if request.path == "/token" {
                let number = count.add(1, ordering: .relaxed).newValue
                let text = "{\"access_token\":\"t\(number)\",\"expires_in\":3600}"
                return "200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
            }
            let isGood = request.headers["authorization"] != "Bearer t2"
            return "\(isGood ? "200 OK" : "401 No")\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        try await fixture.test { client in
            let made = try await client.api(
                .post, "/connect/oauth",
                [
                    "authorizationServerUrl": "http://127.0.0.1:\(server.port)/token", "clientId": "c",
                    "clientSecret": "s",
                ])
            #expect(made.status == 201)
        }
        let order = try #require(try await orders(fixture, configuration(server.port, ["includeOAuth": "true"])).first)
        for _ in 0..<2 { #expect(try await deliver(order, fixture) == .delivered(status: 200)) }
        #expect(server.requests.map(\.path) == ["/token", "/hook", "/hook"])
        let stored = try await fixture.service.envelopes.stores.connect.token(of: fixture.account)
        #expect(stored?.sealedText.contains(Data("t1".utf8)) == false)
        fixture.clock.advance(3600)
        #expect(try await deliver(order, fixture) == .failed(.status(401, explanation: "")))
        #expect(try await deliver(order, fixture) == .delivered(status: 200))
        #expect(server.requests.last?.headers["authorization"] == "Bearer t3")
    }

    @Test("Status 410 ends a message, and so does any failure without acknowledgment")
    func status410() async throws {
        let fixture = try await fixture()
        let server = try LoopbackServer { request in
            "\(request.path == "/gone" ? 410 : 500) X\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        let gone = try #require(
            try await orders(
                fixture, configuration(server.port, ["urlToPublishTo": "http://127.0.0.1:\(server.port)/gone"])
            ).first)
        #expect(try await deliver(gone, fixture) == .refused(.status(410, explanation: "")))
        let once = try #require(
            try await orders(fixture, configuration(server.port, ["requiresAcknowledgement": "false"])).last)
        #expect(try await deliver(once, fixture) == .refused(.status(500, explanation: "")))
    }

    @Test("Deleting or disabling a configuration withdraws its messages")
    func withdrawnMessages() async throws {
        let fixture = try await fixture()
        let server = try LoopbackServer { _ in "500 X\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let order = try #require(try await orders(fixture, configuration(server.port)).first)
        guard case .configuration(let id) = order.source else { return }
        #expect(try await deliver(order, fixture) == .failed(.status(500, explanation: "")))
        try await fixture.test { client in
            _ = try await client.api(.put, "/connect", ["connectId": String(id), "allowEnvelopePublish": "false"])
        }
        #expect(try await deliver(order, fixture) == .withdrawn)
        let store = fixture.service.envelopes.stores.connect
        #expect(try await store.failures(ConnectSelection(accountID: fixture.account)).isEmpty)
        _ = try await store.removeConfiguration(id, of: fixture.account)
        #expect(try await deliver(order, fixture) == .withdrawn)
        #expect(server.requests.count == 1)
    }

    @Test("A webhook to a loopback or metadata address is refused at once")
    func privateAddress() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            for url in [
                "https://127.0.0.1/", "https://169.254.169.254/", "https://[::ffff:10.0.0.1]/", "https://0x7f.1/",
            ] {
                try await client.api(.post, "/connect", configuration(1, ["urlToPublishTo": url]))
                    .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "cannot be called")
            }
            try await client.api(.post, "/connect", configuration(1))
                .expectRefusal(400, "HTTPS_REQUIRED_FOR_CONNECT_LISTENER", containing: "https")
        }
    }
}
