import Crypto
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import RowndDialect
import ServiceCalls
import TestSupport
import Testing

@testable import IdentityService

/// The service in memory with two applications, and what people and programs do with it.
struct IdentityStage {
    let clock = MovableTime()
    let service: IdentityService
    let app: AppCredentials
    let other: AppCredentials
    private let box = KeyedSecretBox()
    let base: URL

    init(
        _ settings: AppSettings = AppSettings(),
        changing change: (inout IdentityServiceConfiguration) -> Void = { _ in }
    ) async throws {
        let database = try TestDatabase.make(SQLSchema([.ledger, .lists, .service, .identity]))
        var configuration = IdentityServiceConfiguration()
        change(&configuration)
        let address = try #require(URL(string: "https://sign.example.org"))
        base = address
        let store = IdentityStore(database)
        service = IdentityService(
            configuration,
            stores: .init(
                identity: store, counts: SQLCallCountStore(database), jobs: SQLJobQueue(database), secrets: box),
            base: { address }, now: { [clock] in clock.now })
        app = try await store.createApp(named: "Shop", at: clock.now)
        other = try await store.createApp(named: "Other", at: clock.now)
        #expect(try await store.set(settings, of: app.appId))
    }

    var store: IdentityStore { service.stores.identity }

    // MARK: Calls

    /// - Parameter body: members of a JSON object; `nil` for no body
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, token: String? = nil,
        as app: AppCredentials? = nil, secret: Bool = false, from address: String = "192.0.2.1",
        headers: [String: String] = [:]
    ) async throws -> HubAnswer {
        let url = try #require(URL(string: path, relativeTo: base.appending(path: "/")))
        var call = HTTPCall(method, url: url.absoluteURL, headers: HTTPFields(headers))
        call.headers[named: "x-rownd-app-key"] = (app ?? self.app).appKey
        if secret { call.headers[named: "x-rownd-app-secret"] = (app ?? self.app).appSecret }
        if let token { call.headers[.authorization] = "Bearer \(token)" }
        if let body {
            call.headers[.contentType] = "application/json"
            call.body = try body.bytes()
        }
        return HubAnswer(await service.answer(ServiceCall(call, remoteAddress: address, base: base)))
    }

    // MARK: Mail

    /// Returns the newest message to an address, and takes all messages away.
    func message(to address: String) async throws -> (code: String, link: String?)? {
        let jobs = service.stores.jobs
        var newest: CodeMessage?
        let date = clock.now + 1
        for job in try await jobs.claim(
            100, kinds: [.identityMail, .identityText], except: [], by: "t", lease: 60, at: date)
        {
            let order = try CanonicalJSON.value(CodeMessage.self, from: job.payload)
            if order.address == address { newest = order }
            try await jobs.finish(job, adding: [], at: date)
        }
        return try newest.map { (try $0.code(box), try $0.link(box, base: base)?.lastPathComponent) }
    }

    // MARK: Signing in

    static let verifier = "a-verifier-of-the-app-that-asked-0123456789"
    static var binding: JSONValue { .string(Self.challenge(verifier)) }

    static func challenge(_ verifier: String) -> String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Asks for a code.
    ///
    /// - Returns: the sign-in's id
    func begin(
        _ email: String = "ada@example.org", with more: [String: JSONValue] = [:], token: String? = nil,
        from address: String = "192.0.2.1"
    ) async throws -> String {
        var body: [String: JSONValue] = ["email": .string(email), "code_challenge": Self.binding]
        body.merge(more) { $1 }
        let answer = try await call(.post, "hub/auth/init", .object(body), token: token, from: address)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(answer["challenge_id"]?.string)
    }

    func complete(
        _ id: String, _ code: String, verifier: String = verifier, from address: String = "192.0.2.1"
    ) async throws -> HubAnswer {
        try await call(
            .post, "hub/auth/complete",
            ["challenge_id": .string(id), "token": .string(code), "code_verifier": .string(verifier)], from: address)
    }

    func status(_ id: String, verifier: String = verifier) async throws -> HubAnswer {
        try await call(
            .post, "hub/auth/challenge_status",
            ["challenge_id": .string(id), "code_verifier": .string(verifier)])
    }

    /// Signs somebody in by a code.
    func signIn(_ email: String = "ada@example.org", token: String? = nil) async throws -> HubAnswer {
        let id = try await begin(email, token: token)
        let code = try #require(try await message(to: email.lowercased())).code
        #expect(try await complete(id, code).status == 200)
        let answer = try await status(id)
        #expect(answer.status == 200, "\(answer.text)")
        return answer
    }

    func guest() async throws -> HubAnswer {
        let answer = try await call(.post, "hub/auth/init", ["is_anonymous": true])
        #expect(answer.status == 200, "\(answer.text)")
        return HubAnswer(answer.reply, below: "auth_tokens")
    }

    func refresh(_ token: String) async throws -> HubAnswer {
        try await call(.post, "hub/auth/token", ["refresh_token": .string(token)])
    }

    var data: String { "me/applications/\(app.appId)/data" }
}

/// An answer, read as JSON.
struct HubAnswer {
    let reply: HTTPReply
    private let members: [String: JSONValue]

    init(_ reply: HTTPReply, below name: String? = nil) {
        self.reply = reply
        let all = (try? JSONDecoder().decode([String: JSONValue].self, from: reply.body)) ?? [:]
        members = name.map { all[$0]?.object ?? [:] } ?? all
    }

    var status: Int { reply.status }
    var text: String { String(decoding: reply.body, as: UTF8.self) }
    subscript(_ name: String) -> JSONValue? { members[name] }
    var access: String { members["access_token"]?.string ?? "" }
    var refresh: String { members["refresh_token"]?.string ?? "" }
    var code: String { members["code"]?.string ?? "" }

    /// The claims of the access token, unverified.
    var claims: [String: JSONValue] {
        let parts = access.split(separator: ".")
        guard parts.count == 3 else { return [:] }
        let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let bytes = Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) ?? Data()
        return (try? JSONDecoder().decode([String: JSONValue].self, from: bytes)) ?? [:]
    }

    var user: String { claims["sub"]?.string ?? "" }

    /// Expects a refusal with a status and a code.
    func expectRefusal(_ status: Int, _ code: String, _ location: SourceLocation = #_sourceLocation) {
        #expect(self.status == status && self.code == code, "\(self.status) \(text)", sourceLocation: location)
        #expect(members["statusCode"] == .integer(status) && members["message"]?.string?.isEmpty == false)
    }
}
