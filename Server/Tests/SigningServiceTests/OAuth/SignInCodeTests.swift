import Envelopes
import Essentials
import Foundation
import HTTPTypes
import IdentityService
import Ledger
import Testing

@testable import SigningService

@Suite("Signing in with a code by mail")
struct SignInCodeTests {
    /// The six digits of the newest message to an address.
    private func code(_ scene: SignInScene, to address: String = "ada@example.org") async throws -> String {
        let stores = scene.fixture.service.envelopes.stores
        var found: String?
        for job in try await stores.jobs.claim(
            100, kinds: [.identityMail], except: [], by: "test", lease: 60, at: Moment.start + 5)
        {
            let message = try CanonicalJSON.value(CodeMessage.self, from: job.payload)
            if message.address == address { found = try message.code(stores.secrets) }
            #expect(message.appName == "Countersign")
            try await stores.jobs.finish(job, adding: [], at: Moment.start + 5)
        }
        return try #require(found)
    }

    /// The code page and the cookie of its browser.
    private struct Asked {
        let page: Answer
        let cookie: String
    }

    private func ask(_ browser: SignInClient, _ email: String = "ada@example.org") async throws -> Asked {
        let page = try await browser.page()
        let cookie = String(try #require(page.headers[.setCookie]).prefix { $0 != ";" })
        let answer = try await browser.submit(
            email: email, password: "", act: "code", forged: ["form": SignInClient.hidden(page)["form"]],
            headers: [.cookie: cookie])
        return Asked(page: answer, cookie: cookie)
    }

    private func enter(
        _ browser: SignInClient, _ asked: Asked, _ code: String, act: String = "confirm", cookie: String? = nil,
        form: String? = nil
    ) async throws -> Answer {
        var fields = SignInClient.hidden(asked.page)
        if let form { fields["form"] = form }
        (fields["code"], fields["act"]) = (code, act)
        return try await browser.client.send(
            .post, "/oauth/auth", Data(SignInClient.encoded(fields).utf8),
            headers: [.cookie: cookie ?? asked.cookie, .contentType: "application/x-www-form-urlencoded"])
    }

    @Test("If several users have an address, a code signs in the one who has the password")
    func severalUsers() async throws {
        let scene = try await SignInScene()
        let (service, clock) = (scene.fixture.service, Moment.start)
        let email = "both@example.org"
        _ = try await service.accounts.create(name: "First", email: email, at: clock)
        let second = try await service.accounts.create(name: "Second", email: email, at: clock + 1)
        try await service.passwords.set(
            SignInScene.password, email: email, userID: second.identity.userID, at: clock + 2)
        try await scene.test { browser in
            let asked = try await ask(browser, email)
            let back = try await enter(browser, asked, try await code(scene, to: email))
            let tokens = try await browser.redeem(try #require(try SignInClient.parameters(back)["code"]))
            let info = try await browser.userInfo(try #require(tokens["access_token"]))
            #expect(info["sub"] == second.identity.userID)
        }
    }

    @Test("A code leads to the application with tokens of the user, and works once")
    func whole() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let asked = try await ask(browser, " ADA@example.org")
            #expect(asked.page.status == 200)
            let code = try await code(scene)
            let back = try await enter(browser, asked, "\(code.prefix(3)) \(code.suffix(3))")
            let parameters = try SignInClient.parameters(back)
            #expect(parameters["state"] == "a b&c=ü")
            _ = try SignInClient.browser(back)
            let tokens = try await browser.redeem(try #require(parameters["code"]))
            #expect(tokens.status == 200)
            #expect(try await enter(browser, asked, code).status == 401)
        }
    }

    @Test("Whoever has no account learns so only after entering the code")
    func stranger() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let asked = try await ask(browser, "eve@example.org")
            let known = try await ask(browser)
            #expect(asked.page.status == 200 && known.page.status == 200)
            let text = String(decoding: asked.page.body, as: UTF8.self)
            #expect(text.contains("eve@example.org") && !text.contains("no account"))
            let refused = try await enter(browser, asked, try await code(scene, to: "eve@example.org"))
            #expect(refused.status == 401)
            #expect(String(decoding: refused.body, as: UTF8.self).contains("There is no account with this address."))
        }
    }

    @Test("Wrong codes are counted and end the sign-in; the right one of another browser does not help")
    func wrong() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let asked = try await ask(browser)
            let code = try await code(scene)
            let elsewhere = try await browser.page()
            let cookie = String(try #require(elsewhere.headers[.setCookie]).prefix { $0 != ";" })
            #expect(try await enter(browser, asked, code, cookie: cookie).status == 403)
            for left in [4, 3, 2, 1] {
                let answer = try await enter(browser, asked, "00000x")
                #expect(answer.status == 401)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(text.contains(left == 1 ? "one try is left" : "\(left) tries are left"))
                #expect(SignInClient.hidden(answer)["challenge"] == SignInClient.hidden(asked.page)["challenge"])
            }
            let locked = try await enter(browser, asked, "00000x")
            #expect(locked.status == 429 && locked.headers[.retryAfter] != nil)
            #expect(try await enter(browser, asked, code).status == 429)
            // Beginning again gives no more tries.
            #expect(try await ask(browser).page.status == 429)
        }
    }

    @Test("A form whose challenge was begun in another browser is refused, even with that browser's own form")
    func stolenChallenge() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let asked = try await ask(browser)
            let code = try await code(scene)
            let page = try await browser.page()
            let cookie = String(try #require(page.headers[.setCookie]).prefix { $0 != ";" })
            let answer = try await enter(
                browser, asked, code, cookie: cookie, form: SignInClient.hidden(page)["form"])
            #expect(answer.status == 401)
            #expect(try await enter(browser, asked, code).status == 303)
        }
    }

    @Test("A text that is no address gets a sentence, and “Use my password” and “Cancel” lead on")
    func ways() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let bad = try await ask(browser, "nobody")
            #expect(bad.page.status == 400)
            #expect(String(decoding: bad.page.body, as: UTF8.self).contains("Enter your e-mail address"))
            let asked = try await ask(browser)
            let password = try await enter(browser, asked, "", act: "password")
            #expect(String(decoding: password.body, as: UTF8.self).contains("value=\"ada@example.org\""))
            let cancelled = try SignInClient.parameters(try await enter(browser, asked, "", act: "cancel"))
            #expect(cancelled["error"] == "access_denied")
        }
    }

    @Test("The operator may keep to passwords")
    func passwordsOnly() async throws {
        let scene = try await SignInScene(codes: false)
        try await scene.test { browser in
            #expect(!String(decoding: try await browser.page().body, as: UTF8.self).contains("Send me a code"))
            let asked = try await ask(browser)
            #expect(asked.page.status == 401)
            #expect(try await enter(browser, asked, "123456").status == 401)
        }
    }

    @Test("The service's own application is not among those that somebody made")
    func hidden() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            _ = try await ask(browser)
            #expect(try await scene.fixture.service.identity.stores.identity.apps().isEmpty)
        }
    }
}
