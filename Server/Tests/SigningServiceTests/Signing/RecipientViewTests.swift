import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Recipients' views")
struct RecipientViewTests {
    @Test(
        "The signing page opens only for an exactly matching recipient",
        arguments: [
            ("clientUserId", "u-2"), ("userName", "bo signer"), ("userName", "Bo Signer "), ("email", "Bo@example.org"),
        ])
    func exactRecipient(member: String, value: String) async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            var request = SampleEnvelope.view
            request[member] = value
            try await client.api(.post, "/envelopes/\(id)/views/recipient", request)
                .expectRefusal(400, "UNKNOWN_ENVELOPE_RECIPIENT", containing: "no recipient")
        }
    }

    @Test("A recipient whose turn has not come gets no signing page")
    func turn() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope { request in
                let signers = ((request["recipients"] as? [String: Any])?["signers"] as? [[String: Any]]) ?? []
                let second: [String: Any] = [
                    "recipientId": "2", "name": "Cy", "email": "cy@example.org", "clientUserId": "u-2",
                    "routingOrder": "2",
                    "tabs": [
                        "signHereTabs": [
                            ["documentId": "1", "pageNumber": "1", "xPosition": "72", "yPosition": "600"]
                        ]
                    ],
                ]
                request["recipients"] = ["signers": signers + [second]]
            }
            var request = SampleEnvelope.view
            request["userName"] = "Cy"
            request["email"] = "cy@example.org"
            request["clientUserId"] = "u-2"
            try await client.api(.post, "/envelopes/\(id)/views/recipient", request)
                .expectRefusal(400, "RECIPIENT_NOT_IN_SEQUENCE", containing: "turn")
        }
    }

    @Test(
        "The browser is never redirected to an unsafe address",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "about:blank",
            "view-source:https://a.example/", "/relative", "", "https://",
            "https://example.org/" + String(repeating: "x", count: 460), "https://example.org/a b",
        ])
    func unsafeRedirect(address: String) async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            var request = SampleEnvelope.view
            request["returnUrl"] = address
            try await client.api(.post, "/envelopes/\(id)/views/recipient", request)
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "returnUrl")
        }
    }

    @Test("A signer without tabs gets the envelope, and must place a signature to finish")
    func signerWithoutTabs() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            func signer(_ change: (inout [String: Any]) -> Void) throws -> [String: Any] {
                var request = try SampleEnvelope.request()
                var signers = ((request["recipients"] as? [String: Any])?["signers"] as? [[String: Any]]) ?? []
                change(&signers[0])
                request["recipients"] = ["signers": signers]
                return request
            }
            let answer = try await client.api(.post, "/envelopes", try signer { $0["tabs"] = nil })
            #expect(answer.status == 201)
            let browser = try await client.open(try #require(answer["envelopeId"]))
            let session = String(decoding: try await browser.get("session").body, as: UTF8.self)
            #expect(session.contains(#""free":true"#))
            // Without a clientUserId, they get a message.
            let mailed = try signer { $0["clientUserId"] = nil }
            #expect(try await client.api(.post, "/envelopes", mailed).status == 201)
        }
    }

    @Test("A voided or declined envelope no longer shows its page")
    func endedEnvelope() async throws {
        for isVoided in [true, false] {
            let fixture = try await ServiceFixture()
            try await fixture.test { client in
                let id = try await client.envelope()
                let browser = try await client.open(id)
                let ticket = try await client.ticket(id)
                let page = "documents/1/pages/1/image?width=640"
                #expect(try await browser.get(page).status == 200)
                if isVoided {
                    let voided = try await client.api(
                        .put, "/envelopes/\(id)", ["status": "voided", "voidedReason": "wrong file"])
                    #expect(voided.status == 200)
                } else {
                    #expect(try await browser.send(.post, "decline", ["reason": "no"]).status == 200)
                }
                #expect(try await browser.get(page).status == 404)
                #expect(try await browser.get("documents/1/pages/1/words").status == 404)
                let answer = try await client.send(.get, ticket)
                #expect(answer.status == 410 && answer.headers[.setCookie] == nil)
                #expect(String(decoding: answer.body, as: UTF8.self).contains(isVoided ? "withdrawn" : "declined"))
            }
        }
    }

    @Test("A downloaded file has a name without a path")
    func fileName() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope { request in
                var documents = (request["documents"] as? [[String: Any]]) ?? []
                documents[0]["name"] = "../..\\C:\"été.pdf"
                request["documents"] = documents
            }
            let answer = try await client.api(.get, "/envelopes/\(id)/documents/1")
            #expect(
                answer.headers[.contentDisposition]
                    == "file; filename=\".._.._C___t_.pdf\"; documentid=\"1\"; "
                    + "filename*=UTF-8''.._.._C_%22%C3%A9t%C3%A9.pdf")
        }
    }

    @Test(
        "Only a service behind TLS sends HSTS",
        arguments: [("https://sign.example", "max-age=31536000"), ("http://sign.example", nil)])
    func strictTransport(address: String, policy: String?) async throws {
        let fixture = try await ServiceFixture { $0.publicURL = URL(string: address) }
        try await fixture.test { client in
            let answer = try await client.send(.get, "/health")
            #expect(answer.status == 200 && answer.headers[.strictTransportSecurity] == policy)
        }
    }

    @Test("An app's own URL scheme is accepted as a return address")
    func appScheme() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let ticket = try await client.ticket(id) { $0["returnUrl"] = "com.example.app://signed" }
            #expect(try await client.send(.get, ticket).status == 303)
            #expect(
                try await client.send(.get, ticket).headers[.location] == "com.example.app://signed?event=ttl_expired")
        }
    }

    @Test("A used or expired ticket sends the browser back to the app")
    func usedTicket() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let expired = "https://app.example.org/done?order=42&event=ttl_expired"
            let used = try await client.ticket(id)
            #expect(try await client.send(.head, used).status == 405)
            #expect(try await client.send(.get, used).headers[.location]?.hasPrefix("/ceremony/") == true)
            let again = try await client.send(.get, used)
            #expect(again.status == 303)
            #expect(again.headers[.location] == expired)
            let old = try await client.ticket(id)
            fixture.clock.advance(300)
            #expect(try await client.send(.get, old).headers[.location] == expired)
            #expect(try await client.send(.get, "/sign/never-given-out").status == 404)
        }
    }

    @Test("The session cookie is hidden from scripts, other sites and plain connections")
    func cookie() async throws {
        let fixture = try await ServiceFixture { $0.publicURL = URL(string: "https://sign.example.org") }
        try await fixture.test { client in
            let id = try await client.envelope()
            let answer = try await client.api(.post, "/envelopes/\(id)/views/recipient", SampleEnvelope.view)
            let url = try #require(answer["url"].flatMap(URL.init(string:)))
            #expect(url.absoluteString.hasPrefix("https://sign.example.org/sign/"))
            let opened = try await client.send(.get, url.path())
            let cookie = try #require(opened.headers[.setCookie])
            let location = try #require(opened.headers[.location])
            for attribute in ["HttpOnly", "SameSite=Lax", "Secure", "Path=\(location)"] {
                #expect(cookie.contains("; \(attribute)"), "\(cookie)")
            }
        }
        let plain = try await ServiceFixture()
        try await plain.test { client in
            let cookie = try await client.send(.get, client.ticket(client.envelope())).headers[.setCookie]
            #expect(cookie?.contains("Secure") == false)
        }
    }
}
