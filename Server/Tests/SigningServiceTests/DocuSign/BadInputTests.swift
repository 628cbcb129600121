import Foundation
import HTTPTypes
import Testing

@testable import SigningService

/// What is no envelope is refused with one sentence that names the thing, and leaves nothing behind.
@Suite("Bad input")
struct BadInputTests {
    private func refusal(
        _ status: Int, _ code: String, containing words: String,
        _ change: @Sendable (inout [String: Any]) throws -> Void
    ) async throws {
        let fixture = try await ServiceFixture()
        var request = try SampleEnvelope.request()
        try change(&request)
        let body = try JSONSerialization.data(withJSONObject: request)
        try await fixture.test { client in
            let answer = try await client.api(.post, "/envelopes", JSONSerialization.jsonObject(with: body))
            answer.expectRefusal(status, code, containing: words)
        }
        try await fixture.expectNothingStored()
    }

    private func refusal(of pdf: Data, _ code: String, containing words: String) async throws {
        try await refusal(400, code, containing: words) { $0 = try SampleEnvelope.request(pdf: pdf) }
    }

    @Test("A file that is not a PDF is refused")
    func notPDF() async throws {
        try await refusal(
            of: Data("Dear Sir".utf8), "UNABLE_TO_LOAD_DOCUMENT", containing: "Document 1: The file is neither a PDF")
    }

    @Test("A damaged PDF is refused")
    func damagedPDF() async throws {
        try await refusal(of: OddPDF.damaged, "UNABLE_TO_LOAD_DOCUMENT", containing: "Document 1: ")
    }

    @Test("An encrypted PDF is refused")
    func encryptedPDF() async throws {
        try await refusal(of: OddPDF.encrypted, "UNSUPPORTED_PDF_CONTENT", containing: "encrypted")
    }

    @Test("A PDF without pages is refused")
    func noPages() async throws {
        try await refusal(of: OddPDF.withoutPages, "UNABLE_TO_LOAD_DOCUMENT", containing: "no pages")
    }

    @Test("A PDF of more than 2,000 pages is refused")
    func tooManyPages() async throws {
        try await refusal(of: SampleEnvelope.pdf(pages: 2001), "UNSUPPORTED_PDF_CONTENT", containing: "2001 pages")
    }

    @Test("Invalid base64 is refused")
    func invalidBase64() async throws {
        try await refusal(400, "UNABLE_TO_LOAD_DOCUMENT", containing: "document 1 is not base64") {
            $0["documents"] = [["documentId": "1", "name": "a.pdf", "documentBase64": "&&&"]]
        }
    }

    @Test("A document without content is refused")
    func noContent() async throws {
        try await refusal(400, "NO_DOCUMENT_RECEIVED", containing: "Document 1") {
            $0["documents"] = [["documentId": "1", "name": "a.pdf"]]
        }
    }

    @Test("A refusal names every error in a request")
    func everyError() async throws {
        try await refusal(400, "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT", containing: "“nowhere”") {
            let signer: [String: Any] = [
                "recipientId": "1", "name": "Bo", "email": "nowhere",
                "tabs": ["signHereTabs": [["documentId": "9", "pageNumber": "1", "xPosition": "1", "yPosition": "1"]]],
            ]
            $0["recipients"] = ["signers": [signer]]
        }
        try await refusal(400, "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT", containing: "document 9") {
            let signer: [String: Any] = [
                "recipientId": "1", "name": "Bo", "email": "nowhere",
                "tabs": ["signHereTabs": [["documentId": "9", "pageNumber": "1", "xPosition": "1", "yPosition": "1"]]],
            ]
            $0["recipients"] = ["signers": [signer]]
        }
    }

    @Test("A name and a text that the document's fields cannot show are refused")
    func unsupportedText() async throws {
        for (tabs, words) in [
            (["fullNameTabs": [Self.tab]], "the name of recipient 1"),
            (["textTabs": [Self.tab.merging(["value": "𱍐", "locked": "true"]) { $1 }]], "cannot show its value"),
        ] {
            try await refusal(400, "INVALID_REQUEST_PARAMETER", containing: words) {
                $0["recipients"] = Self.recipients(tabs)
            }
            try await refusal(400, "INVALID_REQUEST_PARAMETER", containing: "𱍐") {
                $0["recipients"] = Self.recipients(tabs)
            }
        }
    }

    @Test("A draft whose fields cannot show a name is saved but not sent")
    func draftText() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope {
                $0["status"] = "created"
                $0["recipients"] = Self.recipients(["fullNameTabs": [Self.tab]])
            }
            try await client.api(.put, "/envelopes/\(id)", ["status": "sent"])
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "the name of recipient 1")
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "created")
        }
    }

    private static let tab = [
        "documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "100", "width": "120", "height": "20",
        "tabLabel": "Field",
    ]

    private static func recipients(_ tabs: [String: [[String: String]]]) -> [String: Any] {
        let signer: [String: Any] = [
            "recipientId": "1", "name": "Bo 𱍐", "email": "bo@example.org", "clientUserId": "u-1", "tabs": tabs,
        ]
        return ["signers": [signer]]
    }

    @Test("JSON of the wrong shape is refused")
    func wrongShape() async throws {
        try await refusal(400, "INVALID_REQUEST_BODY", containing: "documents") { $0["documents"] = "one" }
    }

    @Test("A body that is not a JSON object is refused", arguments: ["", "{", "[1]", "\u{FEFF}nonsense"])
    func noObject(text: String) async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let answer = try await client.send(
                .post, "/restapi/v2.1/accounts/\(client.account)/envelopes", Data(text.utf8),
                headers: [.authorization: "Bearer \(client.token)", .contentType: "application/json"])
            answer.expectRefusal(400, "INVALID_REQUEST_BODY", containing: "The request's body")
        }
        try await fixture.expectNothingStored()
    }

    @Test("A body of another media type is refused")
    func mediaType() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let answer = try await client.send(
                .post, "/restapi/v2.1/accounts/\(client.account)/envelopes", Data("<a/>".utf8),
                headers: [.authorization: "Bearer \(client.token)", .contentType: "text/xml"])
            answer.expectRefusal(415, "INVALID_REQUEST_BODY", containing: "text/xml")
        }
    }

    @Test("A body over the limit is refused, with and without a declared length")
    func bodyLimit() async throws {
        let fixture = try await ServiceFixture { $0.envelopes.requestLimit = 1024 }
        try await fixture.test { client in
            let path = "/restapi/v2.1/accounts/\(client.account)/envelopes"
            let headers: HTTPFields = [.authorization: "Bearer \(client.token)", .contentType: "application/json"]
            let answer = try await client.send(.post, path, Data(repeating: 0x20, count: 1025), headers: headers)
            answer.expectRefusal(413, "INVALID_REQUEST_BODY", containing: "1024 bytes")
            #expect(answer.headers[.connection] == "close")
            let small = try await client.send(.post, path, Data(repeating: 0x20, count: 1024), headers: headers)
            #expect(small.status == 400)
        }
        try await fixture.expectNothingStored()
    }

    @Test("An unknown account, a foreign account and a missing token are refused")
    func foreignAccount() async throws {
        let fixture = try await ServiceFixture()
        let other = try await fixture.service.accounts.create(
            name: "Other", email: "other@example.org", at: Moment.start)
        try await fixture.test { client in
            let id = try await client.envelope()
            for account in [UUID().uuidString.lowercased(), other.identity.accountID, "x"] {
                try await client.api(.get, "/envelopes/\(id)", account: account)
                    .expectRefusal(403, "USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT", containing: "another account")
            }
            try await client.api(
                .get, "/envelopes/\(id)", account: other.identity.accountID, token: other.accessToken.text
            ).expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST", containing: id)
            try await client.api(.get, "/envelopes/\(id)", token: "wrong")
                .expectRefusal(401, "AUTHORIZATION_INVALID_TOKEN", containing: "not known")
            try await client.send(.get, "/restapi/v2.1/accounts/\(client.account)/envelopes/\(id)")
                .expectRefusal(401, "USER_AUTHENTICATION_FAILED", containing: "Authorization")
        }
    }

    @Test("An unknown path and an unsupported method are refused")
    func unknownPath() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            try await client.send(.get, "/restapi/v2.1/nothing")
                .expectRefusal(404, "RESOURCE_NOT_FOUND", containing: "/restapi/v2.1/nothing")
            let answer = try await client.api(.delete, "/envelopes")
            answer.expectRefusal(405, "INVALID_REQUEST_PARAMETER", containing: "DELETE")
            #expect(answer.headers[.allow] == "GET, HEAD, POST")
            try await client.api(.trace, "/envelopes")
                .expectRefusal(405, "INVALID_REQUEST_PARAMETER", containing: "TRACE")
            #expect(answer.headers[named: "X-DocuSign-TraceToken"]?.count == 36)
        }
    }

    @Test("Below the hub API's addresses, an unknown path and an unsupported method are refused in the hub's shape")
    func unknownHubPath() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            for path in [
                "/hub", "/hub/nothing", "/hub/auth", "/hub/auth/nothing", "/me/nothing", "/applications/a/users",
                "/applications/a/users/b/c/d/e",
            ] {
                for method in [HTTPRequest.Method.get, .post, .patch] {
                    let answer = try await client.send(method, path)
                    #expect(answer.status == 404 && answer["code"] == "E_NOT_FOUND", "\(method) \(path)")
                    #expect(answer["error"] == "Not Found" && answer["message"] != nil)
                }
            }
            let wrong = try await client.send(.get, "/hub/auth/init")
            #expect(wrong.status == 405 && wrong["code"] == "E_METHOD" && wrong.headers[.allow] == "POST")
            #expect(try await client.send(.get, "/hub/auth/keys").status == 200)
        }
    }

    @Test("An unknown envelope and an unknown document are refused")
    func unknownEnvelope() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let nowhere = UUID().uuidString.lowercased()
            for name in [nowhere, "not-a-guid"] {
                try await client.api(.get, "/envelopes/\(name)")
                    .expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST", containing: name)
            }
            try await client.api(.get, "/envelopes/\(id)/documents/9")
                .expectRefusal(404, "DOCUMENT_DOES_NOT_EXIST", containing: "9")
            try await client.api(.get, "/envelopes/\(id)/documents/certificate")
                .expectRefusal(404, "DOCUMENT_DOES_NOT_EXIST", containing: "certificate")
        }
    }
}
