import Essentials
import Foundation
import RowndDialect
import ServiceCalls
import Testing
import Words

@testable import IdentityService

@Suite("Signing in by e-mail")
struct EmailSignInTests {
    @Test("A code signs in, makes the user once, and works once")
    func code() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin()
        let message = try #require(try await stage.message(to: "ada@example.org"))
        #expect(message.code.count == 6 && message.code.allSatisfy { ("0"..."9").contains($0) })
        #expect(try await stage.status(id)["status"] == "pending")
        // A text that a careless comparison would end at the zero byte is not even looked at.
        let longer = try await stage.complete(id, message.code + "\0")
        longer.expectRefusal(400, "E_REQUEST")
        #expect(longer["message"]?.string?.contains("control character") == true)
        #expect(try await stage.complete(id, message.code)["result"] == "success")
        try await stage.complete(id, message.code).expectRefusal(400, "E_CHALLENGE")
        let answer = try await stage.status(id)
        #expect(answer["status"] == "verified" && answer["user_type"] == "new_user")
        #expect(answer["app_id"]?.string == stage.app.appId && answer["app_user_id"]?.string == answer.user)
        try await stage.status(id).expectRefusal(400, "E_CHALLENGE")
        let again = try await stage.signIn("ADA@example.org")
        #expect(again["user_type"] == "existing_user" && again.user == answer.user)
        let profile = try await stage.call(.get, stage.data, token: again.access)
        #expect(profile["data"]?["email"] == "ada@example.org" && profile["auth_level"] == "verified")
    }

    @Test("The message with a code is in the language of the page or the browser that asked for it")
    func language() async throws {
        let stage = try await IdentityStage()
        for (headers, tag) in [
            ([:], "en"), (["Accept-Language": "it, en;q=0.5"], "it"),
            (["Accept-Language": "it", "Countersign-Language": "he"], "he"), (["Accept-Language": "tlh"], "en"),
        ] as [([String: String], String)] {
            let body: JSONValue = ["email": "ada@example.org", "code_challenge": IdentityStage.binding]
            let answer = try await stage.call(.post, "hub/auth/init", body, headers: headers)
            #expect(answer.status == 200)
            let jobs = try await stage.service.stores.jobs.claim(
                9, kinds: [.identityMail], except: [], by: "t", lease: 60, at: stage.clock.now + 1)
            let languages = try jobs.map { try CanonicalJSON.value(CodeMessage.self, from: $0.payload).language }
            #expect(languages == [tag])
        }
    }

    @Test("A dead end of signing in is in the browser's language", arguments: Language.all)
    func deadEnd(_ language: Language) async throws {
        let stage = try await IdentityStage()
        let answer = try await stage.call(
            .get, "hub/auth/magic/none", headers: ["Accept-Language": language.tag])
        let title = try #require(Catalog.of(language).sentence(.signin, "link.overTitle"))
        #expect(answer.status == 404 && answer.text.contains("<h1>\(title)</h1>"), "\(answer.text.prefix(300))")
        #expect(answer.text.contains("<html lang=\"\(language.tag)\""))
    }

    @Test("Five wrong codes lock the sign-in, and the network out of the address, for a while")
    func wrongCodes() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin()
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        for left in [4, 3, 2, 1] {
            let answer = try await stage.complete(id, "00000x")
            answer.expectRefusal(400, "E_CODE")
            #expect(answer["message"]?.string?.contains(left == 1 ? "one try" : "\(left) tries") == true)
        }
        let locked = try await stage.complete(id, "00000x")
        locked.expectRefusal(429, "E_LOCKED")
        #expect(locked.reply.headers[.retryAfter] == "900")
        try await stage.complete(id, code).expectRefusal(429, "E_LOCKED")
        #expect(try await stage.status(id)["status"] == "pending")
        let body: JSONValue = ["email": "ada@example.org"]
        try await stage.call(.post, "hub/auth/init", body).expectRefusal(429, "E_TOO_MANY")
        try await stage.call(.post, "hub/auth/challenge_resend", ["challenge_id": .string(id)])
            .expectRefusal(400, "E_CHALLENGE")
        // The person themselves, elsewhere, is not locked out.
        #expect(try await stage.call(.post, "hub/auth/init", body, from: "198.51.100.7").status == 200)
        stage.clock.advance(901)
        #expect(try await stage.signIn().status == 200)
    }

    @Test(
        "Another spelling of an address neither lifts its lock nor sends its user's code to another mailbox",
        arguments: ["ADA.KING@example.org", "ada.king@EXAMPLE.org", "ada.\u{212A}ing@example.org"])
    func spelling(typed: String) async throws {
        let stage = try await IdentityStage()
        let user = try await stage.signIn("ada.king@example.org").user
        let id = try await stage.begin(typed)
        let code = try #require(try await stage.message(to: "ada.king@example.org")).code
        #expect(try await stage.complete(id, code).status == 200)
        #expect(try await stage.status(id).user == user)
        let guessed = try await stage.begin("ada.king@example.org")
        for _ in 1...5 { _ = try await stage.complete(guessed, "00000x") }
        try await stage.call(.post, "hub/auth/init", ["email": .string(typed)]).expectRefusal(429, "E_TOO_MANY")
    }

    @Test("Neither a new code, nor another sign-in, nor several at once give more than five tries")
    func triesInAll() async throws {
        let stage = try await IdentityStage(changing: { $0.codesPerAddress = 20 })
        let (first, second) = (try await stage.begin(), try await stage.begin())
        for id in [first, second] { try await stage.complete(id, "00000x").expectRefusal(400, "E_CODE") }
        let resent = try await stage.call(
            .post, "hub/auth/challenge_resend",
            ["challenge_id": .string(first), "code_verifier": .string(IdentityStage.verifier)])
        #expect(resent.status == 200, "\(resent.text)")
        try await stage.complete(first, "00000x").expectRefusal(400, "E_CODE")
        let third = try await stage.begin()
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        try await stage.complete(third, "00000x").expectRefusal(400, "E_CODE")
        try await stage.complete(third, "00000x").expectRefusal(429, "E_LOCKED")
        for id in [first, second, third] { try await stage.complete(id, code).expectRefusal(429, "E_LOCKED") }
        try await stage.call(.post, "hub/auth/init", ["email": "ada@example.org"]).expectRefusal(429, "E_TOO_MANY")
        // Another person's sign-in and another network are not touched.
        #expect(try await stage.signIn("bo@example.org").status == 200)
        let elsewhere = try await stage.begin(from: "198.51.100.7")
        let fresh = try #require(try await stage.message(to: "ada@example.org")).code
        #expect(try await stage.complete(elsewhere, fresh, from: "198.51.100.7").status == 200)
    }

    @Test("Where a proxy hides who asks, nobody's attempts count for everybody")
    func hiddenNetworks() async throws {
        for knows in [true, false] {
            let stage = try await IdentityStage {
                $0.attemptsPerNetwork = 2
                $0.knowsNetworks = knows
            }
            for number in 1...2 { _ = try await stage.begin("p\(number)@example.org") }
            let answer = try await stage.call(.post, "hub/auth/init", ["email": "p3@example.org"])
            #expect(answer.status == (knows ? 429 : 200), "\(answer.text)")
        }
    }

    @Test("A code ends after a quarter of an hour")
    func expiry() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin()
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        stage.clock.advance(900)
        try await stage.complete(id, code).expectRefusal(400, "E_CHALLENGE")
        try await stage.service.removeExpired()
        try await stage.status(id).expectRefusal(400, "E_CHALLENGE")
    }

    @Test("Only who asked can use a code: another verifier, another sign-in and another application are refused")
    func binding() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin()
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        let other = try await stage.begin("bo@example.org")
        try await stage.complete(id, code, verifier: "another").expectRefusal(400, "E_CHALLENGE")
        try await stage.complete(other, code).expectRefusal(400, "E_CODE")
        let body: JSONValue = [
            "challenge_id": .string(id), "token": .string(code), "code_verifier": .string(IdentityStage.verifier),
        ]
        try await stage.call(.post, "hub/auth/complete", body, as: stage.other).expectRefusal(400, "E_CHALLENGE")
        #expect(try await stage.complete(id, code).status == 200)
        try await stage.status(id, verifier: "another").expectRefusal(400, "E_CHALLENGE")
        #expect(try await stage.status(id).access.isEmpty == false)
    }

    @Test("Without a verifier, the code works and the link does not")
    func withoutVerifier() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin(with: ["code_challenge": .null])
        let message = try #require(try await stage.message(to: "ada@example.org"))
        #expect(message.link == nil)
        let answer = try await stage.call(
            .post, "hub/auth/complete", ["challenge_id": .string(id), "token": .string(message.code)])
        #expect(answer.status == 200)
    }

    @Test("A new code ends the old one")
    func resend() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin()
        let old = try #require(try await stage.message(to: "ada@example.org")).code
        #expect(try await stage.call(.post, "hub/auth/challenge_resend", ["challenge_id": .string(id)]).status == 200)
        let new = try #require(try await stage.message(to: "ada@example.org")).code
        if old != new { try await stage.complete(id, old).expectRefusal(400, "E_CODE") }
        #expect(try await stage.complete(id, new).status == 200)
    }

    @Test("A network gets five codes for an address in a quarter of an hour, all get twenty, and attempts are limited")
    func limits() async throws {
        let stage = try await IdentityStage { $0.attemptsPerNetwork = 60 }
        for _ in 1...5 { _ = try await stage.begin(from: "192.0.2.1") }
        for _ in 1...5 {
            try await stage.call(.post, "hub/auth/init", ["email": "ada@example.org"], from: "192.0.2.1")
                .expectRefusal(429, "E_TOO_MANY")
        }
        // The person gets theirs all the same.
        for number in 2...16 { _ = try await stage.begin(from: "192.0.2.\(number)") }
        let answer = try await stage.call(
            .post, "hub/auth/init", ["email": "Ada@example.org"], from: "192.0.2.99")
        answer.expectRefusal(429, "E_TOO_MANY")
        #expect(Int(answer.reply.headers[.retryAfter] ?? "").map { (1...900).contains($0) } == true)
        for number in 1...60 {
            let answer = try await stage.call(
                .post, "hub/auth/init", ["email": .string("p\(number)@example.org")], from: "2001:db8::\(number)")
            #expect(answer.status == 200)
        }
        try await stage.call(.post, "hub/auth/init", ["email": "last@example.org"], from: "2001:db8::ffff")
            .expectRefusal(429, "E_TOO_MANY")
        // Guesses at sign-ins that nobody began count as well.
        try await stage.call(
            .post, "hub/auth/complete", ["challenge_id": "x", "token": "123456"], from: "2001:db8::ffff"
        ).expectRefusal(429, "E_TOO_MANY")
    }

    @Test("The answer to an address does not tell whether it has a user")
    func enumeration() async throws {
        let stage = try await IdentityStage(AppSettings(explicitSignUp: true))
        _ = try await stage.call(
            .put, "applications/\(stage.app.appId)/users/__default__/data", ["data": ["email": "ada@example.org"]],
            secret: true)
        for intent in ["sign_in", "sign_up"] {
            for email in ["ada@example.org", "nobody@example.org"] {
                let answer = try await stage.call(
                    .post, "hub/auth/init", ["email": .string(email), "intent": .string(intent)])
                #expect(answer.status == 200 && answer["user_type"] == nil && answer["message"] != nil)
                #expect(
                    Set(try JSONDecoder().decode([String: JSONValue].self, from: answer.reply.body).keys)
                        == ["challenge_id", "message"])
            }
        }
    }

    @Test("With signing up as a step of its own, a sign-in makes no user, and says so once the address is proven")
    func explicitSignUp() async throws {
        let stage = try await IdentityStage(AppSettings(explicitSignUp: true))
        let id = try await stage.begin(with: ["intent": "sign_in"])
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        _ = try await stage.complete(id, code)
        try await stage.status(id).expectRefusal(400, "E_SIGN_IN_USER_NOT_FOUND")
        let up = try await stage.begin(with: ["intent": "sign_up"])
        _ = try await stage.complete(up, try #require(try await stage.message(to: "ada@example.org")).code)
        #expect(try await stage.status(up)["user_type"] == "new_user")
    }

    @Test("A sign-in may lead only where the application allows")
    func redirects() async throws {
        let stage = try await IdentityStage(
            AppSettings(origins: ["https://shop.example"], redirects: ["https://app.example/done", "myshop://"]))
        for address in [
            "https://shop.example/cart?x=1", "https://app.example/done", "https://app.example/done/2", "myshop://home",
            "NATIVE_APP",
        ] {
            _ = try await stage.begin("p\(address.count)@example.org", with: ["return_url": .string(address)])
        }
        for address in [
            "https://evil.example/", "https://shop.example@evil.example/", "https://shop.example.evil.example/",
            "//evil.example", "https:/\\evil.example", "javascript:alert(1)", "https://app.example/done2",
            "https://app.example/done/../x", "https://app.example/done/%2e%2E/x", "https://app.example/done/..",
            "http://shop.example/", "https://shop.example:444/", "myshop:x",
            "https://shop.example\\.evil.example", "data:text/html,x", " https://shop.example/", "https://app.example/",
        ] {
            try await stage.call(
                .post, "hub/auth/init", ["email": "ada@example.org", "return_url": .string(address)]
            ).expectRefusal(400, "E_REDIRECT")
        }
    }

    @Test(
        "A bad request gets one sentence that names the member",
        arguments: [
            (["email": "nobody"], "nobody"), (["email": 7], "email"), ([:], "email"),
            (["email": "a@example.org", "intent": "x"], "intent"), (["phone": "+41790000000"], "text messages"),
            (["email": "a@example.org", "code_challenge": "x", "code_challenge_method": "plain"], "code_challenge"),
            (["is_anonymous": "yes"], "is_anonymous"),
        ] as [(JSONValue, String)])
    func badRequests(body: JSONValue, named: String) async throws {
        let stage = try await IdentityStage()
        let answer = try await stage.call(.post, "hub/auth/init", body)
        #expect(answer.status == 400 && answer["message"]?.string?.contains(named) == true, "\(answer.text)")
    }

    @Test("A disabled user cannot sign in")
    func disabled() async throws {
        let stage = try await IdentityStage()
        let user = try await stage.signIn().user
        let path = "applications/\(stage.app.appId)/users/\(user)/state"
        #expect(try await stage.call(.post, path, ["state": "disabled"], secret: true)["state"] == "disabled")
        let id = try await stage.begin()
        _ = try await stage.complete(id, try #require(try await stage.message(to: "ada@example.org")).code)
        try await stage.status(id).expectRefusal(403, "E_USER_DISABLED")
    }
}

@Suite("Sign-in links")
struct SignInLinkTests {
    private static let app = ["x-rownd-magic-allow-exp": "true", "x-countersign-code-verifier": IdentityStage.verifier]

    @Test("A link signs in in the app that asked, once")
    func inTheApp() async throws {
        let stage = try await IdentityStage()
        _ = try await stage.begin()
        let link = "hub/auth/magic/" + (try #require(try await stage.message(to: "ada@example.org")?.link))
        var other = Self.app
        other["x-countersign-code-verifier"] = "another"
        try await stage.call(.get, link, headers: other).expectRefusal(401, "E_LINK")
        try await stage.call(.get, link, as: stage.other, headers: Self.app).expectRefusal(401, "E_LINK")
        let answer = try await stage.call(.get, link, headers: Self.app)
        #expect(answer.status == 200 && answer["user_type"] == "new_user")
        try await stage.call(.get, link, headers: Self.app).expectRefusal(401, "E_LINK")
    }

    @Test("A link leads on to where its beginning said")
    func redirect() async throws {
        let stage = try await IdentityStage(AppSettings(redirects: ["com.example.shop://"]))
        for (address, expected) in [("com.example.shop://cart", "com.example.shop://cart"), (nil, nil)] {
            _ = try await stage.begin(with: address.map { ["return_url": .string($0)] } ?? [:])
            let link = "hub/auth/magic/" + (try #require(try await stage.message(to: "ada@example.org")?.link))
            let answer = try await stage.call(.get, link, headers: Self.app)
            #expect(answer.status == 200 && answer["redirect_url"]?.string == expected, "\(answer.text)")
        }
    }

    @Test("A program that looks at a link does not use it up, and a browser gets the sign-in page")
    func scanner() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.begin()
        let link = try #require(try await stage.message(to: "ada@example.org")?.link)
        for _ in 1...3 {
            let answer = try await stage.call(.get, "hub/auth/magic/\(link)")
            #expect(answer.status == 303)
            let place = try #require(answer.reply.headers[.location])
            #expect(place == "https://sign.example.org/web_app?app_key=\(stage.app.appKey)#link=\(link)")
        }
        #expect(try await stage.call(.head, "hub/auth/magic/\(link)").status == 405)
        // The page goes on in the browser that asked.
        try await stage.complete(id, link, verifier: "another").expectRefusal(400, "E_CHALLENGE")
        #expect(try await stage.complete(id, link)["result"] == "success")
        #expect(try await stage.status(id).access.isEmpty == false)
        #expect(try await stage.call(.get, "hub/auth/magic/nothing").status == 404)
    }
}
