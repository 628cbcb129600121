import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing

/// A request that comes again under its `transactionId`, after an answer that was lost.
@Suite("Repeated requests")
struct RepeatedRequestTests {
    private static func place(_ label: String, y: Int) -> [String: Any] {
        ["documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": String(y), "tabLabel": label]
    }

    private func post(_ stage: Stage, _ path: String, _ body: [String: Any], as user: Identity = Stage.ada) async throws
        -> HTTPReply
    {
        await stage.call(
            .post, "/restapi/v2.1/accounts/\(user.accountID)/\(path)",
            try JSONSerialization.data(withJSONObject: body), headers: [.contentType: "application/json"], as: user)
    }

    private func template(_ stage: Stage) async throws -> TemplateID {
        let document = try Device.pdf().base64EncodedString()
        let answer = try await post(
            stage, "templates",
            [
                "name": "Lease", "shared": "true", "emailSubject": "Your lease",
                "documents": [["documentId": "1", "name": "lease.pdf", "documentBase64": document]],
                "recipients": [
                    "signers": [
                        [
                            "recipientId": "1", "roleName": "tenant",
                            "tabs": ["signHereTabs": [Self.place("Signature", y: 300)]],
                        ]
                    ]
                ],
            ])
        return try #require(answer["templateId"].flatMap(TemplateID.init(rawValue:)), "\(answer.text)")
    }

    private func request(_ template: TemplateID, name: String = "Bo Signer") -> [String: Any] {
        [
            "transactionId": "order-42", "status": "sent", "templateId": template.rawValue,
            "templateRoles": [["roleName": "tenant", "name": name, "email": "bo@example.org"]],
        ]
    }

    enum Change: CaseIterable {
        case none, subject, deletion
    }

    private func change(_ id: TemplateID, _ change: Change, _ stage: Stage) async throws {
        let templates = stage.service.stores.templates
        switch change {
        case .none: return
        case .subject:
            var template = try #require(try await templates.template(id))
            template.emailSubject = "Another lease"
            try await templates.keep(template)
        case .deletion: try await templates.remove(id)
        }
    }

    @Test("A repeated request gets its envelope, whatever happened to the template", arguments: Change.allCases)
    func again(after change: Change) async throws {
        let stage = try Stage()
        let id = try await template(stage)
        let first = try await post(stage, "envelopes", request(id))
        #expect(first.status == 201, "\(first.text)")
        try await self.change(id, change, stage)
        let second = try await post(stage, "envelopes", request(id))
        #expect(second.status == 201, "\(second.text)")
        #expect(second["envelopeId"] == first["envelopeId"])
        let page = try await stage.service.ledger.events.page(EnvelopeQuery(accountID: Stage.ada.accountID))
        #expect(page.total == 1)
    }

    @Test("Another request under the same id is refused, and so is another user's")
    func other() async throws {
        let stage = try Stage()
        let id = try await template(stage)
        #expect(try await post(stage, "envelopes", request(id)).status == 201)
        try await post(stage, "envelopes", request(id, name: "Cy Other"))
            .expectRefusal(409, "TRANSACTION_ID_IN_USE", containing: "order-42")
        try await post(stage, "envelopes", request(id), as: Stage.cy)
            .expectRefusal(409, "TRANSACTION_ID_IN_USE", containing: "order-42")
        try await change(id, .subject, stage)
        try await post(stage, "envelopes", request(id, name: "Cy Other"))
            .expectRefusal(409, "TRANSACTION_ID_IN_USE", containing: "order-42")
    }
}
