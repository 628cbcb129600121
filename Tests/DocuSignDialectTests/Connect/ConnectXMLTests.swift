import Foundation
import Testing

@testable import DocuSignDialect
@testable import Envelopes
@testable import TestSupport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Connect in XML") struct ConnectXMLTests {
    /// The texts of a message's elements by their paths, in the order of the document.
    private final class Reading: NSObject, XMLParserDelegate {
        private(set) var texts: [(path: String, text: String)] = []
        private var path: [String] = []
        private var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            path.append(name)
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            texts.append((path.joined(separator: "/"), text))
            path.removeLast()
            text = ""
        }
    }

    private func read(_ message: ConnectXML) throws -> [(path: String, text: String)] {
        let parser = XMLParser(data: message.bytes)
        let reading = Reading()
        parser.delegate = reading
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reading.texts
    }

    private func texts(_ message: ConnectXML, _ path: String) throws -> [String] {
        try read(message).filter { $0.path == "DocuSignEnvelopeInformation/" + path }.map(\.text)
    }

    @Test("A message tells the envelope, its recipients, tabs and documents")
    func whole() throws {
        let envelope = try Samples.history(Samples.body("status", "sent")).envelope
        let bytes = Data("%PDF-1.7".utf8)
        let first = try #require(envelope.documents.first)
        let message = ConnectXML(
            envelope, at: envelope.createdAt, documents: [first.id.rawValue: bytes, "certificate": bytes])
        let status = "EnvelopeStatus"
        #expect(try texts(message, "\(status)/EnvelopeID") == [envelope.id.rawValue])
        #expect(try texts(message, "\(status)/Subject") == [envelope.emailSubject])
        #expect(try texts(message, "\(status)/Status") == ["Sent"])
        let recipient = "\(status)/RecipientStatuses/RecipientStatus"
        #expect(try texts(message, "\(recipient)/Email") == envelope.recipients.map(\.email))
        #expect(try texts(message, "\(recipient)/RecipientId").allSatisfy { UUID(uuidString: $0) != nil })
        let labels = try texts(message, "\(recipient)/TabStatuses/TabStatus/TabLabel")
        #expect(labels == envelope.recipients.flatMap { envelope.tabs(of: $0.id) }.map(\.label) && !labels.isEmpty)
        let times = try texts(message, "\(status)/Created") + texts(message, "\(status)/Sent")
        #expect(times.count == 2 && times.allSatisfy { $0.hasPrefix("2026-") && !$0.hasSuffix("Z") })
        #expect(try texts(message, "TimeZoneOffset") == ["0"])
        let file = "DocumentPDFs/DocumentPDF"
        #expect(try texts(message, "\(file)/DocumentType") == ["CONTENT", "SUMMARY"])
        #expect(try texts(message, "\(file)/DocumentID") == [first.id.rawValue])
        #expect(try texts(message, "\(file)/PDFBytes").map { Data(base64Encoded: $0) } == [bytes, bytes])
        #expect(
            ConnectXML(envelope, at: envelope.createdAt).bytes == ConnectXML(envelope, at: envelope.createdAt).bytes)
        #expect(try texts(ConnectXML(envelope, at: envelope.createdAt), "DocumentPDFs") == [])
    }

    @Test(
        "Any text of a sender or signer gives well-formed XML that says the same",
        arguments: [
            "<b>&amp;\"'</b>", "]]>", "<!--", "a\u{1}b\u{FFFE}c", "\u{2067}عقد\u{2069}", "e\u{301}<", "&#0;", " x ",
        ])
    func oddTexts(text: String) throws {
        var envelope = try Samples.history(Samples.body("status", "sent")).envelope
        envelope.definition.emailSubject = text
        envelope.definition.recipients[0].name = text
        envelope.definition.customFields = [CustomField(id: "1", name: text, value: text)]
        let message = ConnectXML(envelope, at: envelope.createdAt)
        let expected = text.replacingOccurrences(of: "\u{1}", with: "\u{FFFD}")
            .replacingOccurrences(of: "\u{FFFE}", with: "\u{FFFD}")
        #expect(try texts(message, "EnvelopeStatus/Subject") == [expected])
        #expect(try texts(message, "EnvelopeStatus/CustomFields/CustomField/Value") == [expected])
        let names = try texts(message, "EnvelopeStatus/RecipientStatuses/RecipientStatus/UserName")
        #expect(names.first == expected)
    }
}
