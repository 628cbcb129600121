import EnvelopeService
import Essentials
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Programs that sign in with each call")
struct PasswordHeaderTests {
    private static func headers(_ text: String, _ others: HTTPFields = [:]) -> HTTPFields {
        var headers = others
        headers[named: "X-DocuSign-Authentication"] = text
        return headers
    }

    private static func json(_ user: String, _ password: String, _ key: String, _ more: String = "") -> String {
        #"{"Username":"\#(user)","Password":"\#(password)","IntegratorKey":"\#(key)"\#(more)}"#
    }

    private static func xml(_ user: String, _ password: String, _ key: String, _ more: String = "") -> String {
        "<DocuSignCredentials><Username>\(user)</Username><Password>\(password)</Password>"
            + "<IntegratorKey>\(key)</IntegratorKey>\(more)</DocuSignCredentials>"
    }

    private func ask(_ app: SignInClient, _ header: String, at path: String = "v2/login_information") async throws
        -> Answer
    {
        try await app.client.send(.get, "/restapi/\(path)", headers: Self.headers(header))
    }

    @Test("Password or access token, address or id, JSON or XML: each pair signs in, in both versions")
    func pairs() async throws {
        let scene = try await SignInScene()
        let identity = scene.fixture.credentials.identity
        try await scene.test { app in
            for user in ["ada@example.org", "ADA@example.org", identity.userID, identity.userID.uppercased()] {
                for password in [SignInScene.password, scene.fixture.credentials.accessToken.text] {
                    for header in [
                        Self.json(user, password, scene.app.id), Self.xml(user, password, scene.app.id),
                        Self.json(user, password, scene.app.id.uppercased()),
                        Self.xml(" \(user) ", password, "\n \(scene.app.id)\n").replacing("><", with: "> <")
                            .replacing("\n", with: " "),
                        Self.json(user, password, scene.app.id, #","SendOnBehalfOf":"ada@example.org""#),
                        Self.xml(user, password, scene.app.id, "<SendOnBehalfOf>\(identity.userID)</SendOnBehalfOf>"),
                    ] {
                        let answer = try await ask(app, header)
                        #expect(answer.status == 200, "\(header) \(String(decoding: answer.body, as: UTF8.self))")
                        let accounts = try #require(answer.json["loginAccounts"] as? [[String: Any]])
                        #expect(accounts.count == 1 && accounts[0]["accountId"] as? String == identity.accountID)
                        #expect(accounts[0]["isDefault"] as? String == "true")
                        let base = try #require(accounts[0]["baseUrl"] as? String)
                        #expect(base.hasSuffix("/restapi/v2/accounts/\(identity.accountID)"))
                    }
                }
            }
            let newest = try await ask(
                app, Self.json("ada@example.org", SignInScene.password, scene.app.id), at: "v2.1/login_information")
            let accounts = try #require(newest.json["loginAccounts"] as? [[String: Any]])
            #expect((accounts[0]["baseUrl"] as? String)?.hasSuffix("/v2.1/accounts/\(identity.accountID)") == true)
        }
    }

    @Test("A password with special characters is understood, escaped or not")
    func specialCharacters() async throws {
        let scene = try await SignInScene()
        let password = #"a&b<c>"d' &amp; é"#
        try await scene.fixture.service.passwords.set(password, email: "ada@example.org", at: Moment.start)
        try await scene.test { app in
            let escaped = "a&amp;b&lt;c&gt;&quot;d&#39; &amp;amp; &#xE9;"
            let halfway = "a&b&lt;c>\"d' &amp;amp; &#233;"
            let json = #"a&b<c>\"d' &amp; \u00e9"#
            for header in [
                Self.xml("ada@example.org", escaped, scene.app.id),
                Self.xml("ada@example.org", halfway, scene.app.id), Self.json("ada@example.org", json, scene.app.id),
            ] {
                let answer = try await ask(app, header)
                #expect(answer.status == 200, "\(header)")
            }
        }
    }

    @Test("Whatever is missing, wrong or given twice is refused with one sentence")
    func refusals() async throws {
        let scene = try await SignInScene()
        let other = try await scene.fixture.service.accounts.create(
            name: "Eve", email: "eve@example.org", at: Moment.start)
        let (key, token) = (scene.app.id, other.accessToken.text)
        let wrong = "USER_AUTHENTICATION_FAILED"
        let cases: [(String, Int, String)] = [
            (Self.json("ada@example.org", "wrong password", key), 401, wrong),
            (Self.xml("ada@example.org", "wrong password", key), 401, wrong),
            // The access token of somebody else.
            (Self.json("ada@example.org", token, key), 401, wrong), (Self.json("nobody", "x", key), 401, wrong),
            (Self.json("ada@example.org", SignInScene.password, "x"), 401, "PARTNER_AUTHENTICATION_FAILED"),
            (Self.json("ada@example.org", SignInScene.password, ""), 401, wrong),
            (Self.json("ada@example.org", "", key), 401, wrong), (Self.json("", SignInScene.password, key), 401, wrong),
            (
                Self.json("ada@example.org", SignInScene.password, key, #","SendOnBehalfOf":"eve@example.org""#), 403,
                "USER_LACKS_PERMISSIONS"
            ),
            (Self.json("ada@example.org", SignInScene.password, key, #","Username":"eve@example.org""#), 401, wrong),
            (Self.json("ada@example.org", SignInScene.password, key, #","username":"ada@example.org""#), 401, wrong),
            (
                Self.xml("ada@example.org", SignInScene.password, key, "<Username>eve@example.org</Username>"), 401,
                wrong
            ),
            (Self.xml("ada@example.org", SignInScene.password, key, "<Other>x</Other>"), 401, wrong),
            (Self.xml("ada@example.org", SignInScene.password, key) + "<a/>", 401, wrong),
            ("<!DOCTYPE a [<!ENTITY x \"y\">]>" + Self.xml("&x;", SignInScene.password, key), 401, wrong),
            ("<DocuSignCredentials><Username>", 401, wrong), ("<>", 401, wrong), ("{", 401, wrong), ("[]", 401, wrong),
            ("null", 401, wrong), ("x", 401, wrong), (String(repeating: "<Username>", count: 1000), 401, wrong),
        ]
        try await scene.test { app in
            for (header, status, code) in cases {
                let answer = try await ask(app, header)
                #expect(answer.status == status, "\(header.prefix(200))")
                #expect(answer["errorCode"] == code, "\(header.prefix(200))")
            }
            // Another account's path, and a bearer token beside it, which is the one that counts.
            let right = Self.json("ada@example.org", SignInScene.password, key)
            #expect(
                try await ask(app, right, at: "v2/accounts/\(other.identity.accountID)/envelopes?from_date=2020-01-01")
                    .status == 403)
            #expect(
                try await ask(app, right, at: "v2/accounts/\(app.client.account)/envelopes?from_date=2020-01-01").status
                    == 200)
            let both = try await app.client.send(
                .get, "/restapi/v2/login_information",
                headers: Self.headers(right, [.authorization: "Bearer wrong"]))
            #expect(both.status == 401)
        }
    }

    @Test("After too many wrong passwords even the right one waits, but an access token does not")
    func tooMany() async throws {
        let scene = try await SignInScene()
        // Attempts are counted for an address and a network.
        let network = try HTTPFields([HTTPField(name: #require(HTTPField.Name("X-Forwarded-For")), value: "192.0.2.7")])
        @Sendable func ask(_ app: SignInClient, _ header: String) async throws -> Answer {
            try await app.client.send(
                .get, "/restapi/v2/login_information", headers: Self.headers(header, network))
        }
        try await scene.test { app in
            for _ in 1...5 {
                #expect(try await ask(app, Self.json("ada@example.org", "wrong password", scene.app.id)).status == 401)
            }
            let locked = try await ask(app, Self.json("ada@example.org", SignInScene.password, scene.app.id))
            #expect(locked.status == 429 && locked["errorCode"] == "BURST_APIINVOCATION_LIMIT_EXCEEDED")
            #expect((locked.headers[.retryAfter].flatMap { Int($0) } ?? 0) > 1)
            let token = scene.fixture.credentials.accessToken.text
            #expect(try await ask(app, Self.json("ada@example.org", token, scene.app.id)).status == 200)
        }
    }

    @Test("Versions and resources are open to all, and only to read")
    func open() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let service = try await app.client.send(.get, "/restapi/service_information")
            let versions = service.json["serviceVersions"] as? [[String: String]]
            #expect(versions?.map { $0["version"] } == ["v2", "v2.1"])
            for version in ["v2", "v2.1"] {
                let answer = try await app.client.send(.get, "/restapi/\(version)")
                let resources = answer.json["resources"] as? [[String: String]]
                #expect(resources?.first?["name"] == "login_information")
                #expect(resources?.first?["value"]?.hasSuffix("/restapi/\(version)/login_information") == true)
                #expect(try await app.client.send(.post, "/restapi/\(version)").status == 405)
                #expect(try await app.client.send(.get, "/restapi/\(version)/login_information").status == 401)
                #expect(try await app.client.send(.get, "/restapi/\(version)/accounts/x/envelopes").status == 401)
            }
            #expect(try await app.client.send(.get, "/restapi/v2x/login_information").status == 404)
        }
    }

    @Test("An envelope made under the older version's path is the same under the newer one's")
    func alias() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let client = app.client
            let body = try JSONSerialization.data(withJSONObject: try SampleEnvelope.request())
            let headers = Self.headers(
                Self.json("ada@example.org", client.token, scene.app.id), [.contentType: "application/json"])
            let path = "/restapi/v2/accounts/\(client.account)/envelopes"
            let made = try await client.send(.post, path, body, headers: headers)
            #expect(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
            let id = try #require(made["envelopeId"])
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "sent")
            // The view of a recipient looks up who asks by itself.
            let view = try JSONSerialization.data(withJSONObject: SampleEnvelope.view)
            let page = try await client.send(.post, "\(path)/\(id)/views/recipient", view, headers: headers)
            #expect(page.status == 201)
        }
    }
}
