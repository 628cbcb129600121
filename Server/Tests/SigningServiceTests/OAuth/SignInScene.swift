import EnvelopeService
import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import SigningService

/// A user with a password, and an app that asks to act for them.
struct SignInScene {
    static let password = "correct horse battery"
    /// RFC 7636, appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirectURI = "com.example.app:/done"

    let fixture: ServiceFixture
    let app: OAuthApplication
    let secret: Secret?

    init(
        redirectURIs: [String] = [redirectURI], isConfidential: Bool = false, proxies: Int = 1,
        refreshGrace: TimeInterval? = nil, codes: Bool = true, waiting: Int = 32
    ) async throws {
        fixture = try await ServiceFixture {
            $0.identity.passwordCost = .init(rounds: 16, blockSize: 1, parallelism: 1)
            $0.identity.passwords.waiting = waiting
            $0.proxies = proxies
            $0.signInCodes = codes
            if let refreshGrace { $0.refreshGrace = refreshGrace }
        }
        try await fixture.service.passwords.set(Self.password, email: "ada@example.org", at: Moment.start)
        (app, secret) = try await fixture.service.authorizations.register(
            name: "Example <App>", redirectURIs: redirectURIs, isConfidential: isConfidential, at: Moment.start)
    }

    /// What the app asks for.
    var wish: [String: String] {
        [
            "response_type": "code", "client_id": app.id, "redirect_uri": app.redirectURIs[0], "scope": "signature",
            "state": "a b&c=ü", "code_challenge": Self.challenge, "code_challenge_method": "S256",
        ]
    }

    func test(_ body: @Sendable (SignInClient) async throws -> Void) async throws {
        try await fixture.test { client in
            try await body(SignInClient(client: client, scene: self))
        }
    }
}

/// A browser and an app.
struct SignInClient: Sendable {
    let client: ServiceClient
    let scene: SignInScene

    static func encoded(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }.joined(separator: "&")
    }

    func page(_ changes: [String: String?] = [:]) async throws -> Answer {
        var wish = scene.wish
        for (name, value) in changes { wish[name] = value }
        return try await client.send(.get, "/oauth/auth?\(Self.encoded(wish))")
    }

    /// Opens the page, fills in the form, and sends it.
    func submit(
        email: String = "ada@example.org", password: String = SignInScene.password, act: String = "allow",
        _ changes: [String: String?] = [:], forged: [String: String?] = [:], headers: HTTPFields = [:],
        knownBy browser: String? = nil, from address: String = "192.0.2.1"
    ) async throws -> Answer {
        let page = try await page(changes)
        try #require(page.status == 200, "\(String(decoding: page.body, as: UTF8.self))")
        var fields = Self.hidden(page)
        fields["email"] = email
        fields["password"] = password
        fields["act"] = act
        for (name, value) in forged { fields[name] = value }
        var headers = headers
        if headers[.cookie] == nil {
            let form = String(try #require(page.headers[.setCookie]).prefix { $0 != ";" })
            headers[.cookie] = ([form] + (browser.map { [$0] } ?? [])).joined(separator: "; ")
        }
        headers[.contentType] = "application/x-www-form-urlencoded"
        if let name = HTTPField.Name("X-Forwarded-For") { headers[name] = address }
        return try await client.send(.post, "/oauth/auth", Data(Self.encoded(fields).utf8), headers: headers)
    }

    /// The hidden fields of a page's form.
    static func hidden(_ page: Answer) -> [String: String] {
        let text = String(decoding: page.body, as: UTF8.self)
        var fields: [String: String] = [:]
        for match in text.matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#) {
            fields[String(match.1)] = match.2.replacingOccurrences(of: "&lt;", with: "<")
                .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
                .replacingOccurrences(of: "&amp;", with: "&")
        }
        return fields
    }

    /// The parameters of the address that an answer leads to.
    static func parameters(_ answer: Answer) throws -> [String: String] {
        try #require(answer.status == 303, "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        let location = try #require(answer.headers[.location].flatMap(URLComponents.init(string:)))
        return Dictionary(
            (location.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// The cookie by which a browser is known after a sign-in.
    static func browser(_ answer: Answer) throws -> String {
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.contains("Path=/oauth; HttpOnly; SameSite=Strict"))
        return String(cookie.prefix { $0 != ";" })
    }

    func code(_ changes: [String: String?] = [:]) async throws -> String {
        try #require(try Self.parameters(try await submit(changes))["code"])
    }

    func token(
        _ fields: [String: String?], basic: String? = nil, at path: String = "/oauth/token"
    ) async throws -> Answer {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        if let basic { headers[.authorization] = "Basic \(Data(basic.utf8).base64EncodedString())" }
        let present = fields.compactMapValues { $0 }
        return try await client.send(.post, path, Data(Self.encoded(present).utf8), headers: headers)
    }

    func redeem(_ code: String, _ changes: [String: String?] = [:]) async throws -> Answer {
        var fields: [String: String?] = [
            "grant_type": "authorization_code", "code": code, "client_id": scene.app.id,
            "code_verifier": SignInScene.verifier,
        ]
        for (name, value) in changes { fields.updateValue(value, forKey: name) }
        return try await token(fields)
    }

    func revoke(_ fields: [String: String?], basic: String? = nil) async throws -> Answer {
        try await token(fields, basic: basic, at: "/oauth/revoke")
    }

    func refresh(_ refreshToken: String, client id: String? = nil) async throws -> Answer {
        try await token([
            "grant_type": "refresh_token", "refresh_token": refreshToken, "client_id": id ?? scene.app.id,
        ])
    }

    func userInfo(_ accessToken: String) async throws -> Answer {
        try await client.send(.get, "/oauth/userinfo", headers: [.authorization: "Bearer \(accessToken)"])
    }
}

extension Answer {
    /// A refusal of the token endpoint.
    func expectOAuth(_ error: String, _ description: String? = nil, status: Int = 400) {
        #expect(self.status == status, "\(String(decoding: body, as: UTF8.self))")
        #expect(self["error"] == error)
        if let description { #expect(self["error_description"] == description) }
    }
}
