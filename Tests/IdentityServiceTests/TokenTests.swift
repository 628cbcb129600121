import Crypto
import Foundation
import JWTKit
import Ledger
import RowndDialect
import ServiceCalls
import Testing

@testable import IdentityService

@Suite("Tokens of the identity service")
struct TokenTests {
    @Test("An access token has the claims that the hub API's packages read")
    func claims() async throws {
        let stage = try await IdentityStage()
        let answer = try await stage.signIn()
        let claims = answer.claims
        let now = Int(stage.clock.now.timeIntervalSince1970)
        #expect(claims["iss"] == "https://sign.example.org")
        #expect(claims["aud"] == .array([.string("app:\(stage.app.appId)")]))
        #expect(claims["iat"] == .integer(now) && claims["exp"] == .integer(now + 3600))
        #expect(claims[HubClaim.userID] == claims["sub"] && claims[HubClaim.isVerified] == true)
        #expect(claims[HubClaim.level] == "verified" && claims[HubClaim.isAnonymous] == nil)
        #expect(claims["email"] == "ada@example.org" && claims["jti"]?.string?.isEmpty == false)
        let guest = try await stage.guest().claims
        #expect(guest[HubClaim.isAnonymous] == true && guest[HubClaim.level] == "guest")
        #expect(guest[HubClaim.isVerified] == false && guest["email"] == nil)
    }

    @Test("The published keys verify the token, at every address where packages look")
    func keys() async throws {
        let stage = try await IdentityStage()
        let token = try await stage.signIn().access
        for path in ["hub/auth/keys", ".well-known/jwks.json"] {
            let answer = try await stage.call(.get, path)
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: answer.text)
            let claims = try await keys.verify(token, as: AccessToken.self)
            #expect(claims.userID.hasPrefix("user_"))
            #expect(!answer.text.contains("\"d\""))
        }
        for path in [
            "hub/auth/.well-known/oauth-authorization-server", ".well-known/oauth-authorization-server",
            ".well-known/openid-configuration",
        ] {
            let answer = try await stage.call(.get, path)
            #expect(answer["issuer"] == "https://sign.example.org")
            #expect(answer["jwks_uri"] == "https://sign.example.org/hub/auth/keys")
        }
    }

    @Test("Without a grace, of many requests with one refresh token one is answered, whatever time each has read")
    func noGrace() async throws {
        let stage = try await IdentityStage { $0.refreshLeeway = 0 }
        let token = Secret(text: try await stage.signIn().refresh)
        func refresh(_ seconds: TimeInterval) async throws -> RefreshResult {
            try await stage.store.refresh(
                token, of: stage.app.appId, leeway: 0, life: 1000, at: stage.clock.now + seconds)
        }
        guard case .renewed = try await refresh(0) else {
            Issue.record("the first use was refused")
            return
        }
        // It came at the same time and waited for the first.
        guard case .reused = try await refresh(-0.01) else {
            Issue.record("a second use was answered")
            return
        }
    }

    @Test("Keys change with overlap: a new key signs, and the old one is published while its tokens last")
    func rotation() async throws {
        let stage = try await IdentityStage { $0.sessionLife = 1000 * 86_400 }
        let first = try await stage.signIn()
        stage.clock.advance(90 * 86_400)
        let second = try await stage.refresh(first.refresh)
        #expect(first.access.prefix { $0 != "." } != second.access.prefix { $0 != "." })
        func published() async throws -> Int {
            guard case .array(let keys)? = try await stage.call(.get, "hub/auth/keys")["keys"] else { return 0 }
            return keys.count
        }
        #expect(try await published() == 2)
        stage.clock.advance(91 * 86_400)
        _ = try await stage.refresh(second.refresh)
        #expect(try await published() == 2)
    }

    @Test("A refresh token works once, and a use that comes too late ends its session")
    func reuse() async throws {
        let stage = try await IdentityStage()
        let first = try await stage.signIn()
        let second = try await stage.refresh(first.refresh)
        #expect(second.status == 200 && second.refresh != first.refresh && second.user == first.user)
        let third = try await stage.refresh(second.refresh)
        #expect(third.status == 200)
        try await stage.refresh(first.refresh).expectRefusal(400, "E_REFRESH_TOKEN_USED")
        try await stage.refresh(third.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        try await stage.call(.get, stage.data, token: third.access).expectRefusal(401, "E_TOKEN")
    }

    @Test("An app that missed the answer may ask again; the token of the lost answer is void then")
    func lostAnswer() async throws {
        let stage = try await IdentityStage()
        let first = try await stage.signIn()
        let lost = try await stage.refresh(first.refresh)
        stage.clock.advance(599)
        let second = try await stage.refresh(first.refresh)
        #expect(second.status == 200)
        #expect(try await stage.refresh(second.refresh).status == 200)
        try await stage.refresh(lost.refresh).expectRefusal(400, "E_REFRESH_TOKEN_USED")
        let late = try await stage.signIn("bo@example.org")
        _ = try await stage.refresh(late.refresh)
        stage.clock.advance(600)
        try await stage.refresh(late.refresh).expectRefusal(400, "E_REFRESH_TOKEN_USED")
    }

    @Test("Of many who show a token at once, all get tokens of one session, and one chain goes on")
    func atOnce() async throws {
        let stage = try await IdentityStage()
        let first = try await stage.signIn()
        let answers = try await withThrowingTaskGroup(of: HubAnswer.self) { group in
            for _ in 1...16 { group.addTask { try await stage.refresh(first.refresh) } }
            return try await group.reduce(into: [HubAnswer]()) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 } && Set(answers.map(\.refresh)).count == 16)
        // Showing a void token would end the session, so the database says which one is not.
        let alive: [Data] = try await stage.store.database.read {
            try $0.values("SELECT hash FROM identityRefresh WHERE usedAt IS NULL")
        }
        #expect(alive.count == 1)
        let next = try #require(answers.map(\.refresh).first { alive.contains(Secret(text: $0).hash) })
        #expect(try await stage.refresh(next).status == 200)
    }

    @Test("A session refreshes as often as its app needs, and a client that never stops waits")
    func refreshLimit() async throws {
        let stage = try await IdentityStage { $0.refreshesPerSession = 3 }
        let other = try await stage.signIn()
        var token = try await stage.signIn().refresh
        for _ in 1...3 { token = try await stage.refresh(token).refresh }
        try await stage.refresh(token).expectRefusal(429, "E_TOO_MANY")
        #expect(try await stage.refresh(other.refresh).status == 200)
        stage.clock.advance(900)
        #expect(try await stage.refresh(token).status == 200)
    }

    @Test("Used tokens are kept while somebody may show them, and no longer")
    func usedTokens() async throws {
        let stage = try await IdentityStage()
        var token = try await stage.signIn().refresh
        for _ in 1...100 {
            stage.clock.advance(86_400)
            token = try await stage.refresh(token).refresh
        }
        let count: Int? = try await stage.store.database.read { try $0.value("SELECT count(*) FROM identityRefresh") }
        #expect(count == 31)
    }

    @Test("A session ends after thirty days without a refresh, and another application cannot renew it")
    func ends() async throws {
        let stage = try await IdentityStage()
        let answer = try await stage.signIn()
        try await stage.call(.post, "hub/auth/token", ["refresh_token": .string(answer.refresh)], as: stage.other)
            .expectRefusal(400, "E_REFRESH_TOKEN")
        stage.clock.advance(30 * 86_400)
        try await stage.refresh(answer.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        try await stage.refresh("nothing").expectRefusal(400, "E_REFRESH_TOKEN")
    }

    @Test("Signing out ends one session or all, also for access tokens that have time left")
    func signOut() async throws {
        let stage = try await IdentityStage()
        let (phone, desk, other) = (
            try await stage.signIn(), try await stage.signIn(), try await stage.signIn("bo@example.org")
        )
        let path = "me/applications/\(stage.app.appId)/signout"
        #expect(try await stage.call(.post, path, [:], token: phone.access).status == 204)
        try await stage.call(.get, stage.data, token: phone.access).expectRefusal(401, "E_TOKEN")
        try await stage.refresh(phone.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        #expect(try await stage.call(.get, stage.data, token: desk.access).status == 200)
        let tablet = try await stage.signIn()
        #expect(try await stage.call(.post, path, ["sign_out_all": true], token: desk.access).status == 204)
        try await stage.refresh(tablet.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        #expect(try await stage.refresh(other.refresh).status == 200)
    }

    @Test("Signing out everywhere ends the sign-ins that would go on in the user's name, and no others")
    func waitingSignIns() async throws {
        let stage = try await IdentityStage(
            AppSettings(redirects: ["com.example.shop://"]), changing: { $0.sendsTextMessages = true })
        let (stolen, desk) = (try await stage.signIn(), try await stage.signIn())
        // A telephone that is added, a code that was right, and a browser that goes back to an app.
        let adding = try await stage.call(
            .post, "hub/auth/init",
            ["phone": "+41790000000", "adds_address": true, "code_challenge": IdentityStage.binding],
            token: stolen.access)
        let added = try #require(adding["challenge_id"]?.string)
        let code = try #require(try await stage.message(to: "+41790000000")).code
        let met = try await stage.begin()
        #expect(
            try await stage.complete(met, try #require(try await stage.message(to: "ada@example.org")).code).status
                == 200)
        let begun = try await stage.call(
            .post, "hub/auth/browser",
            ["return_url": "com.example.shop://in", "code_challenge": IdentityStage.binding])
        let link = String(try #require(begun["url"]?.string?.split(separator: "browser=").last))
        let page = try await stage.signIn()
        let finished = try await stage.call(
            .post, "hub/auth/browser/finish", ["link": .string(link)], token: page.access)
        let proof = String(try #require(finished["redirect"]?.string?.split(separator: "code=").last))
        let visit = try #require(begun["challenge_id"]?.string)
        let other = try await stage.begin("bo@example.org")

        let path = "me/applications/\(stage.app.appId)/signout"
        #expect(try await stage.call(.post, path, ["sign_out_all": true], token: desk.access).status == 204)
        try await stage.complete(added, code).expectRefusal(400, "E_CHALLENGE")
        try await stage.status(met).expectRefusal(400, "E_CHALLENGE")
        try await stage.complete(visit, proof).expectRefusal(400, "E_CHALLENGE")
        #expect(try await stage.status(other)["status"] == "pending")
        #expect(try await stage.signIn()["user_type"] == "existing_user")
    }
}

@Suite("Forged tokens")
struct ForgedTokenTests {
    private static func part(_ object: [String: Any]) throws -> String {
        let bytes = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        return bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("A token with another algorithm, key, header, audience, issuer or time is refused without a reason")
    func forged() async throws {
        let stage = try await IdentityStage()
        let real = try await stage.signIn()
        let parts = real.access.split(separator: ".").map(String.init)
        let claims = real.claims
        let kid = try #require(try await stage.service.tokens.keys(at: stage.clock.now).first?.id)
        let publicKey = try #require(try await stage.service.tokens.keys(at: stage.clock.now).first?.secret.publicKey)
        let mine = Curve25519.Signing.PrivateKey()
        func signed(_ header: [String: Any], _ body: String = parts[1]) throws -> String {
            let text = try Self.part(header) + "." + body
            let signature = try mine.signature(for: Data(text.utf8))
            return text + "."
                + signature.base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        func hmac(_ header: [String: Any], key: Data) throws -> String {
            let text = try Self.part(header) + "." + parts[1]
            let code = Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
            return text + "."
                + code.base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        var jwk: [String: Any] = ["kty": "OKP", "crv": "Ed25519"]
        jwk["x"] = mine.publicKey.rawRepresentation.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let forgeries: [String] = [
            try Self.part(["alg": "none", "kid": kid]) + "." + parts[1] + ".",
            try Self.part(["alg": "none", "kid": kid]) + "." + parts[1] + ".x",
            try signed(["alg": "EdDSA", "kid": kid]), try signed(["alg": "EdDSA"]),
            try signed(["alg": "EdDSA", "kid": "../../etc/passwd"]),
            try signed(["alg": "EdDSA", "kid": "' OR 1=1 --"]),
            try signed(["alg": "EdDSA", "kid": kid, "jwk": jwk]), try signed(["alg": "EdDSA", "kid": "x", "jwk": jwk]),
            try signed(["alg": "EdDSA", "kid": kid, "jku": "https://evil.example/keys"]),
            try signed(["alg": "EdDSA", "kid": kid, "x5u": "https://evil.example/c", "crit": ["x5u"]]),
            try signed(["alg": "EdDSA", "kid": kid, "typ": "JWS"]),
            try hmac(["alg": "HS256", "kid": kid], key: publicKey.rawRepresentation),
            try hmac(["alg": "EdDSA", "kid": kid], key: publicKey.rawRepresentation),
            parts[0] + "." + parts[1] + "." + String(parts[2].reversed()),
            parts[0] + "." + (try Self.part(["sub": "user_x"])) + "." + parts[2],
            real.access + ".x", String(real.access.dropLast(4)), "", "x", String(repeating: "a.", count: 9000),
        ]
        for token in forgeries {
            let answer = try await stage.call(.get, stage.data, token: token)
            answer.expectRefusal(401, "E_TOKEN")
        }
        #expect(claims["sub"]?.string == real.user)
        #expect(try await stage.call(.get, stage.data, token: real.access).status == 200)
    }

    @Test("Our own keys do not help a token for another audience, of another issuer, or past its time")
    func wrongClaims() async throws {
        let stage = try await IdentityStage()
        let real = try await stage.signIn()
        let signedIn = try #require(try await stage.store.user(real.user, of: stage.app.appId))
        let session = try #require(try await stage.store.sessions(of: signedIn, at: stage.clock.now).first?.id)
        let now = stage.clock.now
        func token(_ user: IdentityUser, issuer: String, life: TimeInterval = 3600) async throws -> String {
            try await stage.service.tokens.token(
                AccessToken(user, sessionID: session, issuer: issuer, at: now, life: life), at: now)
        }
        let own = "https://sign.example.org"
        #expect(try await stage.call(.get, stage.data, token: try await token(signedIn, issuer: own)).status == 200)
        let foreign = IdentityUser(
            id: signedIn.id, appID: stage.other.appId, createdAt: now, body: signedIn.body, email: nil,
            isEmailVerified: true
        )
        for forged in [
            try await token(signedIn, issuer: "https://evil.example"), try await token(foreign, issuer: own),
            try await token(signedIn, issuer: own, life: 0), try await token(signedIn, issuer: own, life: -60),
        ] {
            try await stage.call(.get, stage.data, token: forged).expectRefusal(401, "E_TOKEN")
        }
        stage.clock.advance(3600)
        try await stage.call(.get, stage.data, token: real.access).expectRefusal(401, "E_TOKEN")
    }
}
