import EnvelopeService
import Envelopes
import Foundation
import HTTPTypes
import SignedPDF
import Testing

@testable import SigningService

@Suite("The signing page's calls")
struct CeremonyRouteTests {
    @Test("A signer finishes, and the downloaded document is sealed and verifies")
    func sealedDocument() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let browser = try await client.open(id)
            let page = try await browser.get("")
            #expect(page.status == 200)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            try await browser.fillEverything()
            let finished = try await browser.finish()
            #expect(finished["redirect"] == "https://app.example.org/done?order=42&event=signing_complete")
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "completed")

            let combined = try await client.api(.get, "/envelopes/\(id)/documents/combined").body
            let certificate = try await client.api(.get, "/envelopes/\(id)/documents/certificate").body
            let both = try await client.api(.get, "/envelopes/\(id)/documents/combined?certificate=true").body
            for (bytes, signatures) in [(combined, 2), (certificate, 1), (both, 1)] {
                let report = try await PDFDocument(bytes).verifySignatures(
                    trusting: [fixture.service.authority.certificate], at: fixture.clock.now)
                #expect(report.verdict == .valid, "\(report)")
                #expect(report.signatures.count == signatures)
            }
            #expect(
                try PDFDocument(both).pageCount() == PDFDocument(combined).pageCount()
                    + PDFDocument(certificate).pageCount())
        }
    }

    @Test("Every stored version begins with the bytes of the previous one")
    func versions() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try #require(EnvelopeID(rawValue: try await client.envelope()))
            let browser = try await client.open(id.rawValue)
            try await browser.fillEverything()
            #expect(try await browser.finish().status == 200)
            let envelope = try await fixture.service.ledger.envelope(id)
            let versions = try #require(envelope.versions["1"])
            #expect(versions.count == 3)
            var earlier = Data()
            for hash in versions {
                let bytes = try await fixture.service.ledger.document(hash)
                #expect(bytes.starts(with: earlier) && bytes.count > earlier.count)
                earlier = bytes
            }
            #expect(try await fixture.service.ledger.history(id).envelope == envelope)
        }
    }

    @Test("An expired authority refuses to sign, and the envelope stays unchanged")
    func expiredAuthority() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            fixture.clock.advance(11 * 365 * 86_400)
            let id = try #require(EnvelopeID(rawValue: try await client.envelope()))
            let browser = try await client.open(id.rawValue)
            try await browser.fillEverything()
            let events = try await fixture.service.ledger.history(id).events.count
            let refused = try await browser.finish()
            #expect(refused.status == 503)
            #expect(refused.ceremonyError.code == "certificate_not_valid")
            #expect(refused.ceremonyError.message.hasPrefix("You have not signed"))
            #expect(try await fixture.service.ledger.history(id).events.count == events)
        }
    }

    @Test("The limit on one signer's entries is configurable")
    func entryLimit() async throws {
        let fixture = try await ServiceFixture { $0.envelopes.ceremony.acts = ActLimits(adoptions: 0) }
        try await fixture.test { client in
            let browser = try await client.open(try await client.envelope())
            _ = try await browser.send(.post, "consent", [String: String]())
            let refused = try await browser.send(
                .put, "signature",
                ["kind": "signature", "method": "typed", "text": "Bo Signer", "face": "dancing-script"])
            #expect(refused.status == 409)
            #expect(refused.ceremonyError.code == "too_many_adoptions")
        }
    }

    @Test("A second click on Finish gets the same answer and changes nothing")
    func secondFinish() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try #require(EnvelopeID(rawValue: try await client.envelope()))
            let browser = try await client.open(id.rawValue)
            try await browser.fillEverything()
            let key = UUID().uuidString
            let first = try await browser.finish(key: key)
            let events = try await fixture.service.ledger.history(id).events
            let second = try await browser.finish(key: key)
            #expect(first.status == 200)
            #expect(second.status == 200)
            #expect(first.body == second.body)
            #expect(try await fixture.service.ledger.history(id).events == events)
        }
    }

    @Test("Two browsers that finish at once make one signature")
    func parallelFinish() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try #require(EnvelopeID(rawValue: try await client.envelope()))
            let one = try await client.open(id.rawValue)
            let other = try await client.open(id.rawValue)
            try await one.fillEverything()
            async let first = one.finish()
            async let second = other.finish()
            let statuses = try await [first.status, second.status]
            #expect(statuses.contains(200), "\(statuses)")
            #expect(statuses.allSatisfy { $0 == 200 || $0 == 409 }, "\(statuses)")
            let kinds = try await fixture.service.ledger.history(id).events.map(\.body.kind)
            #expect(kinds.filter { $0 == .signed }.count == 1)
            #expect(kinds.filter { $0 == .sealed }.count == 1)
            #expect(kinds.last == .sealed)
        }
    }

    @Test("Pages are drawn inside the data directory")
    func pageFolder() async throws {
        let folder = try TemporaryFolder()
        let fixture = try await ServiceFixture(in: folder)
        let temporary = folder.appending("data/temporary")
        try await fixture.test { client in
            let browser = try await client.open(try await client.envelope())
            #expect(try await browser.get("documents/1/pages/1/image?width=640").status == 200)
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
            // A file in the folder's place, and nothing can be drawn any more.
            try FileManager.default.removeItem(at: temporary)
            try Data().write(to: temporary)
            let refused = try await browser.get("documents/1/pages/1/image?width=1600")
            #expect(refused.status == 503 && refused.headers[.retryAfter] == nil)
            let reported = String(decoding: refused.body, as: UTF8.self)
            #expect(reported.contains("We cannot show the pages right now") && !reported.contains(temporary.path))
        }
    }

    @Test("A page number has only one accepted spelling", arguments: ["+1", "01", "0", "2", "1.0", ""])
    func pageNumbers(page: String) async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let browser = try await client.open(try await client.envelope())
            #expect(try await browser.get("documents/1/pages/\(page)/words").status == 404)
        }
    }

    @Test("A required field left empty is named, and nothing is signed")
    func emptyField() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let browser = try await client.open(id)
            _ = try await browser.get("session")
            _ = try await browser.send(.post, "consent", [String: String]())
            let answer = try await browser.finish()
            #expect(answer.status == 422)
            #expect(answer.ceremonyError.code == "required_fields_empty")
            #expect(answer.ceremonyError.fields.contains(try await browser.tab("text")))
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "delivered")
        }
    }

    @Test("A value that the fonts cannot show is refused with the character")
    func unsupportedCharacter() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let browser = try await client.open(client.envelope())
            _ = try await browser.get("session")
            _ = try await browser.send(.post, "consent", [String: String]())
            let answer = try await browser.send(.put, "fields/\(browser.tab("text"))", ["value": "𱍐"])
            #expect(answer.status == 422)
            #expect(answer.ceremonyError.message.contains("𱍐"), "\(answer.ceremonyError.message)")
        }
    }

    @Test("A session ends after twenty minutes without a request")
    func idleSession() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let browser = try await client.open(client.envelope())
            _ = try await browser.get("session")
            fixture.clock.advance(20 * 60)
            let ended = "https://app.example.org/done?order=42&event=session_timeout"
            let answer = try await browser.get("session")
            #expect(answer.status == 401)
            #expect(answer.ceremonyError.code == "session_timeout")
            #expect((answer.json["error"] as? [String: Any])?["redirect"] as? String == ended)
            let page = try await browser.get("")
            #expect(page.status == 303)
            #expect(page.headers[.location] == ended)
        }
    }

    @Test("Declining ends the envelope and reports it as declined")
    func declining() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.envelope()
            let browser = try await client.open(id)
            _ = try await browser.get("session")
            let answer = try await browser.send(.post, "decline", ["reason": "too dear"], key: "k")
            #expect(answer["redirect"]?.hasSuffix("event=decline") == true)
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "declined")
            try await client.api(.post, "/envelopes/\(id)/views/recipient", SampleEnvelope.view)
                .expectRefusal(400, "ENVELOPE_INVALID_STATUS", containing: "declined")
        }
    }

    @Test("A change requested by another site is refused")
    func otherSite() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let browser = try await client.open(client.envelope())
            _ = try await browser.get("session")
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            for headers: HTTPFields in [
                [site: "cross-site"], [site: "same-site"], [.origin: "https://evil.example"], [.origin: "null"],
            ] {
                let answer = try await browser.send(.post, "consent", [String: String](), headers: headers)
                #expect(answer.status == 403, "\(headers)")
            }
            let form = try await browser.send(
                .post, "consent", [String: String](), headers: [.contentType: "text/plain"])
            #expect(form.status == 415)
            let own = try await browser.send(
                .post, "consent", [String: String](), headers: [.origin: "http://localhost"])
            #expect(own.status == 200)
        }
    }

    @Test("A session shows nothing without its cookie")
    func missingCookie() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let browser = try await client.open(client.envelope())
            let other = try await client.open(client.envelope())
            for path in ["session", "documents/1/pages/1/image?width=640", "app.js"] {
                #expect(try await client.send(.get, browser.base + path).status == 401)
                #expect(
                    try await client.send(.get, browser.base + path, headers: [.cookie: other.cookie]).status == 401)
            }
            #expect(try await client.send(.get, browser.base).status == 401)
        }
    }

    @Test("A signature survives a restart of the service")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let first = try await ServiceFixture(in: folder)
        let kept = KeptName()
        try await first.test { client in
            let id = try await client.envelope()
            let browser = try await client.open(id)
            try await browser.fillEverything()
            #expect(try await browser.finish().status == 200)
            kept.set(id)
        }
        let id = try #require(EnvelopeID(rawValue: kept.name))
        let second = try await ServiceFixture(in: folder)
        let envelope = try await second.service.ledger.envelope(id)
        #expect(envelope.status == .completed)
        #expect(second.service.authority.certificate == first.service.authority.certificate)
        let combined = try await second.service.ledger.document(try #require(envelope.combined))
        let report = try await PDFDocument(combined).verifySignatures(
            trusting: [second.service.authority.certificate], at: second.clock.now)
        #expect(report.verdict == .valid)
    }
}
