import EnvelopeService
import Envelopes
import Foundation
import Testing

@Suite("Keys, limits and errors of SignWell's API") struct SignWellFrameTests {
    @Test("Without a key that is known, every call is refused with 401")
    func unauthorized() async throws {
        let scene = try SignWellScene()
        for path in ["me", "documents"] {
            let answer = try await scene.call(.get, path, as: nil)
            #expect(answer.status == 401)
            #expect((answer.json["meta"] as? [String: Any])?["error"] as? String == "api_key_unauthorized_error")
        }
    }

    @Test("The key's owner is told who they are")
    func me() async throws {
        let answer = try await SignWellScene().call(.get, "me")
        #expect(answer.status == 200)
        #expect((answer.json["user"] as? [String: Any])?["email"] as? String == Stage.ada.email)
        #expect((answer.json["account"] as? [String: Any])?["id"] as? String == Stage.ada.accountID)
    }

    @Test("A key's calls are counted, told, and refused over the limit until the minute ends")
    func limit() async throws {
        let scene = try SignWellScene { $0.keyLimits.calls = 2 }
        let remaining = try await [scene.call(.get, "me"), scene.call(.get, "me")].map {
            $0.headers[named: "X-RateLimit-Remaining"]
        }
        #expect(remaining == ["1", "0"])
        let refused = try await scene.call(.get, "me")
        #expect(refused.status == 429)
        #expect(refused.json["error"] is String)
        let wait = try #require(refused.headers[.retryAfter].flatMap(Int.init))
        #expect((1...60).contains(wait))
        #expect(try await scene.call(.get, "me", as: Stage.cy).status == 200)
        scene.stage.clock.advance(TimeInterval(wait))
        #expect(try await scene.call(.get, "me").status == 200)
    }

    @Test("Unknown addresses, methods and ids have the API's shapes")
    func shapes() async throws {
        let scene = try SignWellScene()
        let nowhere = try await scene.call(.get, "nothing/here")
        #expect(nowhere.status == 404)
        #expect((nowhere.json["meta"] as? [String: Any])?["error"] as? String == "record_not_found")
        let wrong = try await scene.call(.delete, "me")
        #expect(wrong.status == 405)
        #expect(wrong.headers[.allow] == "GET, HEAD")
        #expect(wrong.headers[named: "X-Request-Id"]?.isEmpty == false)
        let asked = try await scene.call(.options, "me")
        #expect(asked.status == 405 && asked.json["meta"] is [String: Any])
        #expect(try await scene.call(.options, "nothing/here").status == 404)
        #expect(try await scene.call(.head, "nothing/here").status == 404)
        let headless = try await scene.call(.head, "bulk_sends/validate_csv")
        #expect(headless.status == 405 && headless.headers[.allow] == "POST", "\(headless.headers)")
    }
}
