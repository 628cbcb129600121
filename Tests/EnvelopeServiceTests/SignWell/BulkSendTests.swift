import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("The second dialect's bulk sends")
struct BulkSendTests {
    private static func template(_ scene: SignWellScene) async throws -> String {
        let answer = try await scene.call(
            .post, "document_templates",
            [
                "name": "Lease", "files": [["name": "lease.pdf", "file_base64": try SignWellScene.pdf()]],
                "placeholders": [["id": "1", "name": "Document Tenant"]],
                "fields": [
                    [
                        ["type": "signature", "x": 100, "y": 100, "page": 1, "placeholder_id": "1"],
                        [
                            "type": "text", "x": 100, "y": 200, "page": 1, "placeholder_id": "1", "api_id": "Town",
                            "validation": "letters",
                        ],
                    ]
                ],
            ])
        try #require(answer.status == 201, "\(answer.text)")
        return answer["id"] ?? ""
    }

    private static func csv(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private static let titles = "document_tenant_email,document_tenant_name,document_tenant_Town"

    @Test("The table's titles come from the templates' placeholders and fields")
    func table() async throws {
        let scene = try SignWellScene()
        let query = ["template_ids[]": try await Self.template(scene)]
        let plain = try await scene.call(.get, "bulk_sends/csv_template", query: query)
        #expect(plain.text == Self.titles + "\r\n")
        #expect(plain.headers[.contentType] == "application/octet-stream")
        let coded = try await scene.call(
            .get, "bulk_sends/csv_template", query: query.merging(["base64": "true"]) { $1 })
        #expect(coded["data"].flatMap { Data(base64Encoded: $0) } == plain.body)
        #expect(try await scene.call(.get, "bulk_sends/csv_template").status == 400)
    }

    /// Runs the jobs of bulk sends that are due, and returns the reasons of those that can never succeed.
    ///
    /// - Parameter holder: the process that runs them
    private static func runJobs(
        _ scene: SignWellScene, most count: Int = .max, by holder: String = "a"
    ) async throws -> [String] {
        let service = scene.stage.service
        let jobs = service.stores.jobs
        var reasons: [String] = []
        for _ in 0..<count {
            let claimed = try await jobs.claim(
                1, kinds: [.bulkSend], except: [], by: holder, lease: 60, at: scene.stage.clock.now)
            guard let job = claimed.first else { break }
            let row = try CanonicalJSON.value(BulkSendRow.self, from: job.payload)
            if let reason = try await service.makeDocument(of: row) { reasons.append(reason) }
            #expect(try await jobs.finish(job, at: scene.stage.clock.now))
        }
        return reasons
    }

    /// A bulk send for Bo and Cy.
    private static func two(_ template: String) -> [String: Any] {
        [
            "template_ids": [template],
            "bulk_send_csv": csv("\(titles)\nbo@example.org,Bo,Ghent\ncy@example.org,Cy,Bern\n"),
        ]
    }

    @Test("Documents are made one after another, and the bulk send tells how many there are")
    func progress() async throws {
        let scene = try SignWellScene()
        let made = try await scene.call(.post, "bulk_sends", Self.two(try await Self.template(scene)))
        let path = "bulk_sends/\(made["id"] ?? "")"
        for (count, status) in [(0, "Enqueuing"), (1, "Enqueuing"), (2, "Sent")] {
            let documents = try await scene.call(.get, "\(path)/documents")
            #expect(documents.json["total_count"] as? Int == count && documents.objects("documents").count == count)
            #expect(try await scene.call(.get, path)["status"] == status)
            #expect(try await Self.runJobs(scene, most: 1) == [])
        }
    }

    @Test("Another process takes over a row whose process stopped, and makes no document twice")
    func takenOver() async throws {
        let scene = try SignWellScene()
        let made = try await scene.call(.post, "bulk_sends", Self.two(try await Self.template(scene)))
        let service = scene.stage.service
        // The first process makes the document, and stops before it says so.
        let held = try await service.stores.jobs.claim(
            1, kinds: [.bulkSend], except: [], by: "a", lease: 60, at: scene.stage.clock.now)
        let row = try CanonicalJSON.value(BulkSendRow.self, from: try #require(held.first).payload)
        #expect(try await service.makeDocument(of: row) == nil)
        #expect(try await Self.runJobs(scene, by: "b") == [], "The second row waits for the first")
        #expect(try await scene.call(.get, "documents").json["total_count"] as? Int == 1)
        scene.stage.clock.advance(61)
        #expect(try await Self.runJobs(scene, by: "b") == [])
        #expect(try await scene.call(.get, "documents").json["total_count"] as? Int == 2)
        #expect(try await scene.call(.get, "bulk_sends/\(made["id"] ?? "")")["status"] == "Sent")
    }

    @Test("A row whose template is deleted meanwhile is given up with its reason, and counts no more")
    func deletedTemplate() async throws {
        let scene = try SignWellScene()
        let template = try await Self.template(scene)
        let made = try await scene.call(.post, "bulk_sends", Self.two(template))
        let path = "bulk_sends/\(made["id"] ?? "")"
        #expect(try await Self.runJobs(scene, most: 1) == [])
        #expect(try await scene.call(.delete, "document_templates/\(template)").status == 204)
        let reasons = try await Self.runJobs(scene)
        #expect(reasons.count == 1 && reasons.first?.contains("404") == true, "\(reasons)")
        let read = try await scene.call(.get, path)
        #expect(read.json["documents_count"] as? Int == 1 && read["status"] == "Sent", "\(read.text)")
    }

    @Test("Each row makes a document, and the bulk send counts them")
    func rows() async throws {
        let scene = try SignWellScene()
        let template = try await Self.template(scene)
        let body: [String: Any] = [
            "template_ids": [template], "name": "March", "subject": "Sign, please",
            "bulk_send_csv": Self.csv(
                "\(Self.titles)\nbo@example.org,Bo,Ghent\ncy@example.org,\"Cy, \"\"C\"\"\",\n"),
        ]
        #expect(try await scene.call(.post, "bulk_sends/validate_csv", body).status == 200)
        #expect(try await scene.call(.get, "documents").json["total_count"] as? Int == 0)
        let made = try await scene.call(.post, "bulk_sends", body)
        #expect(made.status == 201 && made["status"] == "Enqueuing", "\(made.text)")
        #expect(made.json["documents_count"] as? Int == 2)
        let path = "bulk_sends/\(made["id"] ?? "")"
        #expect(try await Self.runJobs(scene) == [])
        let documents = try await scene.call(.get, "\(path)/documents")
        #expect(documents.json["total_count"] as? Int == 2)
        let people = documents.objects("documents").compactMap { ($0["recipients"] as? [[String: Any]])?.first }
        #expect(people.map { $0["name"] as? String } == ["Bo", "Cy, \"C\""])
        #expect(documents.objects("documents").first?["subject"] as? String == "Sign, please")
        let read = try await scene.call(.get, path)
        #expect(read.json["documents_not_completed"] as? Int == 2)
        #expect(read.objects("templates").first?["name"] as? String == "Lease")
        let list = try await scene.call(.get, "bulk_sends", query: ["user_email": "ADA@example.org"])
        #expect(list.objects("bulk_sends").count == 1)
        let others = try await scene.call(.get, "bulk_sends", query: ["user_email": "cy@example.org"])
        #expect(others.objects("bulk_sends").isEmpty)
        #expect(try await scene.call(.get, path, as: Stage.eve).status == 404)
    }

    @Test("Rows with problems are named, and left out only if that was asked for")
    func wrongRows() async throws {
        let scene = try SignWellScene()
        var body: [String: Any] = [
            "template_ids": [try await Self.template(scene)],
            "bulk_send_csv": Self.csv("\(Self.titles)\nbo@example.org,Bo,Ghent\nnobody,No,R2\n"),
        ]
        let refused = try await scene.call(.post, "bulk_sends", body)
        #expect(refused.status == 422)
        let rows = try #require(refused.errors["bulk_send_csv"] as? [[String: Any]])
        #expect(rows.count == 1 && rows[0]["row"] as? Int == 2)
        #expect((rows[0]["data"] as? [String: String])?["document_tenant_email"] == "nobody")
        #expect((rows[0]["errors"] as? [String])?.count == 2, "\(rows)")
        #expect(try await scene.call(.get, "documents").json["total_count"] as? Int == 0)
        body["skip_row_errors"] = true
        let made = try await scene.call(.post, "bulk_sends", body)
        #expect(made.status == 201 && made.json["documents_count"] as? Int == 1, "\(made.text)")
    }

    @Test(
        "A table that cannot be read is refused with its reason",
        arguments: ["", "document_tenant_name\nBo\n", "a,a\n1,2\n", "document_tenant_email\n\"bo", "x"])
    func unreadable(text: String) async throws {
        let scene = try SignWellScene()
        let answer = try await scene.call(
            .post, "bulk_sends/validate_csv",
            ["template_ids": [try await Self.template(scene)], "bulk_send_csv": Self.csv(text)])
        #expect(answer.status == 422 && answer.errors["bulk_send_csv"] != nil, "\(answer.text)")
    }
}
