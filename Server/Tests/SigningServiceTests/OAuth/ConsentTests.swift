import EnvelopeService
import Essentials
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Consent to apps that act on their own")
struct ConsentTests {
    private static let scope = "signature impersonation"

    private func wish(_ app: OAuthApplication) -> [String: String?] {
        [
            "client_id": app.id, "redirect_uri": app.redirectURIs[0], "scope": Self.scope, "code_challenge": nil,
            "code_challenge_method": nil,
        ]
    }

    @Test("A person reads what they allow, allows it, and the app acts for them")
    func consent() async throws {
        let night = try await AssertionScene()
        try await night.test { app in
            let page = try await app.page(wish(night.app))
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("<strong>Night job</strong>") && text.contains("also when you are not signed in"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            // The page alone, a refusal, and a wrong password are no consent.
            _ = try await app.submit(act: "cancel", wish(night.app))
            _ = try await app.submit(password: "wrong password", wish(night.app))
            (try await night.ask(app)).expectOAuth("consent_required")
            let answer = try await app.submit(wish(night.app))
            #expect(answer.headers[.location]?.hasPrefix("https://app.example.org/done?code=") == true)
            #expect(try await night.ask(app).status == 200)
            // The code of an app without secret and proof is for nobody.
            let code = try #require(try SignInClient.parameters(answer)["code"])
            for verifier in [nil, SignInScene.verifier] {
                (try await app.redeem(code, ["client_id": night.app.id, "code_verifier": verifier]))
                    .expectOAuth("invalid_grant")
            }
        }
    }

    @Test("An ordinary sign-in is no consent, and its page does not speak of one")
    func ordinary() async throws {
        let night = try await AssertionScene(isConfidential: true)
        try await night.test { app in
            var wish = self.wish(night.app)
            wish["scope"] = "signature extended click.manage"
            let page = try await app.page(wish)
            #expect(!String(decoding: page.body, as: UTF8.self).contains("not signed in"))
            #expect(try await app.submit(wish).status == 303)
            (try await night.ask(app)).expectOAuth("consent_required")
        }
    }

    @Test("Another site cannot send the consent form, in whatever way it tries")
    func crossSite() async throws {
        let night = try await AssertionScene()
        try await night.test { app in
            var tricks: [(HTTPFields, [String: String?])] = []
            for site in ["cross-site", "same-site"] {
                var headers: HTTPFields = [:]
                headers[named: "Sec-Fetch-Site"] = site
                tricks.append((headers, [:]))
            }
            tricks.append(([.origin: "https://evil.example"], [:]))
            tricks.append(([.origin: "null"], [:]))
            tricks.append(([:], ["form": nil]))
            tricks.append(([:], ["form": String(repeating: "0", count: 64)]))
            tricks.append(([.cookie: "countersign_signin=\(String(repeating: "A", count: 43))"], [:]))
            for (headers, forged) in tricks {
                let answer = try await app.submit(wish(night.app), forged: forged, headers: headers)
                #expect(answer.status == 403, "\(headers) \(forged)")
            }
            // The scope cannot be widened to an unknown one, nor the address changed, after the page was shown.
            #expect(
                try await app.submit(wish(night.app), forged: ["redirect_uri": "https://evil.example/"]).status == 400)
            #expect(
                try SignInClient.parameters(try await app.submit(wish(night.app), forged: ["scope": "all"]))["error"]
                    == "invalid_scope")
            (try await night.ask(app)).expectOAuth("consent_required")
        }
    }

    @Test("A form allows only what its page showed")
    func shown() async throws {
        let night = try await AssertionScene(isConfidential: true)
        try await night.test { app in
            var wish = self.wish(night.app)
            wish["scope"] = "signature"
            wish["state"] = "1"
            #expect(try await app.submit(wish).status == 303)
            for (name, value) in [
                ("scope", Self.scope), ("state", "2"), ("state", nil), ("client_id", app.scene.app.id),
            ] {
                var forged: [String: String?] = [name: value]
                if name == "client_id" {
                    forged.merge(app.scene.wish.mapValues { $0 }) { $1 }
                    forged["scope"] = "signature"
                }
                #expect(try await app.submit(wish, forged: forged).status == 403, "\(forged)")
            }
            (try await night.ask(app)).expectOAuth("consent_required")
        }
    }

    @Test("An app without a key gets no consent, and its page does not ask for one")
    func withoutKeys() async throws {
        let scene = try await SignInScene()
        try await scene.test { app in
            let page = try await app.page(["scope": Self.scope])
            #expect(page.status == 200)
            #expect(!String(decoding: page.body, as: UTF8.self).contains("not signed in"))
            #expect(try await app.submit(["scope": Self.scope]).status == 303)
        }
        #expect(try await scene.fixture.service.authorizations.consents(to: scene.app.id).isEmpty)
    }

    @Test("What is taken back ends at once, in each of the ways to take it back")
    func takingBack() async throws {
        for way in 1...4 {
            let night = try await AssertionScene()
            let service = night.scene.fixture.service
            let second = try await service.accounts.addUser(
                named: "Bo", email: "bo@example.org", to: night.scene.fixture.account, at: Moment.start)
            try await night.allow()
            try await service.authorizations.consent(of: second.userId, to: night.app.id, at: Moment.start)
            try await night.test { app in
                let token = try #require(try await night.ask(app)["access_token"])
                switch way {
                case 1:
                    try await service.authorizations.revoke(
                        night.app.id, for: night.user, email: "ada@example.org", at: Moment.start)
                    await #expect(throws: OAuthApplicationError.nothingAllowed(email: "ada@example.org")) {
                        try await service.authorizations.revoke(
                            night.app.id, for: night.user, email: "ada@example.org", at: Moment.start)
                    }
                case 2:
                    try await service.passwords.set("another good password", email: "ada@example.org", at: Moment.start)
                case 3: try await service.accounts.removeUser(night.user)
                default: try await service.authorizations.remove(night.app.id)
                }
                #expect(try await app.userInfo(token).status == 401, "way \(way)")
                let answer = try await night.ask(app)
                switch way {
                case 3: answer.expectOAuth("invalid_grant", "user_not_found")
                case 4: answer.expectOAuth("invalid_grant", "issuer_not_found")
                default:
                    answer.expectOAuth("consent_required")
                    try await night.allow()
                    #expect(try await night.ask(app).status == 200)
                }
                if way < 4 { #expect(try await night.ask(app, ["sub": .string(second.userId)]).status == 200) }
            }
        }
    }

    @Test("An app that revokes an access token of its own keeps the consent and its other tokens")
    func revokingToken() async throws {
        let night = try await AssertionScene()
        try await night.allow()
        try await night.test { app in
            let first = try #require(try await night.ask(app)["access_token"])
            let second = try #require(try await night.ask(app)["access_token"])
            #expect(try await app.revoke(["token": first, "client_id": night.app.id]).status == 200)
            #expect(try await app.userInfo(first).status == 401)
            #expect(try await app.userInfo(second).status == 200)
            #expect(try await night.ask(app).status == 200)
        }
    }

    @Test("Of several users with one address, an assertion acts for the one who consented")
    func sameAddress() async throws {
        let night = try await AssertionScene()
        let service = night.scene.fixture.service
        let second = try await service.accounts.create(
            name: "Ada Again", email: "ada@example.org", at: Moment.start + 1)
        try await service.authorizations.consent(
            of: second.identity.userID, to: night.app.id, at: Moment.start)
        try await night.test { app in
            let token = try #require(try await night.ask(app, ["sub": "ada@example.org"])["access_token"])
            #expect(try await app.userInfo(token)["sub"] == second.identity.userID)
            (try await night.ask(app)).expectOAuth("consent_required")
        }
    }

    @Test("The only registered address needs no mention, and of several one must be named")
    func noRedirect() async throws {
        let scene = try await SignInScene(redirectURIs: ["http://127.0.0.1:5000/ds/callback"], isConfidential: true)
        let secret = try #require(scene.secret)
        try await scene.test { app in
            let noProof: [String: String?] = [
                "redirect_uri": nil, "code_challenge": nil, "code_challenge_method": nil,
            ]
            let answer = try await app.submit(noProof)
            #expect(answer.headers[.location]?.hasPrefix("http://127.0.0.1:5000/ds/callback?code=") == true)
            let code = try #require(try SignInClient.parameters(answer)["code"])
            let tokens = try await app.token(
                ["grant_type": "authorization_code", "code": code], basic: "\(scene.app.id):\(secret.text)")
            #expect(tokens.status == 200, "\(String(decoding: tokens.body, as: UTF8.self))")
            // Sent to another port, the code could be anybody's.
            let other = try await app.code(
                noProof.merging(["redirect_uri": "http://127.0.0.1:6000/ds/callback"]) { $1 })
            (try await app.token(
                ["grant_type": "authorization_code", "code": other], basic: "\(scene.app.id):\(secret.text)"))
                .expectOAuth("invalid_request", "redirect_uri is missing")
            try await scene.fixture.service.authorizations.addRedirect("https://b.example/", to: scene.app.id)
            #expect(try await app.page(noProof).status == 400)
        }
    }
}
