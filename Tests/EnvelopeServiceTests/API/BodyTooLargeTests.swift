import EnvelopeService
import Foundation
import Testing

@testable import TestSupport

@Suite("Bodies over the limit")
struct BodyTooLargeTests {
    @Test("The answer names the limit, the option that sets it, and the other way in")
    func answers() async throws {
        let stage = try Stage {
            $0.requestLimit = 1 << 20
            $0.commits.historySize = 1 << 20
            $0.uploads.partSize = 1000
            $0.uploads.totalSize = 2000
        }
        let large = Data(count: 1 << 20 + 1)
        let type: HTTPFields = [.contentType: "application/json"]
        let envelopes = await stage.call(
            .post, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes", large, headers: type)
        envelopes.expectRefusal(413, "INVALID_REQUEST_BODY", containing: "limit of 1 MB, which the operator sets with")
        #expect(envelopes.text.contains("serve --request-limit"))
        #expect(envelopes["message"]?.contains("documents/{documentId}") == true)

        let documents = await stage.call(.post, "/api/v1/documents", large, headers: type)
        #expect(documents.status == 413)
        #expect(documents.text.contains("serve --request-limit") && documents.text.contains("file_url"))

        let hash = String(repeating: "a", count: 64)
        let part = await stage.call(
            .put, "uploads/\(hash)", Data(count: 1001), headers: [.contentRange: "bytes 0-1000/1500"])
        part.expectRefusal(413, "INVALID_REQUEST_BODY", containing: "in smaller parts")
        let whole = await stage.call(
            .put, "uploads/\(hash)", Data(count: 10), headers: [.contentRange: "bytes 0-9/2001"])
        whole.expectRefusal(413, "INVALID_REQUEST_BODY", containing: "serve --upload-limit")

        let history = await stage.call(
            .put, "envelopes/\(UUID().uuidString.lowercased())/history", large, headers: type)
        history.expectRefusal(413, "INVALID_REQUEST_BODY", containing: "serve --history-limit")
    }
}
