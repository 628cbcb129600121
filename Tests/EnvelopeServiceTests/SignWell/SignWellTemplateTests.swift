import EnvelopeService
import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import TestSupport

@Suite("The second dialect's templates")
struct SignWellTemplateTests {
    private static func body(_ changes: [String: Any] = [:]) throws -> [String: Any] {
        let body: [String: Any] = [
            "name": "Lease template", "subject": "Your lease",
            "files": [["name": "lease.pdf", "file_base64": try SignWellScene.pdf()]],
            "placeholders": [["id": "1", "name": "Tenant"], ["id": "2", "name": "Landlord"]],
            "copied_placeholders": [
                ["name": "Lawyer", "preassigned_recipient_name": "Lu", "preassigned_recipient_email": "lu@example.org"]
            ],
            "fields": [
                [
                    ["type": "signature", "x": 100, "y": 100, "page": 1, "placeholder_id": "1"],
                    ["type": "text", "x": 100, "y": 200, "page": 1, "placeholder_id": "1", "api_id": "Town"],
                    ["type": "signature", "x": 100, "y": 300, "page": 1, "placeholder_id": "2"],
                ]
            ],
        ]
        return body.merging(changes) { $1 }
    }

    private static func made(_ scene: SignWellScene, _ changes: [String: Any] = [:]) async throws -> HTTPReply {
        let answer = try await scene.call(.post, "document_templates", body(changes))
        try #require(answer.status == 201, "\(answer.text)")
        return answer
    }

    private static func people(_ changes: [String: Any] = [:], template: HTTPReply) -> [String: Any] {
        let body: [String: Any] = [
            "template_id": template["id"] ?? "",
            "recipients": [
                ["id": "a", "placeholder_name": "Tenant", "name": "Bo", "email": "bo@example.org"],
                ["id": "b", "placeholder_name": "Landlord", "name": "Cy", "email": "cy@example.org"],
            ],
        ]
        return body.merging(changes) { $1 }
    }

    @Test("A template is created, read, changed, listed and deleted")
    func life() async throws {
        let scene = try SignWellScene()
        let made = try await Self.made(scene)
        #expect(made["status"] == "Available" && made["name"] == "Lease template")
        #expect(made.objects("placeholders").map { $0["name"] as? String } == ["Tenant", "Landlord"])
        #expect(
            made.objects("copied_placeholders").first?["preassigned_recipient_email"] as? String == "lu@example.org")
        let fields = try #require((made.json["fields"] as? [[[String: Any]]])?.first)
        #expect(fields.map { $0["placeholder_name"] as? String } == ["Tenant", "Tenant", "Landlord"])
        let path = "document_templates/\(made["id"] ?? "")"
        let changed = try await scene.call(
            .put, path, ["name": "Other", "draft": true, "expires_in": 9, "allow_decline": false])
        #expect(
            changed.status == 200 && changed["name"] == "Other" && changed["status"] == "Created", "\(changed.text)")
        #expect(changed.json["expires_in"] as? Int == 9 && changed.json["allow_decline"] as? Bool == false)
        #expect(changed["subject"] == "Your lease")
        for (query, count) in [("status:Available", 0), ("status:Created", 1), ("name:other", 1), ("name:lease", 0)] {
            let list = try await scene.call(.get, "document_templates", query: ["query": query])
            #expect(list.objects("templates").count == count, "\(query): \(list.text)")
        }
        #expect(try await scene.call(.delete, path).status == 204)
        #expect(try await scene.call(.get, path).status == 404)
    }

    @Test("Placeholders have to differ, and one has to stay open")
    func refused() async throws {
        let scene = try SignWellScene()
        let answer = try await scene.call(
            .post, "document_templates",
            Self.body([
                "placeholders": [
                    ["id": "1", "name": "Tenant", "preassigned_recipient_email": "bo@example.org"],
                    ["id": "1", "name": "Landlord", "preassigned_recipient_email": "cy"],
                ]
            ]))
        #expect(answer.status == 422)
        let placeholders = try #require(answer.errors["placeholders"] as? [String: Any])
        #expect(placeholders["duplicated_ids"] != nil && placeholders["all_preassigned"] is String)
        #expect(placeholders["placeholder_2"] != nil)
        #expect((answer.errors["fields"] as? [String: Any])?["invalid_ids"] != nil)
    }

    @Test("People take a template's placeholders, values fill its fields, and the document names its template")
    func document() async throws {
        let scene = try SignWellScene()
        let template = try await Self.made(scene)
        let answer = try await scene.call(
            .post, "document_templates/documents",
            Self.people(["template_fields": [["api_id": "Town", "value": "Ghent"]]], template: template))
        #expect(answer.status == 201, "\(answer.text)")
        #expect(answer["name"] == "Lease template" && answer["subject"] == "Your lease")
        #expect(answer["template_id"] == template["id"])
        #expect(answer.objects("copied_contacts").first?["email"] as? String == "lu@example.org")
        let fields = try #require((answer.json["fields"] as? [[[String: Any]]])?.first)
        #expect(fields.map { $0["recipient_id"] as? String } == ["a", "a", "b"])
        #expect(fields[1]["value"] as? String == "Ghent")
    }

    @Test("Several templates and a file of its own make one document")
    func several() async throws {
        let scene = try SignWellScene()
        let (first, second) = (try await Self.made(scene), try await Self.made(scene, ["name": "Annex"]))
        var body = Self.people(["template_ids": [first["id"] ?? "", second["id"] ?? ""]], template: first)
        body["template_id"] = nil
        body["files"] = [["name": "extra.pdf", "file_base64": try SignWellScene.pdf()]]
        body["fields"] = [[["type": "initials", "x": 10, "y": 10, "page": 1, "recipient_id": "b"]]]
        let answer = try await scene.call(.post, "document_templates/documents", body)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(answer.objects("files").map { $0["name"] as? String } == ["lease.pdf", "lease.pdf", "extra.pdf"])
        #expect((answer.json["fields"] as? [[Any]])?.map(\.count) == [3, 3, 1])
        #expect((answer.json["template_ids"] as? [String])?.count == 2)
    }

    @Test("An excluded placeholder leaves with its fields; an open one, an unknown name and no template are refused")
    func placeholders() async throws {
        let scene = try SignWellScene()
        let template = try await Self.made(scene)
        let tenant = [["id": "a", "placeholder_name": "Tenant", "name": "Bo", "email": "bo@example.org"]]
        let path = "document_templates/documents"
        let excluded = try await scene.call(
            .post, path,
            Self.people(["recipients": tenant, "exclude_placeholders": ["Landlord"]], template: template))
        #expect(excluded.status == 201, "\(excluded.text)")
        #expect((excluded.json["fields"] as? [[Any]])?.map(\.count) == [2])
        let open = try await scene.call(.post, path, Self.people(["recipients": tenant], template: template))
        #expect(open.status == 422 && open.text.contains("Landlord"))
        let unknown = try await scene.call(
            .post, path,
            Self.people(
                ["template_fields": [["api_id": "town", "value": "x"]], "exclude_placeholders": ["Judge"]],
                template: template))
        #expect(unknown.status == 422)
        #expect(unknown.errors["template_fields"] != nil && unknown.errors["exclude_placeholders"] != nil)
        let none = try await scene.call(.post, path, ["recipients": tenant])
        #expect(none.status == 422 && none.errors["template_id_or_ids"] is String)
    }

    @Test("A draft template makes no document")
    func draft() async throws {
        let scene = try SignWellScene()
        let template = try await Self.made(scene, ["draft": true])
        #expect(template["status"] == "Created")
        let answer = try await scene.call(
            .post, "document_templates/documents", Self.people(template: template))
        #expect(answer.status == 422)
    }
}
