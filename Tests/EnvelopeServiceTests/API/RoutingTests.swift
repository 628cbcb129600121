import EnvelopeService
import Foundation
import Testing

@Suite("Calls without an HTTP server")
struct RoutingTests {
    @Test("Our server identifies itself, and a server without own calls refuses them")
    func greeting() async throws {
        let ours = await (try Stage()).call(.get, "/countersign/v1", as: nil)
        #expect(ours.status == 200 && ours["service"] == "countersign" && ours.json["version"] as? Int == 1)
        let other = try Stage { $0.answersOwnCalls = false }
        await other.call(.get, "/countersign/v1", as: nil).expectRefusal(404, "RESOURCE_NOT_FOUND")
        await other.call(.get, "uploads/x").expectRefusal(404, "RESOURCE_NOT_FOUND")
        #expect(await other.call(.get, "/oauth/userinfo").status == 200)
    }

    @Test("A wrong method gets 405 with the allowed ones, an unknown path 404, and every answer a trace")
    func methods() async throws {
        let stage = try Stage()
        let answer = await stage.call(.delete, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes")
        answer.expectRefusal(405, "INVALID_REQUEST_PARAMETER", containing: "GET, HEAD, POST")
        #expect(answer.headers[.allow] == "GET, HEAD, POST")
        #expect(answer.headers[named: "X-DocuSign-TraceToken"]?.isEmpty == false)
        await stage.call(.get, "/nowhere").expectRefusal(404, "RESOURCE_NOT_FOUND", containing: "/nowhere")
        let head = await stage.call(.head, "/oauth/userinfo")
        #expect(head.status == 200 && head.body.isEmpty && head.headers[.contentLength] != "0")
    }

    @Test("A call without a token of the account is refused")
    func tokens() async throws {
        let stage = try Stage()
        let path = "/countersign/v1/accounts/\(Stage.ada.accountID)/envelopes/x/history"
        let none = await stage.call(.get, path, as: nil)
        none.expectRefusal(401, "USER_AUTHENTICATION_FAILED")
        #expect(none.headers[.wwwAuthenticate] == "Bearer")
        await stage.call(.get, path, headers: [.authorization: "Bearer nobody"], as: nil)
            .expectRefusal(401, "AUTHORIZATION_INVALID_TOKEN")
        await stage.call(.get, path, as: Stage.eve).expectRefusal(403, "USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT")
        await stage.call(.get, path).expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST")
    }
}
