import EnvelopeService
import Foundation
import HTTPTypes
import IdentityService
import Testing

@testable import SigningService

@Suite("Codes and tokens")
struct TokenTests {
    @Test("A code with its verifier gives an access token for eight hours, and the API accepts it")
    func codeGrant() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let answer = try await app.redeem(try await app.code())
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(answer["token_type"] == "Bearer" && answer["scope"] == "signature")
            #expect(answer.json["expires_in"] as? Int == 28_800)
            #expect(answer.headers[.cacheControl] == "no-store")
            let token = try #require(answer["access_token"])
            let info = try await app.userInfo(token)
            #expect(info["email"] == "ada@example.org")
            scene.fixture.clock.advance(28_800 - 1)
            #expect(try await app.userInfo(token).status == 200)
            scene.fixture.clock.advance(1)
            (try await app.userInfo(token)).expectRefusal(
                401, "AUTHORIZATION_INVALID_TOKEN", containing: "not known")
            // What `account create` gave has no end.
            #expect(try await app.userInfo(scene.fixture.credentials.accessToken.text).status == 200)
        }
    }

    @Test("A code works once; using it again revokes the tokens it gave")
    func codeReplay() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let code = try await app.code()
            let first = try await app.redeem(code)
            let token = try #require(first["access_token"])
            (try await app.redeem(code)).expectOAuth("invalid_grant", "expired_client_token")
            #expect(try await app.userInfo(token).status == 401)
            (try await app.refresh(try #require(first["refresh_token"]))).expectOAuth("invalid_grant")
        }
    }

    @Test("A code expires after two minutes")
    func lateCode() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let code = try await app.code()
            scene.fixture.clock.advance(120)
            (try await app.redeem(code)).expectOAuth("invalid_grant", "expired_client_token")
        }
    }

    @Test(
        "A wrong or missing verifier is refused and uses up the code",
        arguments: [
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl", SignInScene.challenge, "", nil,
        ])
    func wrongVerifier(verifier: String?) async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let code = try await app.code()
            (try await app.redeem(code, ["code_verifier": verifier])).expectOAuth("invalid_grant")
            (try await app.redeem(code)).expectOAuth("invalid_grant", "expired_client_token")
        }
    }

    @Test("Another app cannot use a code or a refresh token")
    func otherApplication() async throws {
        let scene = try await SignInScene()
        let (other, _) = try await scene.fixture.service.authorizations.register(
            name: "Other", redirectURIs: [SignInScene.redirectURI], isConfidential: false, at: Moment.start)
        try await scene.test { app in
            let code = try await app.code()
            (try await app.redeem(code, ["client_id": other.id])).expectOAuth("invalid_grant")
            let tokens = try await app.redeem(try await app.code())
            let refreshToken = try #require(tokens["refresh_token"])
            (try await app.refresh(refreshToken, client: other.id)).expectOAuth("invalid_grant")
            #expect(try await app.refresh(refreshToken).status == 200)
        }
    }

    @Test("The redirect address sent with a code must match the one used before")
    func otherRedirect() async throws {
        let scene = try await SignInScene(redirectURIs: [SignInScene.redirectURI, "com.example.app:/other"])
        try await scene.test { app in
            (try await app.redeem(try await app.code(), ["redirect_uri": "com.example.app:/other"]))
                .expectOAuth("invalid_grant")
            let right = try await app.redeem(try await app.code(), ["redirect_uri": SignInScene.redirectURI])
            #expect(right.status == 200)
        }
    }

    @Test("Without PKCE, an app with several redirect addresses must name the one it used")
    func missingRedirect() async throws {
        let addresses = ["https://app.example.org/done", "https://app.example.org/other"]
        let scene = try await SignInScene(redirectURIs: addresses, isConfidential: true)
        let secret = try #require(scene.secret)
        try await scene.test { app in
            func redeem(_ changes: [String: String?], _ redirect: String?, _ verifier: String?) async throws -> Answer {
                let fields: [String: String?] = [
                    "grant_type": "authorization_code", "code": try await app.code(changes), "redirect_uri": redirect,
                    "code_verifier": verifier,
                ]
                return try await app.token(fields, basic: "\(scene.app.id):\(secret.text)")
            }
            let noProof: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
            (try await redeem(noProof, nil, nil)).expectOAuth("invalid_request", "redirect_uri is missing")
            (try await redeem(noProof, addresses[1], nil)).expectOAuth("invalid_grant")
            #expect(try await redeem(noProof, addresses[0], nil).status == 200)
            #expect(try await redeem([:], nil, SignInScene.verifier).status == 200)
        }
    }

    @Test("Conflicting client ids in header and body are refused")
    func contradiction() async throws {
        let scene = try await SignInScene(isConfidential: true)
        let secret = try #require(scene.secret)
        let (other, _) = try await scene.fixture.service.authorizations.register(
            name: "Other", redirectURIs: [SignInScene.redirectURI], isConfidential: false, at: Moment.start)
        try await scene.test { app in
            func redeem(_ client: String?) async throws -> Answer {
                let fields: [String: String?] = [
                    "grant_type": "authorization_code", "code": try await app.code(), "client_id": client,
                    "code_verifier": SignInScene.verifier, "redirect_uri": SignInScene.redirectURI,
                ]
                return try await app.token(fields, basic: "\(scene.app.id):\(secret.text)")
            }
            for client in [nil, scene.app.id, scene.app.id.uppercased()] {
                #expect(try await redeem(client).status == 200)
            }
            let refused = try await redeem(other.id)
            refused.expectOAuth("invalid_client", status: 401)
            #expect(refused.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true)
        }
    }

    @Test(
        "A refresh token works once; using it again revokes the whole sign-in",
        arguments: [(TimeInterval(30), TimeInterval(30)), (0, 0)])
    func refreshReuse(grace: TimeInterval, later: TimeInterval) async throws {
        let scene = try await SignInScene(refreshGrace: grace)
        try await scene.test { app in
            let first = try await app.redeem(try await app.code())
            let stolen = try #require(first["refresh_token"])
            let second = try await app.refresh(stolen)
            #expect(second.status == 200)
            let newest = try #require(second["refresh_token"])
            #expect(newest != stolen)
            scene.fixture.clock.advance(later)
            (try await app.refresh(stolen)).expectOAuth("invalid_grant", "expired_client_token")
            (try await app.refresh(newest)).expectOAuth("invalid_grant", "expired_client_token")
            #expect(try await app.userInfo(try #require(second["access_token"])).status == 401)
        }
    }

    @Test(
        "A sign-in ends after thirty days; with the extended scope each refresh adds thirty more",
        arguments: [("signature", 400), ("signature extended", 200)])
    func refreshLife(scope: String, status: Int) async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let first = try await app.redeem(try await app.code(["scope": scope]))
            scene.fixture.clock.advance(29 * 86_400)
            let second = try await app.refresh(try #require(first["refresh_token"]))
            #expect(second.status == 200)
            scene.fixture.clock.advance(2 * 86_400)
            #expect(try await app.refresh(try #require(second["refresh_token"])).status == status)
        }
    }

    @Test("A refresh token can be retried until its successor is used, and the lost tokens are revoked")
    func lostAnswer() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let begun = try await app.redeem(try await app.code())
            let first = try #require(begun["refresh_token"])
            scene.fixture.clock.advance(1)
            let unanswered = try await app.refresh(first)
            let lost = try #require(unanswered["refresh_token"])
            scene.fixture.clock.advance(600)
            #expect(try await app.refresh(first).status == 200)
            scene.fixture.clock.advance(20_000)
            let again = try await app.refresh(first)
            #expect(again.status == 200)
            #expect(try await app.userInfo(try #require(unanswered["access_token"])).status == 401)
            #expect(try await app.userInfo(try #require(again["access_token"])).status == 200)
            #expect(try await app.userInfo(try #require(begun["access_token"])).status == 200)
            let newest = try await app.refresh(try #require(again["refresh_token"]))
            #expect(newest.status == 200)
            // Whoever has the answer that was lost has what nobody else should have.
            (try await app.refresh(lost)).expectOAuth("invalid_grant", "expired_client_token")
            (try await app.refresh(try #require(newest["refresh_token"]))).expectOAuth("invalid_grant")
        }
    }

    @Test("An app that retries without end leaves few tokens behind, and its last answer still works")
    func endlessRetries() async throws {
        let scene = try await SignInScene()
        let database = try ServiceStorage(existing: scene.fixture.folder.appending("data")).database
        try await scene.test { app in
            let first = try #require(try await app.redeem(try await app.code())["refresh_token"])
            var newest = first
            for _ in 1...60 {
                scene.fixture.clock.advance(60)
                newest = try #require(try await app.refresh(first)["refresh_token"])
            }
            let count: Int? = try await database.read { try $0.value("SELECT count(*) FROM refreshToken") }
            #expect(try #require(count) <= AuthorizationStore.mostTakenBack + 2)
            #expect(try await app.refresh(newest).status == 200)
            (try await app.refresh(first)).expectOAuth("invalid_grant", "expired_client_token")
        }
    }

    @Test("A refresh token cannot be retried once its successor was used")
    func usedSuccessor() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let first = try #require(try await app.redeem(try await app.code())["refresh_token"])
            let second = try #require(try await app.refresh(first)["refresh_token"])
            let third = try #require(try await app.refresh(second)["refresh_token"])
            (try await app.refresh(first)).expectOAuth("invalid_grant", "expired_client_token")
            (try await app.refresh(third)).expectOAuth("invalid_grant")
        }
    }

    @Test("Expired sign-ins and tokens are deleted")
    func forgetting() async throws {
        let scene = try await SignInScene()
        let database = try ServiceStorage(existing: scene.fixture.folder.appending("data")).database
        @Sendable func rows(_ table: String, _ condition: String = "") async throws -> Int? {
            try await database.read { try $0.value("SELECT count(*) FROM \(table) \(condition)") }
        }
        try await scene.test { app in
            // Never redeemed.
            _ = try await app.code()
            let first = try #require(try await app.redeem(try await app.code())["refresh_token"])
            let second = try #require(try await app.refresh(first)["refresh_token"])
            scene.fixture.clock.advance(29 * 86_400)
            let late = try await app.refresh(second)
            scene.fixture.clock.advance(86_400 + 1)
            #expect(try await app.userInfo(try #require(late["access_token"])).status == 401)
            // Whoever signs in next sweeps.
            let other = try #require(try await app.redeem(try await app.code())["access_token"])
            #expect(try await rows("refreshToken") == 1)
            #expect(try await rows("appAuthorization") == 1)
            #expect(try await rows("token", "WHERE expiresAt IS NOT NULL") == 1)
            #expect(try await app.userInfo(other).status == 200)
            (try await app.refresh(second)).expectOAuth("invalid_grant")
        }
    }

    @Test("Of many parallel uses of one refresh token, at most one gets tokens")
    func refreshRace() async throws {
        let scene = try await SignInScene(refreshGrace: 0)
        try await scene.test { app in
            let first = try await app.redeem(try await app.code())
            let token = try #require(first["refresh_token"])
            let won = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...8 { group.addTask { try await app.refresh(token).status } }
                return try await group.reduce(0) { $0 + ($1 == 200 ? 1 : 0) }
            }
            #expect(won == 1)
        }
    }

    @Test("An app with a secret must send its own secret")
    func confidential() async throws {
        let scene = try await SignInScene(redirectURIs: ["https://app.example.org/done"], isConfidential: true)
        let secret = try #require(scene.secret)
        try await scene.test { app in
            let noProof: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
            func fields(_ code: String) -> [String: String?] { ["grant_type": "authorization_code", "code": code] }
            let code = try await app.code(noProof)
            (try await app.token(fields(code), basic: "\(scene.app.id):wrong"))
                .expectOAuth("invalid_client", status: 401)
            (try await app.redeem(code)).expectOAuth("invalid_client")
            let right = try await app.token(fields(code), basic: "\(scene.app.id):\(secret.text)")
            #expect(right.status == 200, "\(String(decoding: right.body, as: UTF8.self))")
            // A proof that was begun has to be finished.
            let begun = try await app.code()
            (try await app.token(fields(begun), basic: "\(scene.app.id):\(secret.text)")).expectOAuth("invalid_grant")
        }
    }

    @Test("Malformed requests are refused with OAuth's error codes")
    func badRequests() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            (try await app.token(["client_id": scene.app.id])).expectOAuth("invalid_request")
            (try await app.token(["grant_type": "password", "client_id": scene.app.id]))
                .expectOAuth("unsupported_grant_type")
            // Also without a client id.
            (try await app.token(["grant_type": "password"], basic: nil)).expectOAuth("unsupported_grant_type")
            (try await app.token([:], basic: nil)).expectOAuth("invalid_request", "grant_type is missing")
            (try await app.token(["grant_type": "refresh_token", "client_id": scene.app.id]))
                .expectOAuth("invalid_request")
            (try await app.token(["grant_type": "refresh_token", "refresh_token": "x", "client_id": "nobody"]))
                .expectOAuth("invalid_client", "issuer_not_found")
            let twice = try await app.client.send(
                .post, "/oauth/token", Data("grant_type=a&grant_type=b".utf8),
                headers: [.contentType: "application/x-www-form-urlencoded"])
            twice.expectOAuth("invalid_request")
            for form in ["grant_type=%ZZ", "%ZZ=1", "grant_type=refresh_token&refresh_token=%FF"] {
                let undecodable = try await app.client.send(
                    .post, "/oauth/token", Data(form.utf8),
                    headers: [.contentType: "application/x-www-form-urlencoded"])
                undecodable.expectOAuth("invalid_request", "a parameter cannot be decoded")
            }
        }
    }

    @Test("A new password revokes the sessions of the old one")
    func newPassword() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let tokens = try await app.redeem(try await app.code())
            try await scene.fixture.service.passwords.set(
                "another good password", email: "ADA@example.org", at: Moment.start)
            #expect(try await app.userInfo(try #require(tokens["access_token"])).status == 401)
            (try await app.refresh(try #require(tokens["refresh_token"]))).expectOAuth("invalid_grant")
            #expect(try await app.submit().status == 401)
            #expect(try await app.submit(password: "another good password").status == 303)
        }
    }

    @Test("The database holds no password, code, token or secret in plain text")
    func nothingInTheClear() async throws {
        let scene = try await SignInScene(redirectURIs: ["https://a.example/"], isConfidential: true)
        let secret = try #require(scene.secret)
        try await scene.test { app in
            let code = try await app.code()
            let tokens = try await app.token(
                ["grant_type": "authorization_code", "code": code, "code_verifier": SignInScene.verifier],
                basic: "\(scene.app.id):\(secret.text)")
            #expect(tokens.status == 200)
            var shown = [SignInScene.password, secret.text, code]
            shown += [try #require(tokens["access_token"]), try #require(tokens["refresh_token"])]
            for file in TemporaryFolder.files(below: scene.fixture.folder.url) {
                let bytes = try Data(contentsOf: file)
                for text in shown { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(file.lastPathComponent)") }
            }
        }
    }

    @Test("A short password is refused, and an address of two users needs an id")
    func settingPasswords() async throws {
        let fixture = try await ServiceFixture {
            $0.identity.passwordCost = .init(rounds: 16, blockSize: 1, parallelism: 1)
        }
        let passwords = fixture.service.passwords
        await #expect(throws: PasswordError.tooShort(shortest: 10)) {
            try await passwords.set("short", email: "ada@example.org", at: Moment.start)
        }
        await #expect(throws: AccountPasswordError.unknownUser("eve@example.org")) {
            try await passwords.set("long enough to be one", email: "eve@example.org", at: Moment.start)
        }
        let second = try await fixture.service.accounts.create(
            name: "Ada Again", email: "ada@example.org", at: Moment.start + 1)
        await #expect(
            throws: AccountPasswordError.severalUsers(
                "ada@example.org", ids: [fixture.credentials.identity.userID, second.identity.userID])
        ) {
            try await passwords.set("long enough to be one", email: "ada@example.org", at: Moment.start)
        }
        try await passwords.set(
            "long enough to be one", email: "ada@example.org", userID: second.identity.userID, at: Moment.start)
        await #expect(throws: PasswordError.addressTaken("ada@example.org")) {
            try await passwords.set(
                "long enough to be one", email: "ada@example.org", userID: fixture.credentials.identity.userID,
                at: Moment.start)
        }
    }
}
