import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Contacting and identifying recipients")
struct RecipientContactTests {
    private func definition(_ members: [String: Any], kind: String = "signers") throws -> EnvelopeDefinition {
        var body = Samples.body("status", "sent")
        var recipients = try #require(body["recipients"] as? [String: Any])
        var person: [String: Any] = ["recipientId": "7", "name": "Di", "email": "di@example.org"]
        if kind == "inPersonSigners" {
            person = ["recipientId": "7", "hostName": "Ho", "hostEmail": "ho@example.org", "signerName": "Di"]
        }
        let others = recipients[kind] as? [Any] ?? []
        recipients[kind] = others + [person.merging(members) { $1 }]
        body["recipients"] = recipients
        let wire = try Samples.decode(body)
        return try wire.definition(
            accountID: "a-1", sender: Samples.sender,
            documents: wire.receivedDocuments().map { $0.document(pages: [Samples.letter]) },
            newTabID: { Samples.tabID(1) })
    }

    private let workflow = Wire.IdentityVerificationWorkflow.mailCode.workflowId

    @Test(
        "An access code is stored as a salted hash",
        arguments: ["signers", "inPersonSigners", "carbonCopies"], ["Blue-42", "0", "false", "0000"])
    func accessCode(kind: String, code: String) throws {
        let definition = try definition(["accessCode": code], kind: kind)
        let recipient = try #require(definition.recipients.last)
        #expect(recipient.accessCode?.matches(code) == true)
        #expect(recipient.accessCode?.matches(code + "x") == false)
        let stored = String(decoding: try CanonicalJSON.bytes(of: definition), as: UTF8.self)
        #expect(!stored.contains("\"\(code)\""))
        let again = try self.definition(["accessCode": code], kind: kind)
        #expect(again.recipients.last?.accessCode != recipient.accessCode, "the same salt twice")
    }

    @Test("The mail-code workflow and the sender's own words are returned, and the access code is not")
    func answers() throws {
        let members: [String: Any] = [
            "requireIdLookup": "true", "identityVerification": ["workflowId": workflow.uppercased()],
            "accessCode": "Blue-42",
            "emailNotification": ["emailSubject": "Your lease", "emailBody": "Hello\nDi", "supportedLanguage": "en"],
        ]
        let definition = try definition(members)
        let recipient = try #require(definition.recipients.last)
        #expect(recipient.askedIdentifications == [.accessCode, .mailCode])
        #expect(
            recipient.emailNotification
                == EmailNotification(subject: "Your lease", body: "Hello\nDi", language: "en"))
        let wire = try #require(Wire.Recipients(requesting: definition).signers?.last)
        #expect(wire.contact.accessCode == nil && wire.contact.identityVerification?.workflowId == workflow)
        #expect(wire.contact.emailNotification?.emailBody == "Hello\nDi")
        let text = String(decoding: try JSONEncoder().encode(wire), as: UTF8.self)
        #expect(!text.contains("accessCode") && !text.contains("Blue-42"))
    }

    @Test("A recipient's own subject has no line breaks and the envelope's maximum length")
    func ownWords() throws {
        for words in ["Bcc:\r\nx@example.org", String(repeating: "x", count: 101)] {
            let error = #expect(throws: APIError.self) {
                let problems = try definition(["emailNotification": ["emailSubject": words]])
                    .problems(whenSending: false)
                if !problems.isEmpty { throw APIError(.invalid(problems)) }
            }
            #expect(error?.message.contains("The e-mail subject for recipient 7") == true)
        }
        let usual = try definition([:]).problems(whenSending: false)
        #expect(try definition(["emailNotification": ["emailBody": "a\nb"]]).problems(whenSending: false) == usual)
    }

    @Test(
        "The sender's own identification needs a method and may have a time",
        arguments: [
            ("none", "2026-11-21T09:15:00Z", nil, nil),
            ("Password", "2026-11-21T09:15:00Z", "Password", "2026-11-21T09:15:00.000Z"),
            ("X509Certificate", "yesterday", "X509Certificate", nil), ("Email", "", "Email", nil),
        ] as [(String, String, String?, String?)])
    func vouching(method: String, instant: String, detail: String?, at: String?) throws {
        let body = try JSONSerialization.data(withJSONObject: [
            "returnUrl": "https://app.example.org/", "authenticationMethod": method, "userName": "Bo",
            "email": "bo@example.org", "clientUserId": "u-1", "authenticationInstant": instant,
        ])
        let ignored = IgnoredMembers()
        let wire = try Wire.decode(Wire.RecipientViewRequest.self, from: body, noting: ignored)
        #expect(wire.vouching?.detail == detail)
        #expect(wire.vouching?.at.map { Timestamp.text($0) } == at)
        #expect(ignored.places == (at == nil && !instant.isEmpty ? ["authenticationInstant"] : []))
    }
}
