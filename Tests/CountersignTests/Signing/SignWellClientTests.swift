import Ceremony
import ClientSupport
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// A server that answers SignWell's calls about one document.
private final class DocumentStage: Sendable {
    let calls = Locked<[HTTPCall]>([])
    let status = Locked("sent")
    let refusal = Locked<HTTPReply?>(nil)
    static let signing = "https://sign.example.org/embedded/abc"

    var transport: ScriptedTransport {
        ScriptedTransport { [self] call in
            calls.withLock { $0.append(call) }
            if let refusal = refusal.withLock({ $0 }) { return refusal }
            return .json(document, status: call.method == .post ? 201 : 200)
        }
    }

    var document: String {
        """
        {"id":"2707ac1d","status":"Sent","name":"Lease","decline_message":"Too dear","unknown":[1],
         "recipients":[{"id":"1","name":"Bo","email":"bo@example.org","status":"\(status.withLock { $0 })",
           "embedded_signing_url":"\(Self.signing)","bounced":null}]}
        """
    }

    func client() throws -> SignWellClient {
        var rule = RetryRule(pauses: [])
        rule.wait = { _ in }
        return try SignWellClient(
            server: try #require(URL(string: "https://sign.example.org")), transport: transport,
            allowsPlainHTTP: false, retries: rule
        ) { ["X-Api-Key": "key-1"] }
    }

    static var request: SignWell.DocumentRequest {
        var signature = SignWell.Field(type: .signature, x: 200, y: 550, page: 1, recipientID: "1")
        signature.required = true
        var request = SignWell.DocumentRequest(
            name: "Lease", files: [SignWell.File(name: "lease.pdf", base64: "JVBERi0=")],
            recipients: [SignWell.Recipient(id: "1", name: "Bo", email: "bo@example.org")], fields: [[signature]],
            draft: false)
        request.settings.embeddedSigning = true
        return request
    }
}

@Suite("Documents of SignWell's API")
struct SignWellClientTests {
    @Test("A document is created under /api/v1 with the key in its header")
    func create() async throws {
        let stage = DocumentStage()
        let document = try await stage.client().createDocument(DocumentStage.request)
        #expect(document.recipient("1")?.embeddedSigningURL?.absoluteString == DocumentStage.signing)
        let call = try #require(stage.calls.withLock { $0 }.first)
        #expect(call.url?.absoluteString == "https://sign.example.org/api/v1/documents")
        #expect(call.headers[named: "X-Api-Key"] == "key-1")
        let body = try #require(JSONSerialization.jsonObject(with: call.body) as? [String: Any])
        #expect(body["embedded_signing"] as? Bool == true)
        #expect((body["files"] as? [[String: String]])?.first?["file_base64"] == "JVBERi0=")
        #expect((body["fields"] as? [[[String: Any]]])?.first?.first?["x"] as? Int == 200)
    }

    @Test("The base of the calls may be given with or without /api/v1")
    func base() throws {
        for text in [
            "https://s.example", "https://s.example/", "https://s.example/api/v1", "https://s.example/api/v1/",
        ] {
            let client = try SignWellClient(server: try #require(URL(string: text)), apiKey: "k")
            #expect(client.base.absoluteString == "https://s.example/api/v1")
        }
        #expect(throws: CountersignError.self) {
            try SignWellClient(server: try #require(URL(string: "http://s.example")), apiKey: "k")
        }
        #expect(throws: CountersignError.self) {
            try SignWellClient(server: SignWellClient.signWell, apiKey: "k\r\nX: y")
        }
    }

    @Test("A refusal names every problem with its place")
    func refusal() async throws {
        let stage = DocumentStage()
        let body = #"{"errors":{"files":{"file_1":{"file_url":["It is private."]}},"expires_in":["Too long."]}}"#
        stage.refusal.withLock { $0 = .json(body, status: 422) }
        await #expect(
            throws: CountersignError.refused(
                status: 422, code: nil, message: "expires_in: Too long. files.file_1.file_url: It is private.",
                trace: nil)
        ) { try await stage.client().createDocument(DocumentStage.request) }
        let unauthorized = #"{"message":"No.","meta":{"error":"api_key_unauthorized_error","messages":[]}}"#
        stage.refusal.withLock { $0 = .json(unauthorized, status: 401) }
        await #expect(
            throws: CountersignError.refused(
                status: 401, code: "api_key_unauthorized_error", message: "No.", trace: nil)
        ) { try await stage.client().document("1") }
    }

    @Test(
        "An ending of the page becomes the outcome that the server confirms",
        arguments: [
            (SigningPageEnding.returned(.signingComplete), "completed", Ended.success(.completed(.byServer))),
            (.returned(.signingComplete), "sent", .failure(.signingNotConfirmed(status: "sent", trace: nil))),
            (.returned(.decline), "declined", .success(.declined(reason: "Too dear"))),
            (.returned(.signingComplete), "declined", .success(.declined(reason: "Too dear"))),
            (.cancelled, "viewed", .success(.cancelled)), (.cancelled, "completed", .success(.completed(.byServer))),
            (.failed(reason: "Gone."), "sent", .failure(.signingFailed(reason: "Gone.", trace: nil))),
        ])
    func outcome(_ ending: SigningPageEnding, _ status: String, _ outcome: Ended) async throws {
        let stage = DocumentStage()
        let client = try stage.client()
        let document = try await client.createDocument(DocumentStage.request)
        let presenter = TestPresenter { page in
            guard case .embedded(let page) = page.source else { return .failed(reason: "not embedded") }
            #expect(page.signingURL.absoluteString == DocumentStage.signing)
            stage.status.withLock { $0 = status }
            return ending
        }
        let found = try await ended { try await client.present(document, recipientID: "1", with: presenter) }
        #expect(found == outcome)
        await #expect(throws: CountersignError.recipientNotUnique(found: 0)) {
            try await client.present(document, recipientID: "2", with: presenter)
        }
    }

    @Test("With the address alone, completion is only the page's claim")
    func addressOnly() async throws {
        try await withTestFolder { folder in
            let configuration = try CountersignConfiguration.test(folder, DocumentStage().transport)
            let outcome = try await CountersignClient(configuration).present(
                embeddedSigningURL: try #require(URL(string: DocumentStage.signing)),
                with: TestPresenter { _ in .returned(.signingComplete) })
            #expect(outcome == .completed(.byPageOnly))
        }
    }
}
