import EnvelopeService
import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import TestSupport

@Suite("The second dialect's calls about documents")
struct SignWellDocumentTests {
    @Test("A document is created, read, signed and downloaded, with and without its audit page")
    func wholeWay() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create()
        #expect(made["status"] == "Sent")
        let path = "documents/\(made["id"] ?? "")"
        #expect(try await scene.call(.get, path)["name"] == "Lease")
        #expect(try await scene.call(.get, "\(path)/completed_pdf").status == 404)
        try await scene.sign("1", made)
        let done = try await scene.call(.get, path)
        #expect(done["status"] == "Completed")
        #expect(done.objects("recipients").first?["status"] as? String == "completed")
        let fields = try #require((done.json["fields"] as? [[[String: Any]]])?.first)
        #expect(fields.last?["api_id"] as? String == "Town" && fields.last?["value"] as? String == "Ghent")
        let whole = try await scene.call(.get, "\(path)/completed_pdf")
        let bare = try await scene.call(.get, "\(path)/completed_pdf", query: ["audit_page": "false"])
        #expect(whole.headers[.contentType] == "application/pdf")
        #expect(try PDFDocument(whole.body).pageCount() > PDFDocument(bare.body).pageCount())
        let archive = try await scene.call(.get, "\(path)/completed_pdf", query: ["file_format": "zip"])
        #expect(archive.body.starts(with: Data("PK".utf8)))
        #expect(try await scene.call(.get, "\(path)/completed_pdf", query: ["file_format": "doc"]).status == 400)
    }

    @Test("The address of a completed file works without a key for a day, and no other address does")
    func fileAddress() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create()
        try await scene.sign("1", made)
        let answer = try await scene.call(
            .get, "documents/\(made["id"] ?? "")/completed_pdf", query: ["url_only": "true", "audit_page": "false"])
        let address = try #require(URL(string: answer["file_url"] ?? ""))
        #expect(address.absoluteString.hasSuffix(".pdf?audit_page=false"))
        func open(_ path: String) async -> HTTPReply {
            await scene.stage.call(.get, path, query: ["audit_page": "false"], as: nil)
        }
        #expect(await open(address.path()).headers[.contentType] == "application/pdf")
        #expect(await open("/signed/x.pdf").status == 404)
        let changed = address.path().replacing(".pdf", with: "A.pdf")
        #expect(await open(changed).status == 404)
        scene.stage.clock.advance(24 * 3600 + 1)
        #expect(await open(address.path()).status == 404)
    }

    @Test("signing_url leads recipients by mail to a page that sends the link, and others to their signing page")
    func signingURL() async throws {
        let scene = try SignWellScene()
        func urls(_ answer: HTTPReply) throws -> (signing: URL?, embedded: String?) {
            let recipient = try #require(answer.objects("recipients").first)
            return (
                (recipient["signing_url"] as? String).flatMap { URL(string: $0) },
                recipient["embedded_signing_url"] as? String
            )
        }
        let made = try await scene.create()
        let address = try #require(try urls(made).signing)
        #expect(try urls(made).embedded == nil)
        func page(_ url: URL) async -> HTTPReply {
            await scene.stage.call(.get, url.path(percentEncoded: true), as: nil)
        }
        #expect(await page(address).status == 200)
        #expect(try urls(try await scene.call(.get, "documents/\(made["id"] ?? "")")).signing == address)
        let changed = try await scene.call(
            .patch, "documents/\(made["id"] ?? "")/recipients",
            ["recipients": [["id": "1", "name": "Bea", "email": "bea@example.org"]]])
        #expect(await page(address).status == 404)
        #expect(await page(try #require(try urls(changed).signing)).status == 200)
        let embedded = try urls(try await scene.create(["embedded_signing": true]))
        #expect(embedded.embedded != nil && embedded.signing?.absoluteString == embedded.embedded)
        #expect(try urls(try await scene.create(["draft": true])).signing == nil)
        try await scene.sign("1", made)
        #expect(try urls(try await scene.call(.get, "documents/\(made["id"] ?? "")")).signing == nil)
    }

    @Test("A draft is changed and sent by one call, and then cannot be sent again")
    func draft() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(["draft": true, "subject": "Old"])
        #expect(made["status"] == "Draft")
        let path = "documents/\(made["id"] ?? "")/send"
        let sent = try await scene.call(
            .post, path,
            [
                "name": "New lease", "subject": "Please sign", "allow_reassign": false, "allow_decline": false,
                "metadata": ["k": "v"], "labels": [["name": "north"]], "custom_requester_name": "Fjord Homes",
                "expires_in": 7, "redirect_url": "https://example.org/done",
            ])
        #expect(sent.status == 201, "\(sent.text)")
        #expect(sent["status"] == "Sent" && sent["name"] == "New lease" && sent["subject"] == "Please sign")
        #expect(sent["custom_requester_name"] == "Fjord Homes" && sent["requester_email_address"] == "ada@example.org")
        #expect(sent.json["allow_reassign"] as? Bool == false && sent.json["allow_decline"] as? Bool == false)
        #expect(sent.json["expires_in"] as? Int == 7 && sent["redirect_url"] == "https://example.org/done")
        #expect(sent.json["metadata"] as? [String: String] == ["k": "v"])
        #expect(sent.objects("labels").first?["name"] as? String == "north")
        #expect(try await scene.call(.post, path, [:]).status == 422)
        let empty = try await scene.create(["draft": true, "fields": [[[String: Any]]]()])
        let refused = try await scene.call(.post, "documents/\(empty["id"] ?? "")/send")
        #expect(refused.status == 422 && refused.errors["fields"] != nil)
    }

    @Test("Deleting cancels a document that is being signed and hides a draft; what is completed stays")
    func deletion() async throws {
        let scene = try SignWellScene()
        let sent = try await scene.create()
        let path = "documents/\(sent["id"] ?? "")"
        #expect(try await scene.call(.delete, path).status == 204)
        #expect(try await scene.call(.get, path)["status"] == "Canceled")
        let draft = try await scene.create(["draft": true])
        #expect(try await scene.call(.delete, "documents/\(draft["id"] ?? "")").status == 204)
        #expect(try await scene.call(.get, "documents/\(draft["id"] ?? "")").status == 404)
        for query in [[:], ["query": "status:canceled"], ["query": "name:lease"]] {
            let listed = try await scene.call(.get, "documents", query: query)
            #expect(listed.json["total_count"] as? Int == 1 && listed.objects("documents").count == 1, "\(query)")
        }
        let voided = await scene.other(
            .get, "envelopes", query: ["status": "voided", "from_date": "2020-01-01T00:00:00Z"])
        #expect(voided["totalSetSize"] == "2", "\(voided.text)")
        #expect(await scene.other(.get, "envelopes/\(draft["id"] ?? "")")["status"] == "voided")
        let done = try await scene.create()
        try await scene.sign("1", done)
        #expect(try await scene.call(.delete, "documents/\(done["id"] ?? "")").status == 422)
    }

    @Test("Lists come in pages and follow the query")
    func lists() async throws {
        let scene = try SignWellScene()
        for name in ["Lease A", "Lease B", "Offer"] { _ = try await scene.create(["name": name]) }
        _ = try await scene.create(["name": "Lease C", "draft": true])
        let first = try await scene.call(.get, "documents", query: ["limit": "3"])
        #expect(first.objects("documents").count == 3)
        #expect(first.json["total_count"] as? Int == 4 && first.json["next_page"] as? Int == 2)
        let leases = try await scene.call(.get, "documents", query: ["query": "name:lease AND status:sent"])
        #expect(Set(leases.objects("documents").compactMap { $0["name"] as? String }) == ["Lease A", "Lease B"])
        #expect(leases.json["total_count"] as? Int == 2)
        #expect(
            try await scene.call(.get, "documents", query: ["query": "status:draft"]).objects("documents").count == 1)
        #expect(try await scene.call(.get, "documents", query: ["query": "lease"]).status == 400)
        #expect(try await scene.call(.get, "documents", as: Stage.eve).objects("documents").isEmpty)
    }

    @Test("A reminder goes to those who wait, or to the named one, and only while the document is being signed")
    func reminders() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(people: 2)
        let path = "documents/\(made["id"] ?? "")/remind"
        let all = try await scene.call(.post, path)
        #expect(all.status == 201, "\(all.text)")
        #expect(try await scene.call(.post, path, ["recipients": [["email": "CY@example.org"]]]).status == 201)
        let reminders = try await scene.stage.history(scene.envelope(made).id).events.compactMap { event in
            if case .notified(let ids, .reminder) = event.body { ids } else { nil }
        }
        #expect(reminders == [["1", "2"], ["2"]])
        let unknown = try await scene.call(.post, path, ["recipients": [["email": "eve@example.org"]]])
        #expect(unknown.status == 422)
        let draft = try await scene.create(["draft": true])
        let refused = try await scene.call(.post, "documents/\(draft["id"] ?? "")/remind")
        #expect(refused.status == 422 && refused.errors["document"] is String)
    }

    @Test("Recipients are replaced until they start, and by nobody whom the document has already")
    func recipients() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(people: 2)
        let path = "documents/\(made["id"] ?? "")/recipients"
        func replace(_ id: String, _ email: String) async throws -> HTTPReply {
            try await scene.call(.patch, path, ["recipients": [["id": id, "name": "Dee", "email": email]]])
        }
        let changed = try await replace("2", "dee@example.org")
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed.objects("recipients").map { $0["email"] as? String } == ["bo@example.org", "dee@example.org"])
        #expect(try await replace("2", "bo@example.org").status == 422)
        #expect(try await replace("9", "x@example.org").status == 422)
        try await scene.sign("1", made)
        let late = try await replace("1", "x@example.org")
        #expect(late.status == 422 && late.errors["recipients[1]"] is [String], "\(late.text)")
        try await scene.sign("2", made)
        let completed = try await replace("2", "x@example.org")
        #expect(completed.status == 409 && completed.errors["base"] is [String])
    }

    @Test("Statuses follow what recipients do")
    func statuses() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(people: 2)
        let id = try await scene.envelope(made).id
        func status() async throws -> String? { try await scene.call(.get, "documents/\(id)")["status"] }
        #expect(try await status() == "Sent")
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo")
        _ = try await scene.stage.service.ledger.perform(
            .view(recipientID: "1"), on: id, CommandContext(at: scene.stage.clock.now, actor: bo))
        #expect(try await status() == "Viewed")
        try await scene.sign("1", made)
        #expect(try await status() == "Pending")
        let cy = EventActor(kind: .recipient, id: "2", name: "Cy")
        _ = try await scene.stage.service.ledger.perform(
            .decline(recipientID: "2", reason: "Too dear."), on: id,
            CommandContext(at: scene.stage.clock.now, actor: cy))
        let declined = try await scene.call(.get, "documents/\(id)")
        #expect(declined["status"] == "Declined" && declined["decline_message"] == "Too dear.")
    }

    @Test("Files of kinds that become no PDF are refused with what is taken, whatever their names are")
    func files() async throws {
        let scene = try SignWellScene()
        let answer = try await scene.call(
            .post, "documents",
            SignWellScene.body([
                "files": [
                    ["name": "lease.docx", "file_base64": try SignWellScene.pdf()],
                    ["name": "b.pdf", "file_base64": Data("hello".utf8).base64EncodedString()],
                    ["name": "c.pdf", "file_base64": "§"], ["name": "d.pdf", "file_url": "https://example.org/d.pdf"],
                ]
            ]))
        #expect(answer.status == 422)
        let files = try #require(answer.errors["files"] as? [String: [String: [String]]])
        #expect(files["file_1"] == nil)
        #expect(files["file_2"]?["file_base64"]?.first?.contains("neither a PDF") == true)
        #expect(files["file_3"]?["file_base64"] != nil)
        #expect(files["file_4"]?["file_url"] != nil)
    }

    @Test("Nothing is stored of a refused request, and another account's documents appear not to exist")
    func nothingStored() async throws {
        let scene = try SignWellScene()
        let refused = try await scene.call(.post, "documents", SignWellScene.body(["fields": [[[String: Any]]]()]))
        #expect(refused.status == 422)
        #expect(try await scene.call(.get, "documents").json["total_count"] as? Int == 0)
        let made = try await scene.create()
        let other = try await scene.call(.get, "documents/\(made["id"] ?? "")", as: Stage.eve)
        #expect(other.status == 404)
        #expect((other.json["meta"] as? [String: Any])?["error"] as? String == "record_not_found")
    }

    @Test("The Mexican certificate is not available")
    func certificate() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create()
        let answer = try await scene.call(.get, "documents/\(made["id"] ?? "")/nom151_certificate")
        #expect(answer.status == 422 && answer.errors["not_available"] is String)
    }

    @Test("Whoever signs alone needs neither recipients nor fields, and gets the address of their own page")
    func selfSigning() async throws {
        let scene = try SignWellScene()
        let made = try await scene.call(
            .post, "documents",
            ["self_sign": true, "files": [["name": "lease.pdf", "file_base64": try SignWellScene.pdf()]]])
        #expect(made.status == 201, "\(made.text)")
        #expect(made.objects("recipients").first?["email"] as? String == "ada@example.org")
        #expect(made["embedded_edit_url"]?.hasPrefix("https://sign.example.org/embedded/") == true)
    }

    @Test("Without mail, only people who sign embedded can be asked")
    func unreachable() async throws {
        let scene = try SignWellScene { $0.mailsSigners = false }
        let refused = try await scene.call(.post, "documents", SignWellScene.body())
        #expect(refused.status == 422 && refused.errors["recipients"] != nil)
        // The sender has a page of their own.
        #expect(
            try await scene.create(["recipients": [["id": "1", "name": "Ada", "email": "Ada@example.org"]]])["status"]
                == "Sent")
        let made = try await scene.create(["embedded_signing": true])
        #expect(made["status"] == "Sent")
        let address = made.objects("recipients").first?["embedded_signing_url"] as? String
        #expect(address?.hasPrefix("https://sign.example.org/embedded/") == true)
        let unknown = try await scene.call(
            .post, "documents",
            SignWellScene.body([
                "embedded_signing": true, "api_application_id": "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90",
            ]))
        #expect(unknown.status == 422 && unknown.errors["api_application_id"] != nil)
    }
}
