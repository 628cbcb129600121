import EnvelopeService
import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import SigningService

@Suite("The sign-in page")
struct SignInPageTests {
    @Test("Signing in redirects to the app with a code and its state")
    func signingIn() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let answer = try await browser.submit()
            let parameters = try SignInClient.parameters(answer)
            #expect(answer.headers[.location]?.hasPrefix("com.example.app:/done?code=") == true)
            #expect(parameters["state"] == "a b&c=ü")
            #expect(parameters["code"]?.count == 43)
        }
    }

    @Test("The page shows the app's name as text and loads nothing from other hosts")
    func content() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let page = try await browser.page(["login_hint": "x\"><script>"])
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("Example &lt;App&gt;"))
            #expect(!text.contains("<script"))
            #expect(!text.contains("http://") && !text.contains("https://"))
            #expect(text.contains("<label for=\"email\">") && text.contains("<label for=\"password\">"))
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            // Browsers ask this rule about the redirect after the form as well.
            #expect(policy.contains("form-action 'self' com.example.app:;"))
            let cookie = try #require(page.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        }
    }

    @Test(
        "The page never redirects to an unregistered address",
        arguments: [
            "https://evil.example/done", "com.example.app:/done2", "com.example.app:/done?x=1", "COM.EXAMPLE.APP:/done",
            " ",
        ])
    func openRedirect(address: String) async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let page = try await browser.page(["redirect_uri": address])
            #expect(page.status == 400)
            #expect(page.headers[.location] == nil)
        }
    }

    @Test("An empty address is a missing one, and means the only one that is registered")
    func emptyAddress() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let page = try await browser.page(["redirect_uri": ""])
            #expect(page.status == 200)
        }
        let several = try await SignInScene(redirectURIs: [SignInScene.redirectURI, "com.example.app:/other"])
        try await several.test { browser in
            let page = try await browser.page(["redirect_uri": ""])
            #expect(page.status == 400)
        }
    }

    @Test("An unknown app and a forged form cause no redirect")
    func forgedForm() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let unknown = try await browser.page(["client_id": UUID().uuidString])
            #expect(unknown.status == 400 && unknown.headers[.location] == nil)
            let changed = try await browser.submit(forged: ["redirect_uri": "https://evil.example/"])
            #expect(changed.status == 400 && changed.headers[.location] == nil)
        }
    }

    @Test("Opening the page in a second tab leaves the first tab's form valid")
    func secondTab() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let address = "/oauth/auth?\(SignInClient.encoded(scene.wish))"
            let first = try await browser.client.send(.get, address)
            let cookie = String(try #require(first.headers[.setCookie]).prefix { $0 != ";" })
            let second = try await browser.client.send(.get, address, headers: [.cookie: cookie])
            // What the browser keeps now.
            let kept = String(try #require(second.headers[.setCookie]).prefix { $0 != ";" })
            for page in [first, second] {
                var fields = SignInClient.hidden(page)
                fields["email"] = "ada@example.org"
                fields["password"] = SignInScene.password
                fields["act"] = "allow"
                let answer = try await browser.client.send(
                    .post, "/oauth/auth", Data(SignInClient.encoded(fields).utf8),
                    headers: [.cookie: kept, .contentType: "application/x-www-form-urlencoded"])
                #expect(answer.status == 303)
            }
        }
    }

    @Test(
        "A form with bad encoding or a repeated field is refused without a redirect",
        arguments: ["x=%ZZ", "%ZZ=1", "x=%FF", "%FF=1", "state=again"])
    func unreadableForm(addition: String) async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let page = try await browser.page()
            var fields = SignInClient.hidden(page)
            fields["email"] = "ada@example.org"
            fields["password"] = SignInScene.password
            fields["act"] = "allow"
            let cookie = String(try #require(page.headers[.setCookie]).prefix { $0 != ";" })
            func send(_ form: String) async throws -> Answer {
                try await browser.client.send(
                    .post, "/oauth/auth", Data(form.utf8),
                    headers: [.cookie: cookie, .contentType: "application/x-www-form-urlencoded"])
            }
            let refused = try await send("\(SignInClient.encoded(fields))&\(addition)")
            #expect(refused.status == 400 && refused.headers[.location] == nil)
            #expect(try await send(SignInClient.encoded(fields)).status == 303)
        }
    }

    @Test("A form sent by another site is refused")
    func foreignForm() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let noCookie = try await browser.submit(headers: [.cookie: "other=1"])
            #expect(noCookie.status == 403)
            let otherCookie = try await browser.submit(
                headers: [.cookie: "\(SignInForm.cookieName)=\(Secret.random().text)"])
            #expect(otherCookie.status == 403)
            let noProof = try await browser.submit(forged: ["form": nil])
            #expect(noProof.status == 403)
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let crossSite = try await browser.submit(headers: [site: "cross-site"])
            #expect(crossSite.status == 403)
        }
    }

    @Test(
        "An app without a secret must use PKCE with S256",
        arguments: [
            ["code_challenge": nil], ["code_challenge_method": "plain"], ["code_challenge_method": nil],
            ["code_challenge": "short"],
        ])
    func proofKeys(changes: [String: String?]) async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let parameters = try SignInClient.parameters(try await browser.page(changes))
            #expect(parameters["error"] == "invalid_request")
            #expect(parameters["state"] == "a b&c=ü")
            #expect(parameters["code"] == nil)
        }
    }

    @Test(
        "Other errors are reported to the app",
        arguments: [
            (["response_type": "token"], "unsupported_response_type"), (["scope": "everything"], "invalid_scope"),
        ])
    func refusals(changes: [String: String?], error: String) async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let parameters = try SignInClient.parameters(try await browser.page(changes))
            #expect(parameters["error"] == error)
            #expect(parameters["error_message"]?.isEmpty == false)
        }
    }

    @Test("Cancelling returns access_denied to the app and needs no password")
    func cancelling() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let answer = try await browser.submit(email: "", password: "", act: "cancel")
            #expect(try SignInClient.parameters(answer)["error"] == "access_denied")
        }
    }

    @Test("An unknown address and a wrong password look the same")
    func enumeration() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let wrong = try await browser.submit(password: "wrong")
            let unknown = try await browser.submit(email: "eve@example.org", password: "wrong")
            #expect(wrong.status == 401 && unknown.status == 401)
            func body(_ answer: Answer) -> String {
                String(decoding: answer.body, as: UTF8.self)
                    .replacing(#/value="[^"]*"/#) { _ in "" }
            }
            #expect(body(wrong) == body(unknown))
        }
    }

    @Test("If too many people are signing in, the page says so and when to try again")
    func busy() async throws {
        let scene = try await SignInScene(waiting: 0)
        try await scene.test { browser in
            let answer = try await browser.submit()
            #expect(answer.status == 503 && answer.headers[.retryAfter] == "5")
            #expect(
                String(decoding: answer.body, as: UTF8.self).contains(
                    "Too many people are signing in right now. Try again in a few seconds."))
        }
    }

    @Test(
        "After five wrong passwords the right one must wait too, for known and unknown addresses",
        arguments: ["ada@example.org", "eve@example.org"])
    func tooManyAttempts(email: String) async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            for _ in 1...5 { #expect(try await browser.submit(email: email, password: "wrong").status == 401) }
            let sixth = try await browser.submit(email: email.uppercased())
            #expect(sixth.status == 429)
            #expect(sixth.headers[.retryAfter] != nil)
            scene.fixture.clock.advance(15 * 60 + 1)
            let later = try await browser.submit(email: email)
            #expect(later.status == (email == "ada@example.org" ? 303 : 401))
        }
    }

    @Test(
        "A loopback redirect may use any port, but must match otherwise",
        arguments: [
            ("http://127.0.0.1:51004/done", true), ("http://127.0.0.1/done", true),
            ("http://127.0.0.1:51004/other", false),
            ("http://127.0.0.1.evil.example:51004/done", false), ("http://[::1]:51004/done", false),
            ("https://127.0.0.1:51004/done", false),
        ])
    func loopback(address: String, isAllowed: Bool) async throws {
        let scene = try await SignInScene(redirectURIs: ["http://127.0.0.1/done"])
        try await scene.test { browser in
            let page = try await browser.page(["redirect_uri": address])
            #expect((page.status == 200) == isAllowed && [200, 400].contains(page.status))
        }
    }

    @Test(
        "Only addresses that an app can own can be registered",
        arguments: [
            "javascript:alert(1)", "http://example.org/done", "https://", "myapp://done", "https://a.example/#x",
            "https://user@a.example/", "done", "data:text/html,x",
        ])
    func registration(address: String) async throws {
        let fixture = try await ServiceFixture()
        await #expect(throws: OAuthApplicationError.self) {
            try await fixture.service.authorizations.register(
                name: "App", redirectURIs: [address], isConfidential: false, at: Moment.start)
        }
    }
}
