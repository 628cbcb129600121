import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Answers")
struct AnswerTests {
    @Test("The summary of a new envelope has its id, status, time and address")
    func summary() throws {
        let answer = try json(Wire.EnvelopeSummary(Samples.history().envelope))
        #expect(
            answer as? [String: String] == [
                "envelopeId": "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90", "status": "sent",
                "statusDateTime": "2026-11-21T09:15:00.0000000Z",
                "uri": "/envelopes/0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90",
            ])
    }

    @Test("An envelope has its times and the addresses of its parts")
    func envelope() throws {
        let answer = try json(Wire.Envelope(Samples.completed().envelope))
        #expect(answer["status"] as? String == "completed")
        #expect(answer["completedDateTime"] as? String == "2026-11-21T09:22:00.0000000Z")
        #expect(answer["deliveredDateTime"] as? String == "2026-11-21T09:16:00.0000000Z")
        #expect(answer["declinedDateTime"] == nil)
        #expect(answer["purgeState"] as? String == "unpurged")
        #expect((answer["sender"] as? [String: String])?["userName"] == "Ada Sender")
        #expect(
            answer["documentsCombinedUri"] as? String
                == "/envelopes/0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90/documents/combined")
        #expect(answer["recipients"] == nil)
    }

    @Test("Recipients have every array of the API, and their tabs only if asked for")
    func recipients() throws {
        let envelope = try Samples.completed().envelope
        let answer = try json(Wire.Recipients(envelope, includingTabs: true))
        for kind in [
            "agents", "editors", "intermediaries", "carbonCopies", "certifiedDeliveries", "inPersonSigners",
            "seals", "witnesses", "notaries",
        ] {
            #expect((answer[kind] as? [Any])?.isEmpty == true)
        }
        #expect(answer["recipientCount"] as? String == "1")
        #expect(answer["currentRoutingOrder"] as? String == "1")
        let signer = try #require((answer["signers"] as? [[String: Any]])?.first)
        #expect(signer["status"] as? String == "completed")
        #expect(signer["routingOrder"] as? String == "1")
        #expect(signer["signedDateTime"] as? String == "2026-11-21T09:21:00.0000000Z")
        #expect(signer["completedCount"] as? String == "1")
        #expect(signer["requireIdLookup"] as? String == "false")
        #expect(signer["totalTabCount"] as? String == "3")
        let tabs = try #require(signer["tabs"] as? [String: [[String: Any]]])
        #expect(Set(tabs.keys) == ["signHereTabs", "textTabs", "checkboxTabs"])
        let text = try #require(tabs["textTabs"]?.first)
        #expect(text["value"] as? String == "Utrecht")
        #expect(text["originalValue"] as? String == "")
        #expect(text["status"] as? String == "signed")
        #expect(text["tabType"] as? String == "text")
        #expect(text["tabId"] as? String == Samples.tabID(2).rawValue)
        #expect(text["recipientId"] as? String == "1")
        #expect(text["maxLength"] as? String == "60")
        #expect(tabs["checkboxTabs"]?.first?["selected"] as? String == "true")
        #expect(tabs["checkboxTabs"]?.first?["yPosition"] as? String == "20.5")
        #expect(
            try json(Wire.Recipients(envelope, includingTabs: false))["signers"].map { "\($0)" }?.contains("textTabs")
                == false)
    }

    @Test("Every scalar of an answer is a string")
    func scalars() throws {
        let history = try Samples.completed()
        let envelope = history.envelope
        let query = try EnvelopesQuery([
            "from_date": "2026-11-01", "include": "recipients,tabs,documents,custom_fields",
        ])
        let answers: [any Encodable] = [
            Wire.EnvelopeSummary(envelope), Wire.EnvelopeDocumentsResult(envelope, sizes: [Samples.blob("v2"): 12]),
            try Wire.EnvelopeAuditEventResponse(history, on: \.code),
            Wire.EnvelopesInformation(
                [Wire.Envelope(envelope, including: query.parts)], total: 1, query: query, at: Samples.start),
        ]
        func check(_ value: Any) {
            if let object = value as? [String: Any] {
                object.values.forEach(check)
            } else if let list = value as? [Any] {
                list.forEach(check)
            } else {
                #expect(value is String, "\(value)")
            }
        }
        for answer in answers { check(try json(answer)) }
    }

    @Test("The certificate is listed once it exists")
    func certificate() throws {
        let draft = Wire.EnvelopeDocumentsResult(try Samples.history().envelope)
        #expect(draft.envelopeDocuments.map(\.type) == ["content"])
        let done = Wire.EnvelopeDocumentsResult(
            try Samples.completed().envelope, sizes: [Samples.blob("v2"): 120, Samples.blob("certificate"): 30])
        #expect(done.envelopeDocuments.map(\.type) == ["content", "summary"])
        #expect(done.envelopeDocuments.map(\.documentId) == ["1", "certificate"])
        #expect(done.envelopeDocuments.map(\.sizeBytes) == ["120", "30"])
        #expect(done.envelopeDocuments[0].pages?.map(\.width) == ["612", "612"])
        #expect(done.envelopeDocuments[0].uri == "/envelopes/0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90/documents/1")
    }

    @Test("The audit trail has every event with its hash")
    func auditTrail() throws {
        let history = try Samples.completed()
        let events = try Wire.EnvelopeAuditEventResponse(history, on: \.code).auditEvents
        #expect(events.count == history.events.count)
        #expect(events.map { $0["EventHash"] } == history.events.map(\.hash.rawValue))
        #expect(
            events.map { $0["Action"] } == [
                "Registered", "Sent Invitations", "Opened", "Accepted Electronic Records", "Adopted Signature",
                "Filled Field", "Filled Field", "Signed", "Completed",
            ])
        #expect(
            events.map { $0["EnvelopeStatus"] } == [
                "created", "sent", "delivered", "delivered", "delivered", "delivered", "delivered", "signed",
                "completed",
            ])
        #expect(events[1]["Message"] == "Ada Sender sent an invitation to Bo Signer")
        #expect(events[2]["ClientIPAddress"] == "192.0.2.7")
        #expect(events[2]["logTime"] == "2026-11-21T09:16:00.0000000Z")
        #expect(
            events[2]["UserId"]
                == Wire.Recipients(history.envelope, includingTabs: false).signers?.first?.progress?.recipientIdGuid)
        let names = [
            "logTime", "Source", "UserName", "UserId", "Action", "Message", "EnvelopeStatus", "ClientIPAddress",
            "Information", "InformationLocalized", "GeoLocation", "Language",
        ]
        for event in events { #expect(event.eventFields.map(\.name).starts(with: names)) }
        #expect(events[2]["Source"] == "web" && events.allSatisfy { $0["GeoLocation"] == "" })
    }

    @Test("The audit trail has the position that a device reported")
    func devicePosition() throws {
        let events = try Samples.history().events
        let place = DeviceEvidence.Position(latitude: 52.375, longitude: -4.5, accuracy: 20)
        let opened = try Event(
            sequence: 3, envelopeID: Samples.envelopeID, at: Samples.start,
            actor: EventActor(kind: .recipient, id: "1", name: "Bo Signer"), commandKey: nil,
            body: .viewed(recipientID: "1"),
            device: DeviceEvidence(zone: "Etc/UTC", secondsFromUTC: 0, elapsed: 1, position: place),
            previousHash: events[1].hash)
        let told = try #require(
            try Wire.EnvelopeAuditEventResponse(History(Array(events.prefix(2)) + [opened]), on: \.code).auditEvents
                .last)
        #expect(told["GeoLocation"] == "52.375,-4.5" && told["Source"] == "device")
    }

    @Test("A page of a list has the addresses of the pages beside it")
    func listPages() throws {
        let envelope = Wire.Envelope(try Samples.history().envelope)
        let query = try EnvelopesQuery([
            "from_date": "2026-11-01", "status": "sent,completed", "start_position": "2", "count": "2",
        ])
        let page = Wire.EnvelopesInformation([envelope, envelope], total: 9, query: query, at: Samples.start)
        #expect(page.resultSetSize == "2")
        #expect(page.totalSetSize == "9")
        #expect(page.startPosition == "2")
        #expect(page.endPosition == "3")
        #expect(page.nextUri.hasPrefix("/envelopes?start_position=4&count=2&from_date=2026-11-01T00%3A00%3A00"))
        #expect(page.previousUri.contains("start_position=0&"))
        let components = try #require(URLComponents(string: page.nextUri))
        let parameters = Dictionary(
            (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        var next = query
        next.start = 4
        #expect(try EnvelopesQuery(parameters) == next)
        let last = Wire.EnvelopesInformation([envelope], total: 3, query: query, at: Samples.start)
        #expect(last.nextUri == "")
    }

    @Test("A derived GUID has the form of a GUID and depends on all its parts")
    func derivedGUIDs() throws {
        let guid = DerivedGUID.text(Samples.envelopeID, "recipient", "1")
        #expect(UUID(uuidString: guid) != nil)
        #expect(guid == DerivedGUID.text(Samples.envelopeID, "recipient", "1"))
        #expect(guid != DerivedGUID.text(Samples.envelopeID, "recipient", "2"))
    }

    @Test("The user's information has the names that sign-in clients read")
    func userInfo() throws {
        let info = UserInfo(
            userID: "u", name: "Ada Sender", email: "ada@example.org", created: Samples.start,
            accounts: [.init(accountID: "a", isDefault: true, accountName: "Example", baseURI: "http://127.0.0.1:1")])
        let answer = try json(info)
        #expect(answer["sub"] as? String == "u")
        #expect(answer["given_name"] as? String == "Ada")
        #expect(answer["family_name"] as? String == "Sender")
        let account = try #require((answer["accounts"] as? [[String: Any]])?.first)
        #expect(account["is_default"] as? Bool == true)
        #expect(account["base_uri"] as? String == "http://127.0.0.1:1")
    }

    @Test("The JSON of an error has its code and message only")
    func error() throws {
        let answer = try json(APIError(.tabOutOfBounds, "Off."))
        #expect(answer as? [String: String] == ["errorCode": "TAB_OUT_OF_BOUNDS", "message": "Off."])
        let error = APIError(.tabOutOfBounds, "Off.")
        #expect(error.code == "TAB_OUT_OF_BOUNDS")
        let bridged = error as NSError
        #expect(bridged.domain == "Countersign.APIError" && bridged.code == 400)
        #expect(bridged.localizedDescription == error.description)
    }
}
