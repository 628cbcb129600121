import EnvelopeService
import Envelopes
import Foundation
import Testing

/// Words of the eSignature API that stand where other paths have an id.
@Suite("Words in the place of an id")
struct WordsAsIdsTests {
    private static let account = "/restapi/v2.1/accounts/\(Stage.ada.accountID)"

    private func call(
        _ stage: Stage, _ method: HTTPRequest.Method, _ path: String, _ body: [String: Any] = [:],
        query: [String: String] = [:]
    ) async throws -> HTTPReply {
        await stage.call(
            method, "\(Self.account)/\(path)", try JSONSerialization.data(withJSONObject: body), query: query,
            headers: [.contentType: "application/json"])
    }

    private func draft(_ stage: Stage, _ transaction: String) async throws -> String {
        let answer = try await call(
            stage, .post, "envelopes",
            ["emailSubject": "Lease", "status": "created", "transactionId": transaction])
        return try #require(answer["envelopeId"], "\(answer.text)")
    }

    private func ids(_ answer: HTTPReply) -> Set<String> {
        Set((answer.json["envelopes"] as? [[String: Any]] ?? []).compactMap { $0["envelopeId"] as? String })
    }

    @Test("PUT …/envelopes/status lists the envelopes that its body names, by id or by transaction")
    func statuses() async throws {
        let stage = try Stage()
        var made: [String] = []
        for number in 1...3 { made.append(try await draft(stage, "t\(number)")) }
        for query in [[:], ["envelope_ids": "request_body"]] {
            let named = try await call(
                stage, .put, "envelopes/status", ["envelopeIds": [made[0], made[2]]], query: query)
            #expect(named.status == 200, "\(named.text)")
            #expect(ids(named) == [made[0], made[2]])
        }
        let byTransaction = try await call(
            stage, .put, "envelopes/status", ["transactionIds": ["t2"]],
            query: ["transaction_ids": "request_body"])
        #expect(ids(byTransaction) == [made[1]])
        let foreign = try await call(stage, .put, "envelopes/status", ["envelopeIds": [UUID().uuidString]])
        #expect(foreign.status == 200 && ids(foreign).isEmpty)
        try await call(stage, .put, "envelopes/status")
            .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "envelope_ids")
        try await call(stage, .put, "envelopes/status", ["envelopeIds": ["x"]])
            .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "envelope_ids")
        #expect(try await call(stage, .get, "envelopes/status").status == 405)
    }

    @Test(
        "A call that the service lacks is refused by its name, and not looked for as an id",
        arguments: [
            "envelopes/transfer_rules", "envelopes/transfer_rules/7", "envelopes/locks", "envelopes/cache",
            "envelopes/mobile_notifiers", "templates/auto_match", "connect/secret",
            "connect/secret/7", "envelopes/7/recipients/document_visibility",
        ])
    func unsupported(path: String) async throws {
        let stage = try Stage()
        for method in [HTTPRequest.Method.get, .post, .put, .delete] {
            try await call(stage, method, path)
                .expectRefusal(
                    404, "RESOURCE_NOT_FOUND",
                    containing: "The call \(method) \(Self.account)/\(path) is not supported by this service.")
        }
    }
}
