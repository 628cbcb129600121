import EnvelopeService
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Revoking tokens")
struct RevocationTests {
    @Test(
        "Revoking either token of a sign-in invalidates its access token and its refresh token",
        arguments: ["access_token", "refresh_token"])
    func takingBack(kind: String) async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let tokens = try await app.redeem(try await app.code())
            let other = try await app.redeem(try await app.code())
            let shown = try #require(tokens[kind])
            for _ in 1...2 {
                let answer = try await app.revoke([
                    "token": shown, "token_type_hint": "refresh_token", "client_id": scene.app.id,
                ])
                #expect(answer.status == 200 && answer.body.isEmpty)
            }
            #expect(try await app.userInfo(try #require(tokens["access_token"])).status == 401)
            (try await app.refresh(try #require(tokens["refresh_token"]))).expectOAuth("invalid_grant")
            // Another device of the same person stays signed in.
            #expect(try await app.userInfo(try #require(other["access_token"])).status == 200)
        }
    }

    @Test("A new password revokes all sign-ins of the person")
    func newPassword() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            var tokens: [String] = []
            for _ in 1...3 {
                tokens.append(try #require(try await app.redeem(try await app.code())["access_token"]))
            }
            try await scene.fixture.service.passwords.set(
                "another battery staple", email: "ada@example.org", at: Moment.start)
            for token in tokens { #expect(try await app.userInfo(token).status == 401) }
        }
    }

    @Test("Revoking an unknown token succeeds and changes nothing")
    func unknown() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            #expect(try await app.revoke(["token": "unknown", "client_id": scene.app.id]).status == 200)
            (try await app.revoke(["client_id": scene.app.id])).expectOAuth("invalid_request")
            (try await app.revoke(["token": "unknown", "client_id": "nobody"])).expectOAuth("invalid_client")
            (try await app.revoke(["token": "unknown"])).expectOAuth("invalid_request")
        }
    }

    @Test("An app can revoke only its own tokens")
    func others() async throws {
        let scene = try await SignInScene()
        let (other, _) = try await scene.fixture.service.authorizations.register(
            name: "Other", redirectURIs: [SignInScene.redirectURI], isConfidential: false, at: Moment.start)
        try await scene.test { app in
            let tokens = try await app.redeem(try await app.code())
            let token = try #require(tokens["access_token"])
            (try await app.revoke(["token": token, "client_id": other.id])).expectOAuth("invalid_grant")
            #expect(try await app.userInfo(token).status == 200)
            // Given by the service's own command, to no app.
            let made = scene.fixture.credentials.accessToken.text
            (try await app.revoke(["token": made, "client_id": scene.app.id])).expectOAuth("invalid_grant")
            #expect(try await app.userInfo(made).status == 200)
        }
    }

    @Test("An app with a secret must send it to revoke")
    func confidential() async throws {
        let scene = try await SignInScene(redirectURIs: ["https://app.example.org/done"], isConfidential: true)
        let secret = try #require(scene.secret)
        try await scene.test { app in
            let basic = "\(scene.app.id):\(secret.text)"
            let tokens = try await app.token(
                [
                    "grant_type": "authorization_code", "code": try await app.code(),
                    "code_verifier": SignInScene.verifier,
                ], basic: basic)
            let token = try #require(tokens["refresh_token"])
            (try await app.revoke(["token": token, "client_id": scene.app.id])).expectOAuth("invalid_client")
            #expect(try await app.revoke(["token": token], basic: basic).status == 200)
            #expect(try await app.userInfo(try #require(tokens["access_token"])).status == 401)
        }
    }
}
