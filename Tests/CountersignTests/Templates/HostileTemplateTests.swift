import CountersignTesting
import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Templates from a hostile server")
struct HostileTemplateTests {
    private static let id = "99999999-0000-4000-8000-000000000001"

    private func templates(
        answering answer: String, _ body: (Templates, ScriptedTransport) async throws -> Void
    ) async throws {
        try await withTestFolder { folder in
            let transport = ScriptedTransport { $0.isUserInfo ? TestUser.ada.userInfo() : .json(answer) }
            let countersign = try CountersignClient(try CountersignConfiguration.test(folder, transport))
            let session = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await body(try session.templates(), transport)
        }
    }

    private static func page(start: String, total: String) -> String {
        #"{"startPosition":"\#(start)","totalSetSize":"\#(total)","envelopeTemplates":[{"templateId":"\#(id)","name":"T"}]}"#
    }

    @Test(
        "A document's page count is limited, whatever the server says",
        arguments: [
            "-1", "0", "9223372036854775807",
        ])
    func pages(count: String) async throws {
        let template = """
            {"templateId":"\(Self.id)","name":"T","documents":[{"documentId":"1","name":"d","pages":"\(count)"}],
             "recipients":{"signers":[{"recipientId":"1","roleName":"A","routingOrder":"1","tabs":{"signHereTabs":[
                {"documentId":"1","pageNumber":"1","xPosition":"1","yPosition":"1"}]}}]}}
            """
        let node = try JSONDecoder().decode(JSONNode.self, from: Data(template.utf8))
        let outline = TemplateReading(node, .init()).outline
        #expect(outline.count == 1 && (1...2000).contains(outline.first?.pages.count ?? 0))
        try await templates(answering: template) { templates, _ in
            let id = try #require(TemplateID(rawValue: Self.id))
            // The role is nobody's; all that matters is that there is an answer.
            await #expect(throws: CountersignError.self) { try await templates.createEnvelope(from: id, sending: true) }
        }
    }

    @Test("Documents beyond an envelope's limit are ignored and reported")
    func documents() throws {
        let documents = (1...300).map { #"{"documentId":"\#($0)","name":"d"}"# }.joined(separator: ",")
        let node = try JSONDecoder().decode(JSONNode.self, from: Data(#"{"documents":[\#(documents)]}"#.utf8))
        let reading = TemplateReading(node, .init())
        #expect(reading.outline.count == EnvelopeLimits.documents && !reading.obstacles.isEmpty)
    }

    @Test(
        "A search ends if the server's numbers make no progress",
        arguments: [
            ("9223372036854775807", "5"), ("9223372036854775807", "9223372036854775807"), ("-7", "5"), ("0", "5"),
        ])
    func search(start: String, total: String) async throws {
        try await templates(answering: Self.page(start: start, total: total)) { templates, transport in
            let found = try await templates.list(named: "T", matching: .prefix)
            #expect(!found.isEmpty)
            #expect(transport.count(.get, "/templates") <= 2)
        }
    }

    @Test("The start of the next page is computed without overflow")
    func envelopes() throws {
        let text =
            #"{"startPosition":"9223372036854775807","totalSetSize":"9","envelopes":[{"envelopeId":"\#(Self.id)","status":"sent"}]}"#
        #expect(try JSONDecoder().decode(EnvelopeSummary.Page.self, from: Data(text.utf8)).nextStart == nil)
    }
}
