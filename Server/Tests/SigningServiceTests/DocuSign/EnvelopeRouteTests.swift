import Envelopes
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Calls for envelopes")
struct EnvelopeRouteTests {
    @Test("A new account's envelopes have a line below signatures, until the account turns it off")
    func evidence() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let first = try await client.envelope()
            _ = try await fixture.service.accounts.changeMail(of: fixture.account) { $0.showsEvidence = false }
            let second = try await client.envelope()
            for (text, shows) in [(first, true), (second, false)] {
                let id = try #require(EnvelopeID(rawValue: text))
                let envelope = try await fixture.service.ledger.envelope(id)
                #expect(envelope.definition.options.showsEvidence == shows)
            }
        }
    }

    @Test("An envelope is created, returned and listed in the API's form")
    func creation() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let answer = try await client.api(.post, "/envelopes", SampleEnvelope.request())
            #expect(answer.status == 201)
            #expect(answer["status"] == "sent")
            let id = try #require(answer["envelopeId"])
            #expect(answer["uri"] == "/envelopes/\(id)")
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            let shown = try await client.api(.get, "/envelopes/\(id)")
            #expect(shown["status"] == "sent")
            #expect(shown["emailSubject"] == "Lease")
            #expect(shown["createdDateTime"]?.hasSuffix("0000Z") == true)
            let recipients = try await client.api(.get, "/envelopes/\(id)/recipients?include_tabs=true")
            let signers = try #require(recipients.json["signers"] as? [[String: Any]])
            #expect(signers.first?["status"] as? String == "sent")
            #expect((signers.first?["tabs"] as? [String: Any])?["textTabs"] != nil)
            let documents = try await client.api(.get, "/envelopes/\(id)/documents")
            let first = try #require((documents.json["envelopeDocuments"] as? [[String: Any]])?.first)
            #expect(first["name"] as? String == "lease.pdf")
            #expect(first["sizeBytes"] as? String == String(try SampleEnvelope.pdf().count))
            let list = try await client.api(.get, "/envelopes?from_date=2020-01-01")
            #expect(list["totalSetSize"] == "1")
        }
    }

    @Test("A download before anybody signs returns the uploaded document")
    func unsignedDownload() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let pdf = try SampleEnvelope.pdf()
            for name in ["1", "combined"] {
                let answer = try await client.api(.get, "/envelopes/\(id)/documents/\(name)")
                #expect(answer.body == pdf)
                #expect(answer.headers[.contentType] == "application/pdf")
                #expect(answer.headers[.contentDisposition]?.contains("documentid=\"\(name)\"") == true)
            }
        }
    }

    @Test("A list needs a date and is split into pages")
    func listPages() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            for _ in 1...5 {
                _ = try await client.envelope()
                fixture.clock.advance(60)
            }
            try await client.api(.get, "/envelopes")
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "from_date")
            try await client.api(.get, "/envelopes?from_date=yesterday")
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "from_date")
            let page = try await client.api(
                .get, "/envelopes?from_date=2020-01-01&start_position=1&count=2&status=sent")
            #expect(page["resultSetSize"] == "2")
            #expect(page["totalSetSize"] == "5")
            #expect(page["startPosition"] == "1")
            #expect(page["endPosition"] == "2")
            let next = try await client.api(.get, try #require(page["nextUri"]))
            #expect(next["startPosition"] == "3")
            #expect(next["resultSetSize"] == "2")
            let none = try await client.api(.get, "/envelopes?from_date=2020-01-01&status=completed")
            #expect(none["totalSetSize"] == "0")
        }
    }

    @Test(
        "A list's start date may be in any time zone",
        arguments: [
            "2026-11-01T00:00:00.000000+00:00", "2026-11-01T00%3A00%3A00.000000%2B00%3A00", "2026-11-01T02:00+0200",
        ])
    func listTimeZone(from: String) async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let answer = try await client.api(.get, "/envelopes?from_date=\(from)")
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        }
    }

    @Test("A page of a list stops at the size limit, and the next page continues there")
    func listSizeLimit() async throws {
        let fixture = try await ServiceFixture { $0.envelopes.listBytes = 1 }
        try await fixture.test { client in
            for index in 1...3 {
                _ = try await client.envelope { $0["emailSubject"] = "Lease \(index)" }
                _ = try await client.template("Lease \(index)")
                fixture.clock.advance(60)
            }
            for (list, member, name) in [
                ("/envelopes?from_date=2020-01-01&order=asc&include=tabs", "envelopes", "emailSubject"),
                ("/templates?include=tabs", "envelopeTemplates", "name"),
            ] {
                var next: String? = list
                var names: [String?] = []
                while let uri = next, !uri.isEmpty, names.count < 9 {
                    let page = try await client.api(.get, uri)
                    let elements = page.json[member] as? [[String: Any]] ?? []
                    #expect(page["totalSetSize"] == "3" && elements.count == 1)
                    #expect(elements.first?["recipients"] != nil)
                    names += elements.map { $0[name] as? String }
                    next = page["nextUri"]
                }
                #expect(names == ["Lease 1", "Lease 2", "Lease 3"])
            }
        }
    }

    @Test("A draft can be sent only once")
    func sending() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope { $0["status"] = "created" }
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "created")
            try await client.api(.post, "/envelopes/\(id)/views/recipient", SampleEnvelope.view)
                .expectRefusal(400, "ENVELOPE_INVALID_STATUS", containing: "draft")
            #expect(try await client.api(.put, "/envelopes/\(id)", ["status": "sent"]).status == 200)
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "sent")
            try await client.api(.put, "/envelopes/\(id)", ["status": "sent"])
                .expectRefusal(400, "ENVELOPE_INVALID_STATUS", containing: "sent")
        }
    }

    @Test("An envelope can be voided once, with a reason")
    func voiding() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            try await client.api(.put, "/envelopes/\(id)", ["status": "voided"])
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "voidedReason")
            let voided = try await client.api(
                .put, "/envelopes/\(id)", ["status": "voided", "voidedReason": "wrong unit"])
            #expect(voided["envelopeId"] == id)
            let shown = try await client.api(.get, "/envelopes/\(id)")
            #expect(shown["status"] == "voided")
            #expect(shown["voidedReason"] == "wrong unit")
            try await client.api(.put, "/envelopes/\(id)", ["status": "voided", "voidedReason": "again"])
                .expectRefusal(400, "ENVELOPE_CANNOT_VOID_INVALID_STATE", containing: "voided")
        }
    }

    @Test("Repeating a request with its transaction id makes no second envelope")
    func repeatedRequest() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let first = try await client.envelope { $0["transactionId"] = "order-42" }
            let second = try await client.envelope { $0["transactionId"] = "order-42" }
            let third = try await client.envelope { $0["transactionId"] = "order-43" }
            #expect(first == second)
            #expect(first != third)
            #expect(try await client.api(.get, "/envelopes?from_date=2020-01-01")["totalSetSize"] == "2")
        }
    }

    @Test("Reusing a transaction id for another request is refused")
    func reusedTransactionID() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let first = try await client.envelope { $0["transactionId"] = "order-42" }
            var other = try SampleEnvelope.request()
            other["transactionId"] = "order-42"
            other["emailSubject"] = "Something else"
            try await client.api(.post, "/envelopes", other)
                .expectRefusal(409, "TRANSACTION_ID_IN_USE", containing: "order-42")
            #expect(try await client.envelope { $0["transactionId"] = "order-42" } == first)
        }
    }

    @Test("The audit trail lists what happened")
    func auditTrail() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let answer = try await client.api(.get, "/envelopes/\(id)/audit_events")
            let events = try #require(answer.json["auditEvents"] as? [[String: Any]])
            let actions = events.map { event in
                (event["eventFields"] as? [[String: String]])?.first { $0["name"] == "Action" }?["value"]
            }
            #expect(actions == ["Registered", "Sent Invitations"])
        }
    }

    @Test("The userinfo call returns the token's user and the account's address")
    func userInfo() async throws {
        let fixture = try await ServiceFixture { $0.publicURL = URL(string: "https://sign.example.org") }
        try await fixture.test { client in
            let answer = try await client.send(
                .get, "/oauth/userinfo", headers: [.authorization: "Bearer \(client.token)"])
            #expect(answer["email"] == "ada@example.org")
            let account = try #require((answer.json["accounts"] as? [[String: Any]])?.first)
            #expect(account["account_id"] as? String == client.account)
            #expect(account["base_uri"] as? String == "https://sign.example.org")
        }
    }
}
