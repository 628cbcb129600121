import ClientSupport
import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Envelopes at the server")
struct EnvelopeCallsTests {
    private let id = EnvelopeID(UUID())

    private func api(_ answer: @escaping @Sendable (HTTPCall) async throws -> HTTPReply) throws -> (
        APIClient, ScriptedTransport
    ) {
        let transport = ScriptedTransport(answer)
        let client = APIClient(
            server: try ServerAddress(try #require(URL(string: "https://sign.example.org"))), accountID: "a",
            transport: transport, tokens: SessionTokens(.fixed("t")), life: SessionLife(), timeout: 30,
            retries: RetryRule(pauses: []), log: ClientLog(level: .off, write: { _, _ in }))
        return (client, transport)
    }

    @Test("A list sends its filter, and counts are read as strings or numbers")
    func list() async throws {
        let (api, server) = try api { [id] _ in
            .json(
                """
                {"resultSetSize":"1","totalSetSize":9,"startPosition":"2","endPosition":"2","nextUri":"/x","envelopes":[
                {"envelopeId":"\(id.rawValue.uppercased())","status":"Completed","emailSubject":"Lease",
                 "statusChangedDateTime":"2026-11-21T09:15:00.0000000Z","sender":{"userName":"Ada","email":"a@x.org"}}]}
                """)
        }
        let page = try await api.envelopes(
            EnvelopeSummary.Filter(
                changedFrom: Date(timeIntervalSince1970: 0), statuses: [.sent, .completed], start: 2, count: 1))
        #expect(page.total == 9 && page.start == 2 && page.nextStart == 3)
        let envelope = try #require(page.envelopes.first)
        #expect(envelope.id == id && envelope.status == .completed && envelope.statusText == "completed")
        #expect(envelope.subject == "Lease" && envelope.senderName == "Ada" && envelope.senderEmail == "a@x.org")
        #expect(envelope.statusChangedAt == Date(timeIntervalSince1970: 1_795_252_500))
        let query = URLComponents(url: try #require(server.calls.first?.url), resolvingAgainstBaseURL: true)?.queryItems
        let items = Dictionary((query ?? []).map { ($0.name, $0.value) }) { first, _ in first }
        #expect(items["from_date"] == "1970-01-01T00:00:00.0000000Z")
        #expect(items["status"] == "completed,sent" && items["start_position"] == "2" && items["count"] == "1")
    }

    @Test("An unknown status is kept as text")
    func unknownStatus() async throws {
        let (api, _) = try api { [id] _ in .json(#"{"envelopeId":"\#(id)","status":"timedout"}"#) }
        let envelope = try await api.envelope(id)
        #expect(envelope.status == nil && envelope.statusText == "timedout")
    }

    @Test("Voiding sends the reason")
    func void() async throws {
        let (api, server) = try api { [id] _ in .json(#"{"envelopeId":"\#(id)"}"#) }
        try await api.void(id, reason: "wrong unit")
        let call = try #require(server.calls.first)
        #expect(call.method == .put)
        #expect(
            try JSONDecoder().decode([String: String].self, from: call.body)
                == ["status": "voided", "voidedReason": "wrong unit"])
    }

    @Test(
        "Documents are downloaded as PDFs",
        arguments: [
            (EnvelopeFile.Selection.combined(withCertificate: true), "combined?certificate=true"),
            (.combined(withCertificate: false), "combined?certificate=false"), (.document(id: "2"), "2"),
            (.certificate, "certificate"),
        ])
    func download(_ what: EnvelopeFile.Selection, _ path: String) async throws {
        let (api, server) = try api { _ in HTTPReply(status: 200, body: Data("%PDF-1.7 …".utf8)) }
        let bytes = try await api.download(what, of: id)
        #expect(bytes.starts(with: Data("%PDF-".utf8)))
        #expect(server.calls.first?.url?.absoluteString.hasSuffix("/envelopes/\(id)/documents/\(path)") == true)
    }

    @Test("A proxy's page in place of a document is refused")
    func noPDF() async throws {
        let (api, _) = try api { _ in HTTPReply(status: 200, body: Data("<html>Sign in to the hotel</html>".utf8)) }
        await #expect(throws: CountersignError.unreadableAnswer(what: "the document is not a PDF", trace: nil)) {
            try await api.download(.certificate, of: id)
        }
    }

    @Test("Recipients of every kind are parsed")
    func recipients() async throws {
        let (api, _) = try api { _ in
            .json(
                """
                {"signers":[{"recipientId":"1","name":"Bo","email":"bo@x.org","routingOrder":"2","status":"Completed",
                "accessCode":"1234","signedDateTime":"2026-11-21T09:18:00.0000000Z"}],
                "certifiedDeliveries":[{"recipientId":"2","name":"Cy","email":"cy@x.org","status":"delivered"}],
                "seals":[],"recipientCount":"2","currentRoutingOrder":"2"}
                """)
        }
        let found = try await api.recipients(of: id)
        #expect(found.map(\.kind) == [.signer, .certifiedDelivery])
        #expect(found[0].hasFinished && found[0].routingOrder == 2 && found[0].signedAt != nil)
        #expect(!found[1].hasFinished)
    }

    @Test("Documents are listed with the certificate")
    func files() async throws {
        let (api, _) = try api { _ in
            .json(
                """
                {"envelopeDocuments":[{"documentId":"1","name":"lease.pdf","type":"content","order":"1","sizeBytes":"99"},
                {"documentId":"certificate","name":"Summary","type":"summary","order":"999"}]}
                """)
        }
        let files = try await api.files(of: id)
        #expect(files.map(\.isCertificate) == [false, true])
        #expect(files[0].size == 99 && files[1].size == nil)
    }
}
