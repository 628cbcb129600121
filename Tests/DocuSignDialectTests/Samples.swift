import Envelopes
import Foundation

@testable import DocuSignDialect
@testable import TestSupport

/// Requests that the tests begin with.
enum Samples {
    static let sender = Sender(
        userID: "11111111-2222-3333-4444-555555555555", name: "Ada Sender", email: "ada@example.org")
    static let actor = EventActor(kind: .sender, id: sender.userID, name: sender.name, ipAddress: "192.0.2.1")
    static let envelopeID = EnvelopeID(UUID(uuidString: "0B7F0E3E-5A3C-4B64-9D5B-2F1C6A7D8E90") ?? UUID())
    static let start = Date(timeIntervalSince1970: 1_795_252_500)
    static let letter = PageSize(width: 612, height: 792)
    static let pdf = Data("%PDF-1.7".utf8)

    /// The request of the API's own example, without the anchor, as JSON that can be changed.
    static func body() -> [String: Any] {
        [
            "emailSubject": "Lease", "status": "sent",
            "documents": [
                [
                    "documentId": "1", "name": "lease.pdf", "fileExtension": "pdf",
                    "documentBase64": pdf.base64EncodedString(),
                ]
            ],
            "recipients": [
                "signers": [
                    [
                        "recipientId": "1", "routingOrder": "1", "name": "Bo Signer", "email": "bo@example.org",
                        "clientUserId": "u-77",
                        "tabs": [
                            "signHereTabs": [
                                ["documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "300"]
                            ],
                            "textTabs": [
                                [
                                    "documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "200",
                                    "width": "120", "height": "22", "tabLabel": "Town", "required": "true",
                                    "maxLength": "60",
                                ]
                            ],
                            "checkboxTabs": [
                                [
                                    "documentId": 1, "pageNumber": 2, "xPosition": 10, "yPosition": 20.5,
                                    "selected": true,
                                ]
                            ],
                        ],
                    ]
                ]
            ],
            "customFields": [
                "textCustomFields": [["name": "orderId", "value": "42", "show": "false", "required": "false"]]
            ],
            "transactionId": "0b7f0e3e-0000-0000-0000-000000000042",
        ]
    }

    /// The same with one member changed; a path is `recipients.signers.0.email`, and nil takes the member away.
    static func body(_ path: String, _ value: Any?) -> [String: Any] {
        func change(_ node: Any, _ path: ArraySlice<Substring>) -> Any {
            guard let key = path.first else { return value ?? NSNull() }
            if var list = node as? [Any], let index = Int(key) {
                list[index] = change(list[index], path.dropFirst())
                return list
            }
            var object = node as? [String: Any] ?? [:]
            if path.count == 1, value == nil {
                object[String(key)] = nil
            } else {
                object[String(key)] = change(object[String(key)] ?? [String: Any](), path.dropFirst())
            }
            return object
        }
        return change(body(), path.split(separator: ".")[...]) as? [String: Any] ?? [:]
    }

    static func decode(_ body: [String: Any]) throws -> Wire.EnvelopeDefinition {
        try Wire.decode(Wire.EnvelopeDefinition.self, from: JSONSerialization.data(withJSONObject: body))
    }

    /// The whole way in: decoded, mapped, and judged by the domain.
    static func events(_ body: [String: Any], pages: [PageSize] = [letter, letter]) throws -> [Event] {
        let wire = try decode(body)
        let documents = try wire.receivedDocuments().map { $0.document(pages: pages) }
        var number = 0
        let definition = try wire.definition(accountID: "a-1", sender: sender, documents: documents) {
            number += 1
            return tabID(number)
        }
        let command = Command.create(envelopeID, definition, send: try wire.isSentAtOnce())
        do {
            return try decide(command, nil, CommandContext(at: start, actor: actor))
        } catch {
            throw APIError(error)
        }
    }

    static func history(_ body: [String: Any] = body()) throws -> History { try History(events(body)) }

    static func tabID(_ number: Int) -> TabID {
        let digits = String(number)
        let text = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return TabID(UUID(uuidString: text) ?? UUID())
    }

    static func blob(_ text: String) -> BlobHash { BlobHash(of: Data(text.utf8)) }

    static let signer = EventActor(kind: .recipient, id: "1", name: "Bo Signer", ipAddress: "192.0.2.7")

    /// Signed and sealed.
    static func completed() throws -> History {
        var history = try history()
        let commands: [Command] = [
            .view(recipientID: "1"), .consent(recipientID: "1", disclosure: blob("disclosure")),
            .adopt(recipientID: "1", kind: .signature, artwork: blob("artwork"), method: .typed),
            .fill(recipientID: "1", tabID: tabID(1), value: "true"),
            .fill(recipientID: "1", tabID: tabID(2), value: "Utrecht"),
            .sign(recipientID: "1", documents: ["1": blob("v1")], shown: history.envelope.everyPage),
            .seal(documents: ["1": blob("v2")], combined: blob("v2"), certificate: blob("certificate")),
        ]
        for (index, command) in commands.enumerated() {
            let context = CommandContext(at: start.addingTimeInterval(Double(index + 1) * 60), actor: signer)
            try history.append(decide(command, history.envelope, context))
        }
        return history
    }
}

/// An answer's JSON as a program without this package sees it.
func json(_ value: some Encodable) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    return object as? [String: Any] ?? [:]
}

extension ReceivedDocument {
    /// The bytes; empty for an address.
    var bytes: Data {
        guard case .bytes(let bytes) = content else { return Data() }
        return bytes
    }

    /// The document as a PDF would become one.
    func document(pages: [PageSize]) -> Envelopes.EnvelopeDocument {
        Envelopes.EnvelopeDocument(id: id, name: name, blob: BlobHash(of: bytes), pages: pages, order: order)
    }
}
