import Envelopes
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Messages of Connect") struct ConnectMessageTests {
    private let document = Data("%PDF-1.7 signed".utf8)

    private func message(
        _ parts: [ConnectNotification.Part], event: ConnectEvent = ConnectEvent(.envelopeCompleted), retry: Int = 0
    ) throws -> Data {
        try Wire.ConnectMessage(
            event, of: Samples.completed().envelope, at: Samples.start, including: parts,
            documents: ["1": document, "certificate": Data("c".utf8)], configurationID: 12, retryCount: retry
        ).bytes()
    }

    private func object(_ bytes: Data) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    @Test("A message has the members of the JSON SIM format")
    func members() throws {
        let found = try object(message([.customFields, .documents, .recipients, .tabs]))
        let envelope = try Samples.completed().envelope
        #expect(
            Set(found.keys) == [
                "event", "apiVersion", "uri", "retryCount", "configurationId", "generatedDateTime", "data",
            ])
        #expect(found["event"] as? String == "envelope-completed" && found["apiVersion"] as? String == "v2.1")
        #expect(found["uri"] as? String == "/restapi/v2.1/accounts/\(envelope.accountID)/envelopes/\(envelope.id)")
        #expect(found["retryCount"] as? Int == 0 && found["configurationId"] as? Int == 12)
        #expect(found["generatedDateTime"] as? String == WireDate.text(Samples.start))
        let data = try #require(found["data"] as? [String: Any])
        #expect(Set(data.keys) == ["accountId", "userId", "envelopeId", "envelopeSummary"])
        let summary = try #require(data["envelopeSummary"] as? [String: Any])
        #expect(summary["status"] as? String == "completed")
        #expect(summary["recipients"] != nil && summary["customFields"] != nil && summary["sender"] != nil)
        let documents = try #require(summary["envelopeDocuments"] as? [[String: Any]])
        #expect(documents.map { $0["PDFBytes"] as? String } == [document.base64EncodedString(), "Yw=="])
        let text = String(decoding: try message([.tabs]), as: UTF8.self)
        #expect(text.contains("signHereTabs"))
    }

    @Test("A message omits parts that were not requested, and names the event's recipient")
    func parts() throws {
        let found = try object(message([], event: ConnectEvent(.recipientCompleted, "1")))
        let data = try #require(found["data"] as? [String: Any])
        #expect(data["recipientId"] as? String == "1")
        let summary = try #require(data["envelopeSummary"] as? [String: Any])
        #expect(summary["recipients"] == nil && summary["customFields"] == nil && summary["envelopeDocuments"] == nil)
        let recipients = String(decoding: try message([.recipients]), as: UTF8.self)
        #expect(recipients.contains("signers") && !recipients.contains("signHereTabs"))
    }

    @Test("A repeated message has the same bytes, and a retry differs only in its count")
    func same() throws {
        let first = try message([.recipients, .documents])
        #expect(try message([.recipients, .documents]) == first)
        let again = String(decoding: try message([.recipients, .documents], retry: 3), as: UTF8.self)
        #expect(again.replacing("\"retryCount\":3", with: "\"retryCount\":0") == String(decoding: first, as: UTF8.self))
        #expect(again != String(decoding: first, as: UTF8.self))
    }
}
