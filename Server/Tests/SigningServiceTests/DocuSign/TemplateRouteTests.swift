import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import SigningService

/// A template of two roles, as a program sends it.
enum SampleTemplate {
    static func request(_ name: String = "Lease") throws -> [String: Any] {
        var signer = try signer("1", role: "tenant", y: 600)
        var tabs = signer["tabs"] as? [String: Any] ?? [:]
        tabs["textTabs"] = [place("Rent", y: 480)]
        tabs["checkboxTabs"] = [place("Pets", y: 440)]
        tabs["radioGroupTabs"] = [
            [
                "documentId": "1", "groupName": "Term",
                "radios": ["one year", "two years"].enumerated().map { index, value in
                    [
                        "pageNumber": "1", "xPosition": "100", "yPosition": String(380 + 20 * index), "value": value,
                        "selected": index == 0 ? "true" : "false",
                    ]
                },
            ]
        ]
        tabs["listTabs"] = [
            place("Town", y: 340).merging(
                ["listItems": [["text": "Ghent", "value": "g"], ["text": "Bruges", "value": "b"]]]
            ) { $1 }
        ]
        signer["tabs"] = tabs
        return [
            "name": name, "description": "For flats", "shared": "false", "emailSubject": "Your lease",
            "emailBlurb": "Please sign.",
            "documents": [
                [
                    "documentId": "1", "name": "lease.pdf",
                    "documentBase64": try SampleEnvelope.pdf(pages: 2).base64EncodedString(),
                ]
            ],
            "recipients": ["signers": [signer, try self.signer("2", role: "landlord", y: 540)]],
            "customFields": ["textCustomFields": [["name": "flat", "value": "4"]]],
        ]
    }

    private static func signer(_ id: String, role: String, y: Int) throws -> [String: Any] {
        [
            "recipientId": id, "roleName": role, "routingOrder": id,
            "tabs": ["signHereTabs": [place("Signature", y: y)]],
        ]
    }

    private static func place(_ label: String, y: Int) -> [String: Any] {
        ["documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": String(y), "tabLabel": label]
    }

    static var roles: [[String: Any]] {
        [
            [
                "roleName": "tenant", "name": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-1",
                "tabs": [
                    "textTabs": [["tabLabel": "Rent", "value": "950"]],
                    "checkboxTabs": [["tabLabel": "Pets", "selected": "true"]],
                    "radioGroupTabs": [
                        ["groupName": "Term", "radios": [["value": "two years", "selected": "true"]]]
                    ],
                    "listTabs": [["tabLabel": "Town", "value": "b"]],
                ],
            ],
            ["roleName": "landlord", "name": "Lo Lord", "email": "lo@example.org", "clientUserId": "u-2"],
        ]
    }
}

extension ServiceClient {
    func template(_ name: String = "Lease", _ change: (inout [String: Any]) -> Void = { _ in }) async throws -> String {
        var request = try SampleTemplate.request(name)
        change(&request)
        let answer = try await api(.post, "/templates", request)
        try #require(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        #expect(answer["name"] == name)
        return try #require(answer["templateId"])
    }
}

@Suite("Templates over HTTP")
struct TemplateRouteTests {
    @Test("A template is returned as it was created, with its documents, roles and tabs")
    func roundTrip() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.template()
            let answer = try await client.api(.get, "/templates/\(id)")
            #expect(answer.status == 200)
            #expect(answer["templateId"] == id && answer["name"] == "Lease" && answer["description"] == "For flats")
            #expect(answer["emailSubject"] == "Your lease" && answer["pageCount"] == "2" && answer["shared"] == "false")
            let owner = answer.json["owner"] as? [String: Any]
            #expect(owner?["email"] as? String == "ada@example.org")
            let recipients = try #require(answer.json["recipients"] as? [String: Any])
            let signers = try #require(recipients["signers"] as? [[String: Any]])
            #expect(signers.map { $0["roleName"] as? String } == ["tenant", "landlord"])
            let tabs = try #require(signers[0]["tabs"] as? [String: Any])
            #expect(
                tabs.keys.sorted() == [
                    "checkboxTabs", "listTabs", "radioGroupTabs", "signHereTabs", "textTabs",
                ])
            let document = try await client.api(.get, "/templates/\(id)/documents/1")
            #expect(document.status == 200 && document.headers[.contentType] == "application/pdf")
            #expect(document.body == (try SampleEnvelope.pdf(pages: 2)))
        }
    }

    @Test("A template with several errors is refused with all of them, and nothing is stored")
    func allProblems() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            var request = try SampleTemplate.request("")
            request["recipients"] = [
                "signers": [
                    ["recipientId": "1", "roleName": "tenant"], ["recipientId": "2", "roleName": "tenant"],
                    ["recipientId": "3"],
                ]
            ]
            request["folderName"] = "New folder"
            let answer = try await client.api(.post, "/templates", request)
            for words in ["name is empty", "the role “tenant”", "Recipient 3 has neither"] {
                answer.expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: words)
            }
            #expect(TemporaryFolder.files(below: fixture.folder.appending("data/blobs")).isEmpty)
            let folders = try await client.api(.get, "/folders?include=template_folders")
            #expect((folders.json["folders"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("Template lists are searched, sorted and split into pages")
    func lists() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            for name in ["Émile's lease", "zebra", "Alpha 100%", "beta lease"] {
                _ = try await client.template(name) { $0["folderName"] = name == "zebra" ? "Animals" : nil }
                fixture.clock.advance(60)
            }
            func names(_ query: String) async throws -> [String?] {
                let answer = try await client.api(.get, "/templates\(query)")
                #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
                return (answer.json["envelopeTemplates"] as? [[String: Any]] ?? []).map { $0["name"] as? String }
            }
            #expect(try await names("") == ["Alpha 100%", "beta lease", "Émile's lease", "zebra"])
            #expect(try await names("?search_text=LEASE%27") == [])
            #expect(try await names("?search_text=emile") == ["Émile's lease"])
            #expect(try await names("?search_text=100%25") == ["Alpha 100%"])
            #expect(try await names("?search_text=flats").count == 4)
            #expect(try await names("?search_text=flats&search_fields=name") == [])
            #expect(try await names("?search_text=emile&search_fields=Name") == ["Émile's lease"])
            #expect(try await names("?order=desc&count=1") == ["zebra"])
            #expect(try await names("?order_by=modified") == ["beta lease", "Alpha 100%", "zebra", "Émile's lease"])
            #expect(try await names("?start_position=1&count=2") == ["beta lease", "Émile's lease"])
            #expect(try await names("?user_filter=shared_with_me") == [])
            #expect(try await names("?user_filter=owned_by_me&count=2000").count == 4)
            let page = try await client.api(.get, "/templates?start_position=1&count=2&include=folders")
            #expect(page["totalSetSize"] == "4" && page["resultSetSize"] == "2" && page["endPosition"] == "2")
            let next = try #require(page["nextUri"])
            #expect((try await client.api(.get, next))["startPosition"] == "3")
            let folder = try #require((page.json["folders"] as? [[String: Any]])?.first)
            #expect(folder["name"] as? String == "Animals" && folder["itemCount"] as? String == "1")
            #expect(try await names("?folder_ids=\(folder["folderId"] as? String ?? "")") == ["zebra"])
            (try await client.api(.get, "/templates?order_by=used")).expectRefusal(
                400, "INVALID_REQUEST_PARAMETER", containing: "order_by")
        }
    }

    @Test("A repeated request returns its envelope even after its template was deleted")
    func repeatedAfterDeletion() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.template()
            let request: [String: Any] = [
                "templateId": id, "templateRoles": SampleTemplate.roles, "status": "sent", "transactionId": "order-42",
            ]
            let made = try #require(try await client.api(.post, "/envelopes", request)["envelopeId"])
            #expect(try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [id]]).status == 200)
            #expect(try await client.api(.post, "/envelopes", request)["envelopeId"] == made)
        }
    }

    @Test("A template in the recycle bin is no longer found; envelopes made from it stay")
    func deleting() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.template()
            let made = try await client.api(
                .post, "/envelopes", ["templateId": id, "templateRoles": SampleTemplate.roles, "status": "sent"])
            let moved = try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [id]])
            #expect(moved.status == 200)
            (try await client.api(.get, "/templates/\(id)")).expectRefusal(
                404, "TEMPLATE_ID_INVALID", containing: "no template")
            let envelope = try #require(made["envelopeId"])
            #expect(try await client.api(.get, "/envelopes/\(envelope)/documents/1").status == 200)
        }
    }

    @Test("A deleted template's orphaned documents leave the disk once they are old enough")
    func deletedBlobs() async throws {
        let fixture = try await ServiceFixture { $0.envelopes.unusedBlobLife = 600 }
        let blobs = fixture.folder.appending("data/blobs")
        // The files have the time of this machine, which the service's clock is to be near to.
        fixture.clock.advance(Date().timeIntervalSince(fixture.clock.now))
        try await fixture.test { client in
            func kept() -> Int { TemporaryFolder.files(below: blobs).count }
            func documents(_ text: String) throws -> [[String: Any]] {
                var composition = PDFComposition(DocumentInformation(title: text))
                composition.addPage()
                composition.addPage()
                return [
                    [
                        "documentId": "1", "name": "lease.pdf",
                        "documentBase64": try composition.data().base64EncodedString(),
                    ]
                ]
            }
            func delete(_ id: String) async throws {
                let answer = try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [id]])
                #expect(answer.status == 200)
            }
            let (shared, copy) = (try await client.template("Shared"), try await client.template("Copy"))
            let used = try await client.template("Used") { $0["documents"] = try? documents("used") }
            let young = try await client.template("Young") { $0["documents"] = try? documents("young") }
            let made = try await client.api(
                .post, "/envelopes", ["templateId": used, "templateRoles": SampleTemplate.roles, "status": "sent"])
            #expect(made.status == 201 && kept() == 3)
            // Others may have stored the same bytes a moment ago and be about to name them.
            try await delete(young)
            #expect(kept() == 3)
            fixture.clock.advance(700)
            try await delete(copy)
            #expect(kept() == 2)
            // Another template has the one, an envelope the other.
            try await delete(used)
            #expect(kept() == 2)
            try await delete(shared)
            #expect(kept() == 1)
            let envelope = try #require(made["envelopeId"])
            #expect(try await client.api(.get, "/envelopes/\(envelope)/documents/1").status == 200)
        }
    }

    @Test("The documents of a refused envelope leave the disk")
    func refusedBlobs() async throws {
        let fixture = try await ServiceFixture { $0.envelopes.unusedBlobLife = 600 }
        let ledger = fixture.service.ledger
        fixture.clock.advance(Date().timeIntervalSince(fixture.clock.now))
        try await fixture.test { client in
            _ = try await client.envelope { $0["transactionId"] = "order-42" }
            var other = try SampleEnvelope.request(pdf: SampleEnvelope.pdf(pages: 3))
            other["transactionId"] = "order-42"
            (try await client.api(.post, "/envelopes", other)).expectRefusal(
                409, "TRANSACTION_ID_IN_USE", containing: "order-42")
            fixture.clock.advance(700)
            // What stores something looks for what came to nothing.
            _ = try await client.template()
            #expect(try await !ledger.blobs.contains(BlobHash(of: SampleEnvelope.pdf(pages: 3))))
            #expect(try await ledger.blobs.contains(BlobHash(of: SampleEnvelope.pdf())))
        }
    }

    @Test("A template can be moved into a folder, but not into one that does not exist")
    func moving() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            _ = try await client.template("First") { $0["folderName"] = "Leases" }
            let second = try await client.template("Second")
            let folders = try await client.api(.get, "/folders?template=only")
            let folder = try #require((folders.json["folders"] as? [[String: Any]])?.first?["folderId"] as? String)
            #expect(try await client.api(.put, "/folders/\(folder)", ["envelopeIds": [second]]).status == 200)
            #expect((try await client.api(.get, "/templates/\(second)"))["folderName"] == "Leases")
            (try await client.api(.put, "/folders/\(UUID())", ["envelopeIds": [second]])).expectRefusal(
                404, "FOLDER_DOES_NOT_EXIST", containing: "no folder")
        }
    }

    @Test("Another account's templates are not found")
    func otherAccounts() async throws {
        let fixture = try await ServiceFixture()
        let other = try await fixture.service.accounts.create(name: "Eve", email: "eve@example.org", at: Moment.start)
        try await fixture.test { client in
            let id = try await client.template { $0["shared"] = "true" }
            func eve(_ method: String) async throws -> Answer {
                try await client.api(
                    method == "GET" ? .get : .post,
                    method == "GET" ? "/templates/\(id)" : "/envelopes",
                    method == "GET" ? nil : ["templateId": id, "templateRoles": SampleTemplate.roles],
                    account: other.identity.accountID, token: other.accessToken.text)
            }
            (try await eve("GET")).expectRefusal(404, "TEMPLATE_ID_INVALID", containing: "no template")
            (try await eve("POST")).expectRefusal(404, "TEMPLATE_ID_INVALID", containing: "no template")
        }
    }

    @Test("An envelope from a template has its recipients in their roles and values in the tabs")
    func envelopeFromTemplate() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.template()
            let answer = try await client.api(
                .post, "/envelopes",
                [
                    "templateId": id, "status": "sent", "templateRoles": SampleTemplate.roles,
                    "emailSubject": "Bo's lease",
                    "customFields": [
                        "textCustomFields": [["name": "flat", "value": "7"], ["name": "floor", "value": "2"]]
                    ],
                ])
            #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
            let envelopeID = try #require(answer["envelopeId"].flatMap(EnvelopeID.init(rawValue:)))
            let envelope = try await fixture.service.ledger.envelope(envelopeID)
            #expect(envelope.status == .sent && envelope.emailSubject == "Bo's lease")
            #expect(envelope.definition.emailBlurb == "Please sign.")
            #expect(envelope.recipients.map(\.name) == ["Bo Signer", "Lo Lord"])
            #expect(envelope.recipients.map(\.clientUserID) == ["u-1", "u-2"])
            func value(_ label: String) -> String? { envelope.tabs.first { $0.label == label }?.value }
            #expect(value("Rent") == "950" && value("Pets") == "true" && value("Town") == "b")
            #expect(value("two years") == "true" && value("one year") == "false")
            #expect(envelope.definition.customFields.map { "\($0.name)=\($0.value)" } == ["flat=7", "floor=2"])
            _ = try await client.ticket(envelopeID.rawValue)
        }
    }

    @Test("Unfilled roles are all refused; a draft may omit them on request")
    func unfilledRoles() async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.template()
            let nobody: [String: Any] = ["templateId": id, "status": "sent"]
            for words in ["tenant", "landlord"] {
                (try await client.api(.post, "/envelopes", nobody)).expectRefusal(
                    400, "INVALID_RECIPIENT_ID", containing: words)
            }
            var half: [String: Any] = ["templateId": id, "templateRoles": [SampleTemplate.roles[0]]]
            (try await client.api(.post, "/envelopes", half)).expectRefusal(
                400, "INVALID_RECIPIENT_ID", containing: "landlord")
            let draft = try await client.api(.post, "/envelopes?merge_roles_on_draft=true", half)
            #expect(draft.status == 201 && draft["status"] == "created")
            half["status"] = "sent"
            (try await client.api(.post, "/envelopes?merge_roles_on_draft=true", half)).expectRefusal(
                400, "INVALID_RECIPIENT_ID", containing: "landlord")
        }
    }

    @Test(
        "A request that names an unknown role or field is refused by that name",
        arguments: [
            ("roleName", "janitor", "janitor"), ("label", "Deposit", "Deposit"),
        ])
    func unknownNames(member: String, value: String, words: String) async throws {
        let fixture = try await ServiceFixture()
        try await fixture.test { client in
            let id = try await client.template()
            var roles = SampleTemplate.roles
            if member == "roleName" {
                roles[0]["roleName"] = value
            } else {
                roles[0]["tabs"] = ["textTabs": [["tabLabel": value, "value": "1"]]]
            }
            let answer = try await client.api(.post, "/envelopes", ["templateId": id, "templateRoles": roles])
            #expect(answer.status == 400)
            #expect(answer["message"]?.contains(words) == true)
        }
    }
}
