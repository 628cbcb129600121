import Accounts
import EnvelopeService
import Envelopes
import Foundation
import HTTPTypes
import HummingbirdTesting
import IdentityService
import Ledger
import NIOCore
import SigningService
import Testing

/// The requests of `recorded-requests.jsonl`, good and bad ones of all three APIs, sent to the program through HTTP and to
/// the service in memory. Each line has `api` (whose credentials it has), `method`, `path`, a body as `json` or as `body`
/// with its `type`, further `headers`, and `save`: members of the answer that later requests name in braces.
@Suite("The program and the service in memory")
struct RecordedRequestTests {
    /// What the requests of one side know.
    private struct Side {
        /// The values in place of names in braces.
        var known: [String: String]
        let token: String
        let key: String
        let app: AppCredentials
        let send: (ServiceCall) async throws -> HTTPReply
        /// Random texts in the order in which they appeared.
        var ids: [String: Int] = [:]
    }

    @Test("They answer 258 recorded requests alike, apart from ids and times")
    func recorded() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "recorded-requests.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        try #require(lines.count == 258)
        let fixture = try await ServiceFixture()
        try await fixture.service.application().test(.live) { client in
            var program = try await program(fixture, client)
            var memory = try await memory(fixture)
            var statuses: [Int: Int] = [:]
            for (number, line) in lines.enumerated() {
                let request = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                // Lists are in the order of time.
                fixture.clock.advance(1)
                let (real, status) = try await answer(to: request, from: &program)
                let (other, _) = try await answer(to: request, from: &memory)
                #expect(real == other, "line \(number + 1): \(line.prefix(200))")
                statuses[status, default: 0] += 1
            }
            // Good and bad ones.
            #expect(statuses[200, default: 0] > 40 && statuses[201, default: 0] > 10, "\(statuses)")
            #expect([400, 401, 403, 404, 405, 415, 422].allSatisfy { statuses[$0, default: 0] > 0 }, "\(statuses)")
            #expect(statuses.keys.allSatisfy { $0 < 500 }, "\(statuses)")
        }
    }

    // MARK: The two sides

    private func program(_ fixture: ServiceFixture, _ client: any TestClientProtocol) async throws -> Side {
        let key = try await fixture.service.accounts.makeKey(named: "K", account: fixture.account, at: Moment.start)
        let app = try await fixture.service.identity.stores.identity.createApp(named: "App", at: Moment.start)
        return try Side(
            known: known(fixture, app), token: fixture.credentials.accessToken.text, key: key.key.text, app: app
        ) { call in
            let response = try await client.executeRequest(
                uri: call.head.path ?? "", method: call.method, headers: call.headers,
                body: ByteBuffer(bytes: try await call.body.data(limit: .max)))
            return HTTPReply(
                status: Int(response.status.code), headers: response.headers,
                body: Data(response.body.readableBytesView))
        }
    }

    /// The same rules over stores in memory, with the same account.
    private func memory(_ fixture: ServiceFixture) async throws -> Side {
        let (token, key) = (Secret.random(), Secret.random())
        let identity = fixture.credentials.identity
        let base = fixture.service.baseURL
        let configuration = fixture.service.envelopes.configuration
        let envelopes = EnvelopeService(
            configuration,
            stores: try .inMemory(
                configuration, tokens: OneToken(token: token, identity: identity),
                keys: OneKey(key: key, identity: identity)),
            workshop: fixture.service.envelopes.workshop, base: { base })
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service, .identity]))
        let hub = IdentityService(
            fixture.service.identity.configuration,
            stores: .init(
                identity: IdentityStore(database), counts: SQLCallCountStore(database), jobs: SQLJobQueue(database),
                secrets: KeyedSecretBox()),
            providers: nil, base: { base }, now: configuration.now)
        let app = try await hub.stores.identity.createApp(named: "App", at: Moment.start)
        let dispatcher = Dispatcher(
            envelopes.calls + [hub.calls], otherwise: envelopes.frame, traceHeader: EnvelopeService.traceHeader)
        return try Side(known: known(fixture, app), token: token.text, key: key.text, app: app) {
            await dispatcher.answer($0)
        }
    }

    private func known(_ fixture: ServiceFixture, _ app: AppCredentials) throws -> [String: String] {
        try [
            "account": fixture.account, "app": app.appId, "pdf": SampleEnvelope.pdf().base64EncodedString(),
        ]
    }

    private struct OneToken: AccessTokens {
        let token: Secret
        let identity: Identity

        func identity(for token: Secret, in account: String?) async throws -> Identity? {
            token.text == self.token.text ? identity : nil
        }

        func provenAddress(for token: Secret) async throws -> String? { nil }
    }

    private struct OneKey: APIKeys {
        let key: Secret
        let identity: Identity

        func holder(of key: Secret) async throws -> APIKeyHolder? {
            key.text == self.key.text ? APIKeyHolder(keyID: "1", identity: identity) : nil
        }
    }

    // MARK: Requests and answers

    private func answer(to request: [String: Any], from side: inout Side) async throws -> (text: String, status: Int) {
        func filled(_ text: String) -> String {
            side.known.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
        }
        var body = Data((request["body"] as? String ?? "").utf8)
        var headers = credentials(request["api"] as? String ?? "", of: side)
        if let json = request["json"] {
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            body = Data(
                filled(
                    String(decoding: try JSONSerialization.data(withJSONObject: json, options: options), as: UTF8.self)
                )
                .utf8)
            headers["Content-Type"] = "application/json"
        }
        if let type = request["type"] as? String { headers["Content-Type"] = type }
        headers.merge(request["headers"] as? [String: String] ?? [:]) { $1 }
        let method = try #require(HTTPRequest.Method(rawValue: request["method"] as? String ?? ""))
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: filled(request["path"] as? String ?? ""),
            headerFields: HTTPFields(headers))
        let call = ServiceCall(
            head: head, body: CallBody(body), remoteAddress: "127.0.0.1",
            base: try #require(URL(string: "http://localhost")))
        let reply = try await side.send(call)
        if let saved = request["save"] as? [String: String] {
            try #require(reply.status < 300, "\(request["path"] ?? ""): \(String(decoding: reply.body, as: UTF8.self))")
            let json = try #require(try JSONSerialization.jsonObject(with: reply.body) as? [String: Any])
            for (name, member) in saved { side.known[name] = json[member] as? String }
        }
        return (normalized(reply, &side), reply.status)
    }

    private func credentials(_ api: String, of side: Side) -> [String: String] {
        switch api {
        case "docusign": ["Authorization": "Bearer \(side.token)"]
        case "signwell": ["X-Api-Key": side.key]
        case "hub": ["x-rownd-app-key": side.app.appKey]
        case "hubsecret": ["x-rownd-app-key": side.app.appKey, "x-rownd-app-secret": side.app.appSecret]
        case "wrong": ["Authorization": "Bearer wrong", "X-Api-Key": "wrong", "x-rownd-app-key": side.app.appKey]
        default: [:]
        }
    }

    /// The whole answer as text. What is random becomes the number of its first appearance on its side, so that an id that
    /// comes back has to be the same.
    private func normalized(_ reply: HTTPReply, _ side: inout Side) -> String {
        // What the carrier adds.
        let carried: Set<HTTPField.Name> = [.contentLength, .date, .server, .connection]
        let fields = reply.headers.filter { !carried.contains($0.name) }
            .map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        let type = reply.headers[.contentType] ?? ""
        let isBinary = type.hasPrefix("application/pdf") || type.hasPrefix("application/zip")
        // Of the digest a part that is too short to count as an id.
        let body =
            isBinary ? "\(BlobHash(of: reply.body).rawValue.prefix(30))" : String(decoding: reply.body, as: UTF8.self)
        var text = "\(reply.status)\n\(fields.joined(separator: "\n"))\n\(body)"
        text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/, with: "<time>")
        text.replace(/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/, with: "<base>")
        for match in text.matches(of: /app_[a-z0-9]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_\-]{40,}/)
        {
            let id = String(match.0)
            if side.ids[id] == nil { side.ids[id] = side.ids.count }
        }
        for (id, number) in side.ids where text.contains(id) { text = text.replacing(id, with: "<id \(number)>") }
        return text
    }
}
