import EnvelopeService
import Envelopes
import Foundation
import Testing

/// Parameters of a query that a call does not read.
@Suite("Unread query parameters")
struct QueryParameterTests {
    private func envelope(_ stage: Stage) async throws -> (path: String, answer: HTTPReply) {
        let body: [String: Any] = [
            "emailSubject": "Lease", "status": "sent",
            "documents": [
                ["documentId": "1", "name": "lease.pdf", "documentBase64": try Device.pdf().base64EncodedString()]
            ],
            "recipients": [
                "signers": [
                    [
                        "recipientId": "1", "name": "Bo", "email": "bo@example.org",
                        "tabs": [
                            "signHereTabs": [
                                ["documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "300"]
                            ]
                        ],
                    ]
                ]
            ],
        ]
        let all = "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes"
        let answer = await stage.call(
            .post, all, try JSONSerialization.data(withJSONObject: body), query: ["cdse_mode": "x"],
            headers: [.contentType: "application/json"])
        return ("\(all)/\(try #require(answer["envelopeId"], "\(answer.text)"))", answer)
    }

    @Test(
        "A parameter that asks for another document is refused by name",
        arguments: [
            ("encrypt", "true"), ("shared_user_id", "x"),
            ("watermark", "true"), ("show_changes", "true"),
        ])
    func otherDocuments(name: String, value: String) async throws {
        let stage = try Stage()
        let path = try await envelope(stage).path
        await stage.call(.get, "\(path)/documents/1", query: [name: value])
            .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: name)
    }

    @Test("A parameter without effect is listed as ignored, and one with an empty value is not")
    func ignored() async throws {
        let stage = try Stage()
        let (path, answer) = try await envelope(stage)
        #expect(answer.headers[named: "X-Countersign-Ignored"] == "?cdse_mode")
        let warnings = answer.json["warnings"] as? [String]
        #expect(warnings?.count == 1 && warnings?.first?.contains("parameter cdse_mode") == true)
        #expect(answer["envelopeId"] != nil)
        let query = ["certificate": "false", "encrypt": "false", "watermark": "", "language": "fr", "x": "1"]
            .merging(["y": "0", "user_id": "0"]) { $1 }
        let document = await stage.call(.get, "\(path)/documents/1", query: query)
        #expect(document.status == 200 && document.headers[named: "X-Countersign-Ignored"] == "?language, ?user_id, ?x")
        #expect(document.body.starts(with: Data("%PDF".utf8)) && document.body.range(of: Data("warnings".utf8)) == nil)
        let plain = await stage.call(.get, "\(path)/recipients", query: ["include_tabs": "true"])
        #expect(plain.status == 200 && plain.headers[named: "X-Countersign-Ignored"] == nil)
        #expect(!plain.json.keys.contains("warnings"))
        let resent = await stage.call(
            .put, path, Data("{}".utf8), query: ["resend_envelope": "true"],
            headers: [.contentType: "application/json"])
        #expect(resent.status == 200 && resent.headers[named: "X-Countersign-Ignored"] == nil)
    }
}
