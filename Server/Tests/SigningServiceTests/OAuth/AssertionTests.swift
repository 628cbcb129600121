import Crypto
import CryptoExtras
import Essentials
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Access tokens for assertions")
struct AssertionTests {
    @Test("An assertion gives an access token for an hour, without a refresh token, once the user has consented")
    func grant() async throws {
        let night = try await AssertionScene()
        try await night.test { app in
            let refused = try await night.ask(app)
            refused.expectOAuth("consent_required")
            #expect(refused.json.keys.sorted() == ["error"])
            try await night.allow()
            let answer = try await night.ask(app)
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(answer["token_type"] == "Bearer" && answer["scope"] == "signature impersonation")
            #expect(answer.json["expires_in"] as? Int == 3600)
            #expect(answer.json["refresh_token"] == nil)
            let token = try #require(answer["access_token"])
            #expect(try await app.userInfo(token)["sub"] == night.user)
            night.scene.fixture.clock.advance(3599)
            #expect(try await app.userInfo(token).status == 200)
            night.scene.fixture.clock.advance(1)
            #expect(try await app.userInfo(token).status == 401)
        }
    }

    @Test("An assertion may be used again until it expires, and every use gives its own token")
    func replay() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        try await night.test { app in
            let token = try night.token()
            let first = try await night.ask(app, token)
            let second = try await night.ask(app, token)
            #expect(first.status == 200 && second.status == 200 && first["access_token"] != second["access_token"])
            night.scene.fixture.clock.advance(3600 + 60)
            (try await night.ask(app, token)).expectOAuth("invalid_grant", "expired_client_token")
        }
    }

    @Test("Programs write claims in several ways, and all of them work")
    func spellings() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let (now, host) = (Int(night.now), night.audience)
        let name = String(host.split(separator: ":")[0])
        try await night.test { app in
            func works(_ changes: [String: JSONValue?]) async throws {
                let answer = try await night.ask(app, changes)
                #expect(answer.status == 200, "\(changes) \(String(decoding: answer.body, as: UTF8.self))")
            }
            try await works(["iat": .string("\(now)"), "exp": .string("\(now + 600)")])
            try await works(["iat": .number(Double(now) + 0.25)])
            for audience in ["http://\(host)", "http://\(host)/", name, host.uppercased()] {
                try await works(["aud": .string(audience)])
            }
            try await works(["aud": .array([.string("other.example"), .string(host)])])
            try await works(["iss": .string(night.app.id.uppercased())])
            for subject in [night.user.uppercased(), "ada@example.org", "ADA@example.org"] {
                try await works(["sub": .string(subject)])
            }
            try await works(["scope": .none])
            for scope in ["signature", "signature impersonation click.manage"] {
                try await works(["scope": .string(scope)])
            }
            try await works(["scope": .array([.string("signature"), .string("impersonation")])])
            // The vendor's own examples ask for more than an hour.
            try await works(["exp": .integer(now + 4000)])
            try await works(["iat": .integer(now + 60)])
            try await works(["nbf": .integer(now), "jti": .string("1")])
            for header in [#"{"alg":"RS256"}"#, #"{"typ":"jwt","alg":"RS256","kid":"1"}"#] {
                #expect(try await night.ask(app, try night.token(header: header)).status == 200)
            }
        }
    }

    @Test("Claims that do not hold are refused with the vendor's words")
    func wrongClaims() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let now = Int(night.now)
        try await night.test { app in
            func refuses(_ changes: [String: JSONValue?], _ words: String) async throws {
                (try await night.ask(app, changes)).expectOAuth("invalid_grant", words)
            }
            for issuer: JSONValue? in [.none, .string("nobody"), .integer(1)] {
                try await refuses(["iss": issuer], "issuer_not_found")
            }
            for subject in ["", "eve@example.org", "%", String(repeating: "a", count: 4000)] {
                try await refuses(["sub": .string(subject)], "user_not_found")
            }
            try await refuses(["sub": .none], "user_not_found")
            for audience in [
                "", "account.docusign.com", "\(night.audience).evil.example",
                "https://evil.example/\(night.audience)", "\(night.audience)@evil.example",
            ] {
                try await refuses(["aud": .string(audience)], "no_valid_keys_or_signatures")
            }
            for audience: JSONValue? in [.none, .array([]), .integer(1)] {
                try await refuses(["aud": audience], "no_valid_keys_or_signatures")
            }
            for (issued, end) in [(now, now - 60), (now - 3660, now + 3600), (now, now), (now - 8000, 99_999_999_999)] {
                try await refuses(["iat": .integer(issued), "exp": .integer(end)], "expired_client_token")
            }
            for name in ["iat", "nbf"] {
                try await refuses([name: .integer(now + 61)], "\(name) is in the future; check the clock")
            }
            let odd: [JSONValue] = [
                .string("soon"), .bool(true), .number(1e300), .string("-1"), .string("nan"), .integer(-1), .null,
                .string(""), .string("1.2.3"), .array([.integer(now)]),
            ]
            for name in ["iat", "exp", "nbf"] {
                for value in odd { try await refuses([name: value], "\(name) is not a time in seconds since 1970") }
            }
            for name in ["iat", "exp"] {
                try await refuses([name: .none], "\(name) is not a time in seconds since 1970")
            }
            let scopes: [JSONValue] = [
                .string("impersonation"), .string("signature everything"), .integer(1), .array([.integer(1)]),
            ]
            for scope in scopes { (try await night.ask(app, ["scope": scope])).expectOAuth("invalid_scope") }
        }
    }

    @Test("No combination of another algorithm, header, key and signature gets a token")
    func forgeries() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let pem = try AssertionScene.key.publicKey.pemRepresentation
        let secrets = [
            Data(pem.utf8), try AssertionScene.key.publicKey.derRepresentation, Data(), Data(night.app.id.utf8),
        ]
        let algorithms: [String] = [
            "none", "None", "NONE", "", "HS256", "HS512", "RS384", "RS512", "PS256", "ES256", "rs256",
        ]
        let extras = ["", #","kid":"\#(night.app.id)""#, #","typ":"JWT""#]
        var tokens: [String] = []
        let body = Base64URL.encode(try JSONEncoder().encode(night.claims))
        for algorithm in algorithms {
            for extra in extras {
                let header = #"{"alg":"\#(algorithm)"\#(extra)}"#
                let text = "\(Base64URL.encode(Data(header.utf8))).\(body)"
                tokens += ["\(text).", text]
                tokens += secrets.map { secret in
                    let code = HMAC<SHA256>.authenticationCode(
                        for: Data(text.utf8), using: SymmetricKey(data: secret))
                    return "\(text).\(Base64URL.encode(Data(code)))"
                }
                // With the right key: the algorithm is never negotiated.
                tokens.append(try night.token(header: header))
            }
        }
        let jwk = #"{"kty":"RSA","e":"AQAB","n":"AQAB"}"#
        for header in [
            #"{"alg":"RS256","jwk":\#(jwk)}"#, #"{"alg":"RS256","jku":"https://evil.example/keys"}"#,
            #"{"alg":"RS256","x5u":"https://evil.example/"}"#, #"{"alg":"RS256","x5c":["AA=="]}"#,
            #"{"alg":"RS256","crit":["exp"],"exp":1}"#, #"{"alg":"RS256","b64":false}"#,
            #"{"alg":"none","alg":"RS256"}"#, #"{"alg":"RS256","alg":"none"}"#,
            #"{"alg":"RS256","\u0061lg":"RS256"}"#, #"{"alg":["RS256"]}"#, #"{"alg":"RS256","typ":"at+jwt"}"#,
            #"["RS256"]"#, #"{}"#, "",
        ] {
            for key in [try AssertionScene.key, try AssertionScene.otherKey] {
                tokens.append(try night.token(header: header, key: key))
            }
        }
        tokens.append(try night.token(key: AssertionScene.otherKey))
        let good = try night.token()
        let parts = good.split(separator: ".").map(String.init)
        let (header, claims, signature) = (parts[0], parts[1], parts[2])
        let backwards = String(signature.reversed())
        let damaged: [String] = [
            "\(good).", ".\(good)", "\(good).\(signature)", "\(good)=", "\(good)AA", "\(good) ", " \(good)",
            "\(header).\(claims).\(backwards)", "\(header)..\(signature)", "\(header).\(claims)=.\(signature)",
            "\(header).\n\(claims).\(signature)", ".", "..", "a.b.c",
        ]
        tokens += damaged
        tokens.append(try night.token(["more": .string(String(repeating: "x", count: 16_384))]))
        let forged = tokens
        try await night.test { app in
            #expect(try await night.ask(app, good).status == 200)
            for token in forged {
                (try await night.ask(app, token)).expectOAuth("invalid_grant", "no_valid_keys_or_signatures")
            }
            (try await app.token(["grant_type": AssertionScene.grant])).expectOAuth(
                "invalid_request", "assertion is missing")
        }
    }

    @Test("A claim given twice, in whatever spelling and place, makes an assertion void")
    func duplicates() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let text = String(decoding: try JSONEncoder().encode(night.claims), as: UTF8.self).dropFirst().dropLast()
        let names = [#""sub""#, #""\u0073ub""#, #""iss""#, #""exp""#]
        let values = [#""eve@example.org""#, #""\#(night.app.id)""#, "1", "null", #"{"a":1}"#]
        var payloads: [String] = []
        for name in names {
            for value in values { payloads += ["{\(name):\(value),\(text)}", "{\(text), \(name) : \(value) }"] }
        }
        let twice = payloads
        try await night.test { app in
            for payload in twice {
                (try await night.ask(app, try night.token(payload: payload)))
                    .expectOAuth("invalid_grant", "no_valid_keys_or_signatures")
            }
            // Names within another claim are its own.
            let inner = #"{"x":{"sub":"a","iss":[{"exp":"}:{"}]},\#(text)}"#
            #expect(try await night.ask(app, try night.token(payload: inner)).status == 200)
            for odd in ["[]", "null", "{", "", "\u{FEFF}{\(text)}", #"{"a":\#(String(repeating: "[", count: 6000))"#] {
                (try await night.ask(app, try night.token(payload: odd))).expectOAuth("invalid_grant")
            }
        }
    }

    @Test("The key of one app signs for no other app")
    func otherApp() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let authorizations = night.scene.fixture.service.authorizations
        let other = try await authorizations.register(
            name: "Other", redirectURIs: ["https://other.example/"], isConfidential: false,
            keys: [try IntegrationKey(pem: AssertionScene.otherKey.publicKey.pemRepresentation)], at: Moment.start
        ).application
        try await night.test { app in
            (try await night.ask(app, try night.token(["iss": .string(other.id)])))
                .expectOAuth("invalid_grant", "no_valid_keys_or_signatures")
            // Its own key is right, but the consent is for the first app.
            (try await night.ask(app, try night.token(["iss": .string(other.id)], key: AssertionScene.otherKey)))
                .expectOAuth("consent_required")
            // The app of the scene has no key at all.
            (try await night.ask(app, try night.token(["iss": .string(app.scene.app.id)])))
                .expectOAuth("invalid_grant", "no_valid_keys_or_signatures")
        }
    }

    @Test("Each of several keys works until it is removed")
    func severalKeys() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let authorizations = night.scene.fixture.service.authorizations
        let second = try IntegrationKey(pem: AssertionScene.otherKey.publicKey.pkcs1PEMRepresentation)
        try await authorizations.add(second, to: night.app.id, at: Moment.start + 1)
        await #expect(throws: OAuthApplicationError.keyThere(id: second.id)) {
            try await authorizations.add(second, to: night.app.id, at: Moment.start)
        }
        let first = try #require(try await authorizations.keys(of: night.app.id).first).key.id
        try await night.test { app in
            for key in [try AssertionScene.key, try AssertionScene.otherKey] {
                #expect(try await night.ask(app, try night.token(key: key)).status == 200)
            }
            try await authorizations.removeKey(first.uppercased(), of: night.app.id)
            (try await night.ask(app)).expectOAuth("invalid_grant", "no_valid_keys_or_signatures")
            #expect(try await night.ask(app, try night.token(key: AssertionScene.otherKey)).status == 200)
        }
    }

    @Test("A body may be a form, a multipart form or JSON")
    func bodies() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        let token = try night.token()
        func part(_ name: String, _ value: String) -> String {
            "--b o\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let (grant, assertion) = (part("grant_type", AssertionScene.grant), part("assertion", token))
        let multipart = "multipart/form-data; boundary=\"b o\""
        let json = #"{"grant_type":"\#(AssertionScene.grant)","assertion":"\#(token)"}"#
        let good: [(String, String)] = [
            (multipart, "\(grant)\(assertion)--b o--\r\n"), (multipart, "preamble\r\n\(grant)\(assertion)--b o--"),
            (
                "Multipart/Form-Data; charset=utf-8; boundary=bo",
                "\(grant)\(assertion)--bo--".replacing("b o", with: "bo")
            ),
            ("application/json", json), ("application/json; charset=utf-8", " \(json)\n"),
        ]
        let bad: [(String, String)] = [
            (multipart, "\(grant)\(grant)\(assertion)--b o--"), (multipart, "\(grant)\(assertion)"),
            (multipart, ""), (multipart, "--b o"), (multipart, "--b o--"), (multipart, "--b o\r\n\r\nx\r\n--b o--"),
            (multipart, "--b o\r\nContent-Disposition: form-data; name=\"a\"\r\n--b o--"),
            ("multipart/form-data", "\(grant)\(assertion)--b o--"), ("multipart/form-data; boundary=", grant),
            ("multipart/form-data; boundary=\"", grant), ("application/json", "[\(json)]"), ("application/json", "{"),
            ("application/json", json.replacing("}", with: #","assertion":"x"}"#)),
            ("application/json", #"{"grant_type":1}"#), ("application/json", #"{"grant_type":{}}"#),
            ("text/plain", json), ("application/xml", "<a/>"),
        ]
        try await night.test { app in
            func send(_ type: String, _ body: String) async throws -> Answer {
                try await app.client.send(.post, "/oauth/token", Data(body.utf8), headers: [.contentType: type])
            }
            for (type, body) in good {
                let answer = try await send(type, body)
                #expect(answer.status == 200, "\(type) \(String(decoding: answer.body, as: UTF8.self))")
            }
            for (type, body) in bad { (try await send(type, body)).expectOAuth("invalid_request") }
            #expect(try await app.client.send(.post, "/oauth/token", Data(json.utf8)).status == 400)
            let large = try await send("application/json", String(repeating: " ", count: 70_000))
            #expect(large.status == 413)
        }
    }
}
