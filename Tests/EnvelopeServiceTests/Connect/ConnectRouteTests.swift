import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@Suite("Calls to Connect") struct ConnectRouteTests {
    private func call(
        _ stage: Stage, _ method: HTTPRequest.Method, _ path: String, _ body: [String: Any]? = nil,
        as user: Identity = Stage.ada
    ) async throws -> HTTPReply {
        let bytes = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        return await stage.call(
            method, "/restapi/v2.1/accounts/\(user.accountID)/\(path)", bytes,
            headers: [.contentType: "application/json"], as: user)
    }

    private func hook(_ changes: [String: Any] = [:]) -> [String: Any] {
        [
            "name": "Hook", "urlToPublishTo": "https://example.org/hook", "allowEnvelopePublish": "true",
            "events": ["envelope-sent", "recipient-sent"],
            "eventData": ["version": "restv2.1", "includeData": ["tabs"]],
            "includeHMAC": "true",
        ].merging(changes) { $1 }
    }

    /// An envelope sent to one signer.
    private func envelope(_ stage: Stage, _ changes: [String: Any] = [:]) async throws -> HTTPReply {
        let body: [String: Any] = [
            "status": "sent", "emailSubject": "Lease",
            "documents": [
                ["documentId": "1", "name": "l.pdf", "documentBase64": try Device.pdf().base64EncodedString()]
            ],
            "recipients": [
                "signers": [
                    [
                        "recipientId": "1", "name": "Bo", "email": "bo@example.org",
                        "tabs": [
                            "signHereTabs": [
                                ["documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "300"]
                            ]
                        ],
                    ]
                ]
            ],
        ]
        return try await call(stage, .post, "envelopes", body.merging(changes) { $1 })
    }

    @Test("A configuration is created, listed, changed and deleted without showing its password")
    func configurations() async throws {
        let stage = try Stage()
        let made = try await call(stage, .post, "connect", hook(["userName": "hook", "password": "s3cret"]))
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made["connectId"])
        #expect(made["userName"] == "hook" && !made.text.contains("s3cret") && made["allowEnvelopePublish"] == "true")
        #expect(
            made["allUsers"] == "true" && made["includeHMAC"] == "true" && made["requiresAcknowledgement"] == "true")
        let list = try await call(stage, .get, "connect")
        #expect(list["totalRecords"] == "1" && !list.text.contains("s3cret"))
        let stored = try #require(try await stage.service.stores.connect.configurations(of: Stage.ada.accountID).first)
        let sealed = try #require(stored.sealedPassword)
        #expect(!sealed.contains(Data("s3cret".utf8)))
        let purpose = ConnectSecret.password(of: Stage.ada.accountID)
        #expect(try stage.service.stores.secrets.text(sealed, for: purpose) == "s3cret")

        let changed = try await call(
            stage, .put, "connect", ["connectId": id, "name": "Other", "allowEnvelopePublish": "false"])
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed["name"] == "Other" && changed["urlToPublishTo"] == "https://example.org/hook")
        #expect(changed["allowEnvelopePublish"] == "false" && changed["userName"] == "hook")
        let shown = try await call(stage, .get, "connect/\(id)")
        #expect((shown.json["configurations"] as? [[String: Any]])?.first?["name"] as? String == "Other")
        try await call(stage, .put, "connect", ["connectId": id, "urlToPublishTo": "https://evil.example"])
            .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "password")
        #expect(try await call(stage, .delete, "connect/\(id)").status == 200)
        #expect(try await call(stage, .get, "connect")["totalRecords"] == "0")
    }

    @Test("Another account's configuration is not found")
    func foreign() async throws {
        let stage = try Stage()
        let id = try #require(try await call(stage, .post, "connect", hook())["connectId"])
        #expect(try await call(stage, .get, "connect", as: Stage.eve)["totalRecords"] == "0")
        for method in [HTTPRequest.Method.get, .delete] {
            try await call(stage, method, "connect/\(id)", as: Stage.eve)
                .expectRefusal(404, "CONNECT_CONFIGURATION_DOES_NOT_EXIST")
        }
        try await call(stage, .put, "connect", hook(["connectId": id]), as: Stage.eve)
            .expectRefusal(404, "CONNECT_CONFIGURATION_DOES_NOT_EXIST")
        #expect(try await call(stage, .get, "connect")["totalRecords"] == "1")
    }

    @Test("Invalid configurations are refused with a sentence")
    func refusals() async throws {
        let stage = try Stage { settings in
            settings.connect.refusal = { $0.contains("10.0.0.1") ? "The host has the address 10.0.0.1." : nil }
        }
        for (changes, code, words) in [
            (["urlToPublishTo": "http://example.org"], "HTTPS_REQUIRED_FOR_CONNECT_LISTENER", "not https"),
            (["urlToPublishTo": "ftp://example.org"], "HTTPS_REQUIRED_FOR_CONNECT_LISTENER", "not https"),
            (["urlToPublishTo": "example"], "INVALID_REQUEST_PARAMETER", "complete URL"),
            (["urlToPublishTo": "https://10.0.0.1/"], "INVALID_REQUEST_PARAMETER", "10.0.0.1"),
            (["urlToPublishTo": ""], "INVALID_REQUEST_PARAMETER", "urlToPublishTo is missing"),
            (["events": ["envelope-x"]], "INVALID_REQUEST_PARAMETER", "envelope-x"),
            (["events": [String]()], "INVALID_REQUEST_PARAMETER", "no event"),
            (["eventData": ["format": "soap"]], "INVALID_REQUEST_PARAMETER", "json or xml"),
            (["userName": "a"], "INVALID_REQUEST_PARAMETER", "together"),
            (["userName": "a:b", "password": "x"], "INVALID_REQUEST_PARAMETER", "colon"),
            (["allUsers": "false"], "INVALID_REQUEST_PARAMETER", "userIds"),
            (["name": String(repeating: "x", count: 201)], "INVALID_REQUEST_PARAMETER", "name"),
        ] as [([String: Any], String, String)] {
            try await call(stage, .post, "connect", hook(changes)).expectRefusal(400, code, containing: words)
        }
        #expect(try await call(stage, .get, "connect")["totalRecords"] == "0")
        let plain = try Stage { $0.connect.allowsHTTP = true }
        #expect(try await call(plain, .post, "connect", hook(["urlToPublishTo": "http://example.org"])).status == 201)
    }

    @Test("An account has at most twenty configurations")
    func limit() async throws {
        let stage = try Stage()
        for _ in 0..<20 { #expect(try await call(stage, .post, "connect", hook()).status == 201) }
        try await call(stage, .post, "connect", hook())
            .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "20 Connect configurations")
    }

    @Test("A configuration applies to all users, some, or all but some")
    func users() async throws {
        let stage = try Stage()
        let store = stage.service.stores.connect
        for (changes, all, ids) in [
            ([:], true, []), (["userIds": ["U-1"]], false, ["u-1"]),
            (["userIds": ["u-1"], "allUsers": "true"], true, []),
            (["userIds": ["u-1"], "allUsers": "true", "allUsersExcept": "true"], true, ["u-1"]),
        ] as [([String: Any], Bool, [String])] {
            #expect(try await call(stage, .post, "connect", hook(changes)).status == 201)
            let made = try #require(try await store.configurations(of: Stage.ada.accountID).last)
            #expect(made.coversAllUsers == all && made.userIDs == ids)
        }
    }

    @Test("An authorization server is stored without showing its secret")
    func authorization() async throws {
        let stage = try Stage()
        try await call(stage, .get, "connect/oauth").expectRefusal(404, "CONNECT_CONFIGURATION_DOES_NOT_EXIST")
        let body: [String: Any] = [
            "authorizationServerUrl": "https://auth.example.org/token", "clientId": "c", "clientSecret": "s3cret",
            "scope": "hooks", "customParameters": ["audience": "x"],
        ]
        let made = try await call(stage, .post, "connect/oauth", body)
        #expect(made.status == 201 && !made.text.contains("s3cret"), "\(made.text)")
        let shown = try await call(stage, .get, "connect/oauth")
        #expect(shown.json["customParameters"] as? [String: String] == ["audience": "x"])
        #expect(shown["clientId"] == "c" && shown["scope"] == "hooks" && !shown.text.contains("s3cret"))
        var wrong = body
        wrong["authorizationServerUrl"] = "http://auth.example.org"
        try await call(stage, .put, "connect/oauth", wrong).expectRefusal(400, "HTTPS_REQUIRED_FOR_CONNECT_LISTENER")
        #expect(try await call(stage, .delete, "connect/oauth").status == 200)
        #expect(try await call(stage, .get, "connect/oauth").status == 404)
    }

    @Test("An envelope keeps its own notifications, and an invalid URL creates no envelope")
    func ownNotifications() async throws {
        let stage = try Stage()
        let made = try await envelope(
            stage, ["eventNotification": ["url": "https://own.example/x", "events": ["recipient-sent"]]])
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made["envelopeId"].flatMap(EnvelopeID.init(rawValue:)))
        let history = try await stage.history(id)
        #expect(history.envelope.definition.eventNotifications.map(\.url) == ["https://own.example/x"])
        let orders = WebhookOrder.orders(for: 2, of: history, configurations: [])
        #expect(orders.map(\.event) == [ConnectEvent(.recipientSent, "1")])
        let refused = try await envelope(
            stage, ["eventNotifications": [["url": "http://own.example", "events": ["recipient-sent"]]]])
        refused.expectRefusal(400, "HTTPS_REQUIRED_FOR_CONNECT_LISTENER")
        #expect(try await stage.service.ledger.events.page(EnvelopeQuery(accountID: Stage.ada.accountID)).total == 1)
    }

    @Test("A message is the same at each attempt, whatever has happened since")
    func messages() async throws {
        let stage = try Stage()
        let made = try await envelope(
            stage,
            [
                "eventNotification": [
                    "url": "https://own.example/x", "events": ["envelope-sent"],
                    "eventData": ["includeData": ["documents", "recipients"]],
                ]
            ])
        let id = try #require(made["envelopeId"].flatMap(EnvelopeID.init(rawValue:)))
        let history = try await stage.history(id)
        let order = try #require(WebhookOrder.orders(for: 2, of: history, configurations: []).first)
        let notification = try #require(history.envelope.definition.eventNotifications.first)
        let messages = ConnectMessages(ledger: stage.service.ledger, settings: stage.service.configuration.connect)
        let first = try #require(try await messages.message(for: order, notification, retryCount: 0))
        #expect(String(decoding: first.body, as: UTF8.self).contains(try Device.pdf().base64EncodedString()))
        stage.clock.advance(3600)
        let voided = try await call(
            stage, .put, "envelopes/\(id)", ["status": "voided", "voidedReason": "wrong unit"])
        #expect(voided.status == 200, "\(voided.text)")
        let second = try #require(try await messages.message(for: order, notification, retryCount: 0))
        #expect(second.body == first.body && second.envelope.status == .sent)
        var small = ConnectSettings()
        small.documentBytes = 10
        let bare = ConnectMessages(ledger: stage.service.ledger, settings: small)
        let without = try #require(try await bare.message(for: order, notification, retryCount: 0))
        let text = String(decoding: without.body, as: UTF8.self)
        #expect(!text.contains("PDFBytes") && text.contains("envelopeDocuments"))
    }

    @Test("The log and the failures are listed, and failed messages can be queued again")
    func records() async throws {
        let stage = try Stage()
        func queued() async throws -> [WebhookOrder] {
            try await stage.service.stores.jobs.jobs(in: nil, after: 0, count: 100)
                .filter { $0.kind == .webhook }
                .map { try CanonicalJSON.value(WebhookOrder.self, from: $0.payload) }
        }
        let store = stage.service.stores.connect
        let id = try #require(try await call(stage, .post, "connect", hook())["connectId"].flatMap(Int.init))
        let made = try await envelope(stage)
        let name = try #require(made["envelopeId"])
        let envelopeID = try #require(EnvelopeID(rawValue: name))
        let history = try await stage.history(envelopeID)
        let configurations = try await store.configurations(of: Stage.ada.accountID)
        let orders = WebhookOrder.orders(for: 2, of: history, configurations: configurations)
        #expect(orders.map(\.source) == [.configuration(id), .configuration(id)])
        // Without a failure, the newest event is told again.
        let republished = try await call(stage, .put, "connect/envelopes/\(name)/retry_queue")
        #expect(republished.status == 200, "\(republished.text)")
        #expect(try await queued() == orders)
        try await store.note(
            ConnectRecord(
                id: "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90", order: orders[1], url: "https://example.org/hook",
                configurationName: "Hook", envelopeStatus: .sent, emailSubject: "Lease",
                sender: history.envelope.sender, createdAt: stage.clock.now, lastTriedAt: stage.clock.now,
                retryCount: 2,
                error: "The receiver answered with HTTP status 500."), isLogged: true)
        let failures = try await call(stage, .get, "connect/failures")
        let failure = try #require((failures.json["failures"] as? [[String: Any]])?.first)
        #expect(failures["totalRecords"] == "1" && failure["retryCount"] as? String == "2")
        #expect(failure["error"] as? String == "The receiver answered with HTTP status 500.")
        #expect(failure["connectId"] as? String == String(id) && failure["envelopeId"] as? String == name)
        let retried = try await call(
            stage, .put, "connect/envelopes/retry_queue", ["envelopeIds": [name, name, "unknown"]])
        let results = try #require(retried.json["retryQueue"] as? [[String: Any]])
        #expect(results.map { $0["status"] as? String } == ["queued", "failed"])
        #expect(try await queued() == orders + [orders[1]])
        #expect(try await call(stage, .put, "connect/envelopes/\(name)/retry_queue", as: Stage.eve).status == 404)

        let logs = try await call(stage, .get, "connect/logs?from_date=2020-01-01")
        let entry = try #require((logs.json["logs"] as? [[String: Any]])?.first)
        let logID = try #require(entry["logId"] as? String)
        let detail = try await call(stage, .get, "connect/logs/\(logID)?additional_info=true")
        #expect(detail.text.contains("recipient-sent of recipient 1"), "\(detail.text)")
        #expect(try await call(stage, .get, "connect/logs/\(logID)", as: Stage.eve).status == 404)
        try await call(stage, .get, "connect/logs?from_date=x").expectRefusal(400, "INVALID_REQUEST_PARAMETER")
        #expect(try await call(stage, .delete, "connect/failures/\(failure["failureId"] ?? "")").status == 200)
        #expect(try await call(stage, .get, "connect/failures")["totalRecords"] == "0")
        #expect(try await call(stage, .delete, "connect/logs/\(logID)").status == 200)
        #expect(try await call(stage, .delete, "connect/logs/\(logID)").status == 404)
        #expect(try await call(stage, .delete, "connect/logs").status == 200)
    }
}
