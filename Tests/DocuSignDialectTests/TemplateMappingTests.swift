import Envelopes
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Templates in the API's shapes")
struct TemplateMappingTests {
    private func body() -> [String: Any] {
        var body = Samples.body("recipients.signers.0.roleName", "tenant")
        body["name"] = "Lease"
        body["shared"] = true
        body["status"] = "created"
        return body
    }

    private func wire(_ body: [String: Any]) throws -> Wire.EnvelopeTemplate {
        try Wire.decode(Wire.EnvelopeTemplate.self, from: JSONSerialization.data(withJSONObject: body))
    }

    private func template(_ wire: Wire.EnvelopeTemplate) throws -> Template {
        try wire.template(
            id: TemplateID(UUID()), accountID: "a-1", owner: Samples.sender,
            folder: TemplateFolder(id: "f-1", name: "Leases"),
            documents: try wire.receivedDocuments().map {
                $0.document(pages: [Samples.letter, Samples.letter])
            }, at: Samples.start, newTabID: { TabID(UUID()) })
    }

    @Test("A template survives conversion from and to JSON")
    func roundTrip() throws {
        let template = try template(try wire(body()))
        #expect(template.problems() == [])
        #expect(template.name == "Lease" && template.isShared && template.recipients.map(\.roleName) == ["tenant"])
        #expect(template.tabs.count == 3 && template.customFields.map(\.name) == ["orderId"])
        let answer = Wire.EnvelopeTemplate(template, including: [.documents, .recipients, .tabs, .customFields])
        let bytes = try JSONEncoder().encode(answer)
        let read = try Wire.decode(Wire.EnvelopeTemplate.self, from: bytes)
        #expect(read == answer)
        var number = 0
        let ids = template.tabs.map(\.id)
        let again = try read.template(
            id: template.id, accountID: "a-1", owner: Samples.sender, folder: template.folder,
            documents: template.documents, at: Samples.start,
            newTabID: {
                number += 1
                return ids[number - 1]
            })
        #expect(again == template)
        let json = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(json["shared"] as? String == "true" && json["pageCount"] as? String == "2")
        #expect((json["owner"] as? [String: Any])?["userName"] as? String == "Ada Sender")
        #expect(json["folderUri"] as? String == "/folders/f-1")
    }

    @Test(
        "A member that would change signers or sealing is refused in templates too",
        arguments: [
            "recipients.signers.0.idCheckConfigurationName", "workflow", "password", "recipients.agents.0.name",
        ])
    func refusals(path: String) throws {
        var body = body()
        if path == "recipients.agents.0.name" {
            body["recipients"] = ["agents": [["name": "x"]]]
        } else if path.hasPrefix("recipients") {
            body = Samples.body(path, "1234")
        } else {
            body[path] = "x"
        }
        #expect(throws: APIError.self) { try wire(body) }
    }

    @Test("Roles fill in people and the values of their tabs")
    func roles() throws {
        let definition = try Samples.decode([
            "templateId": "eeeeeeee-0000-0000-0000-000000000005", "status": "sent",
            "templateRoles": [
                [
                    "roleName": "tenant", "name": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-77",
                    "routingOrder": "2", "inPersonSignerName": "Bo",
                    "tabs": [
                        "textTabs": [["tabLabel": "Rent", "value": "950"]],
                        "checkboxTabs": [["tabLabel": "Pets", "selected": "true"]],
                        "listTabs": [["tabLabel": "Town", "listItems": [["value": "b", "selected": "true"]]]],
                        "radioGroupTabs": [
                            [
                                "groupName": "Term",
                                "radios": [["value": "1", "selected": "false"], ["value": "2", "selected": "true"]],
                            ]
                        ],
                    ],
                ]
            ],
        ])
        let filling = try definition.filling(leavingOutUnfilled: false)
        #expect(
            filling.roles == [
                TemplateRole(
                    .role("tenant"), name: "Bo Signer", email: "bo@example.org", inPersonSignerName: "Bo",
                    clientUserID: "u-77", routingOrder: 2,
                    tabValues: [
                        TabDefault(label: "Rent", value: "950", kind: .text),
                        TabDefault(label: "Pets", value: "true", kind: .checkbox),
                        TabDefault(label: "Town", value: "b", kind: .list),
                        TabDefault(label: "1", value: "false", kind: .radio, group: "Term"),
                        TabDefault(label: "2", value: "true", kind: .radio, group: "Term"),
                    ])
            ])
        let written = try JSONDecoder().decode(
            Wire.EnvelopeDefinition.self, from: JSONEncoder().encode(definition))
        #expect(written == definition)
    }

    @Test("An empty e-mail subject beside a template counts as missing")
    func subject() throws {
        func subject(_ text: String) throws -> String? {
            let body: [String: Any] = ["templateId": "eeeeeeee-0000-0000-0000-000000000005", "emailSubject": text]
            return try Samples.decode(body).filling(leavingOutUnfilled: false).emailSubject
        }
        #expect(try subject("") == nil)
        #expect(try subject("Your lease") == "Your lease")
    }

    @Test("The service reads the same values that a client writes")
    func values() throws {
        let values = [
            TabDefault(label: "Rent", value: "950", kind: .text),
            TabDefault(label: "Pets", value: "false", kind: .checkbox),
            TabDefault(label: "Town", value: "b", kind: .list),
            TabDefault(label: "2", value: "true", kind: .radio, group: "Term"),
        ]
        #expect(try Wire.Tabs(values).values(at: "tabs") == values)
    }

    @Test(
        "Documents or recipients beside a template, and roles without one, are refused by name",
        arguments: [
            (["templateId": "x", "documents": [["documentId": "1"]]], "documents"),
            (["templateRoles": [["roleName": "x"]]], "requires templateId"),
            (["compositeTemplates": [["serverTemplates": [["templateId": "x"]]]]], "compositeTemplates"),
            (["templateId": "x", "templateRoles": [["roleName": "a", "accessCode": "1"]]], "accessCode"),
        ] as [([String: any Sendable], String)])
    func mixtures(body: [String: any Sendable], words: String) throws {
        do {
            _ = try Samples.decode(body)
            Issue.record("it was taken")
        } catch let error as APIError {
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    @Test("A list's query survives conversion, and unsupported parameters are refused by name")
    func query() throws {
        var query = TemplatesQuery(
            searchText: "lease & more", folderIDs: ["a", "b"], userFilter: .ownedByMe, start: 20, count: 10,
            order: .modified, ascending: true, parts: [.documents, .folders])
        query.searchesNamesOnly = true
        let parameters = Dictionary(query.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        #expect(try TemplatesQuery(parameters) == query)
        #expect(try TemplatesQuery([:]).ascending)
        #expect(try !TemplatesQuery(["order_by": "modified"]).ascending)
        #expect(query.uri(start: 30).contains("search_text=lease%20%26%20more"))
        for (name, value) in [
            ("order_by", "used"), ("user_filter", "mine"), ("count", "0"), ("shared_by_me", "true"), ("order", "up"),
            ("search_fields", "description"),
        ] {
            #expect(throws: APIError.self) { try TemplatesQuery([name: value]) }
        }
    }
}
