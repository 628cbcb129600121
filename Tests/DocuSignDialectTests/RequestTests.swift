import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect
@testable import TestSupport

@Suite("Requests for views, updates and lists")
struct RequestTests {
    private static let view: [String: String] = [
        "returnUrl": "https://app.example.org/done", "authenticationMethod": "none", "email": "bo@example.org",
        "userName": "Bo Signer", "clientUserId": "u-77", "recipientId": "1",
    ]

    private func view(_ changes: [String: String?] = [:]) throws -> Wire.RecipientViewRequest {
        var body = Self.view
        for (key, value) in changes { body[key] = value }
        return try Wire.decode(Wire.RecipientViewRequest.self, from: JSONEncoder().encode(body))
    }

    @Test("A view is for the recipient who matches in every member of the request")
    func exactRecipient() throws {
        let envelope = try Samples.history().envelope
        #expect(try view().recipient(of: envelope).id == "1")
        #expect(try view(["recipientId": nil]).recipient(of: envelope).id == "1")
        for change in [
            ["email": "Bo@example.org"], ["userName": "Bo  Signer"], ["clientUserId": "u-78"], ["recipientId": "2"],
        ] {
            let error = #expect(throws: APIError.self) { _ = try view(change).recipient(of: envelope) }
            #expect(error?.errorCode == "UNKNOWN_ENVELOPE_RECIPIENT")
        }
    }

    @Test("A name in another Unicode form is another name")
    func unicodeName() throws {
        let envelope = try Samples.history(Samples.body("recipients.signers.0.name", "Zo\u{EB}")).envelope
        #expect(try view(["userName": "Zo\u{EB}"]).recipient(of: envelope).id == "1")
        #expect(throws: APIError.self) { _ = try view(["userName": "Zoe\u{308}"]).recipient(of: envelope) }
    }

    @Test("A view needs a sent envelope and the recipient's turn")
    func turn() throws {
        let draft = try Samples.history(Samples.body("status", "created")).envelope
        let error = #expect(throws: APIError.self) { _ = try view().recipient(of: draft) }
        #expect(error?.errorCode == "ENVELOPE_INVALID_STATUS")
        var body = Samples.body("recipients.signers.0.routingOrder", "2")
        var recipients = try #require(body["recipients"] as? [String: Any])
        var signers = try #require(recipients["signers"] as? [[String: Any]])
        signers.append(["recipientId": "2", "name": "Cy", "email": "cy@example.org", "routingOrder": "1"])
        recipients["signers"] = signers
        body["recipients"] = recipients
        let early = #expect(throws: APIError.self) { _ = try view().recipient(of: Samples.history(body).envelope) }
        #expect(early?.errorCode == "RECIPIENT_NOT_IN_SEQUENCE")
        #expect(try view().recipient(of: Samples.completed().envelope).id == "1")
    }

    @Test(
        "A faulty request for a view is refused with the name of the member",
        arguments: [
            ("returnUrl", nil, "INVALID_REQUEST_PARAMETER"), ("returnUrl", "done", "INVALID_REQUEST_PARAMETER"),
            ("returnUrl", "javascript:alert(1)", "INVALID_REQUEST_PARAMETER"),
            ("returnUrl", "about:blank", "INVALID_REQUEST_PARAMETER"),
            ("returnUrl", "view-source:https://a.example/", "INVALID_REQUEST_PARAMETER"),
            ("returnUrl", "https://", "INVALID_REQUEST_PARAMETER"),
            ("returnUrl", "https://a.example/\r\nx", "INVALID_REQUEST_PARAMETER"),
            ("returnUrl", "https://a.example/" + String(repeating: "x", count: 460), "INVALID_REQUEST_PARAMETER"),
            ("authenticationMethod", nil, "INVALID_REQUEST_PARAMETER"),
            ("authenticationMethod", "guess", "INVALID_REQUEST_PARAMETER"),
            ("email", nil, "INVALID_REQUEST_PARAMETER"), ("userName", nil, "INVALID_REQUEST_PARAMETER"),
            ("frameAncestors", "https://example.org", "INVALID_REQUEST_PARAMETER"),
            ("xFrameOptions", "allow_from", "INVALID_REQUEST_PARAMETER"),
        ] as [(String, String?, String)])
    func faultyView(member: String, value: String?, code: String) {
        let error = #expect(throws: APIError.self) { _ = try view([member: value]) }
        #expect(error?.errorCode == code)
        #expect(error?.message.contains(member) == true)
    }

    @Test("A view for a signer needs a clientUserId")
    func clientUserID() throws {
        let request = try view(["clientUserId": nil])
        let error = #expect(throws: APIError.self) { _ = try request.recipient(of: try Samples.history().envelope) }
        #expect(error?.errorCode == "UNKNOWN_ENVELOPE_RECIPIENT")
        #expect(error?.message.contains("clientUserId") == true)
    }

    @Test(
        "Web addresses and app schemes are accepted as return addresses",
        arguments: [
            "https://app.example.org/done?x=1#y", "http://127.0.0.1:8080/", "com.example.app://signed",
            "com.example:/x",
        ])
    func returnURL(url: String) throws {
        #expect(try view(["returnUrl": url]).returnUrl == url)
    }

    @Test("Unsupported members of a view request are listed as ignored")
    func ignoredOfViews() throws {
        let ignored = IgnoredMembers()
        var body = Self.view
        for member in ["pingUrl", "displayFormat", "assertionId"] { body[member] = "x" }
        _ = try Wire.decode(Wire.RecipientViewRequest.self, from: JSONEncoder().encode(body), noting: ignored)
        #expect(ignored.places.sorted() == ["assertionId", "displayFormat", "pingUrl"])
    }

    @Test("Unsupported members of an update are listed as ignored")
    func ignoredOfUpdates() throws {
        let ignored = IgnoredMembers()
        let body = Data(#"{"status":"sent","voidedReason":"x","brandId":"b-1"}"#.utf8)
        _ = try Wire.decode(Wire.EnvelopeUpdate.self, from: body, noting: ignored)
        #expect(ignored.places == ["voidedReason", "brandId"])
    }

    @Test("An update sends, voids or changes texts; anything else is refused")
    func update() throws {
        func commands(_ text: String) throws -> [Command] {
            try Wire.decode(Wire.EnvelopeUpdate.self, from: Data(text.utf8)).commands()
        }
        #expect(try commands(#"{"status":"Sent"}"#) == [.send])
        #expect(try commands(#"{"status":"voided","voidedReason":"wrong unit"}"#) == [.void(reason: "wrong unit")])
        #expect(
            try commands(#"{"status":"sent","emailSubject":"x"}"#) == [.correct(Correction(emailSubject: "x")), .send])
        #expect(try commands(#"{"emailBlurb":"y"}"#) == [.correct(Correction(emailBlurb: "y"))])
        for text in [
            #"{"status":"voided"}"#, #"{"status":"voided","voidedReason":""}"#, #"{"status":"completed"}"#, "{}",
            #"{"status":"sent","attachments":[{"name":"x"}]}"#,
            #"{"status":"sent","emailSettings":{"replyEmailAddressOverride":"x@example.org"}}"#,
            #"{"status":"sent","eventNotifications":[{"url":"https://example.org"}]}"#,
            #"{"status":"sent","compositeTemplates":[{"compositeTemplateId":"1"}]}"#,
        ] {
            let error = #expect(throws: APIError.self) { _ = try commands(text) }
            #expect(error?.errorCode == "INVALID_REQUEST_PARAMETER")
        }
    }

    @Test("Voiding a completed envelope has its own error code")
    func lateVoid() throws {
        let error = #expect(throws: EnvelopeError.self) {
            _ = try decide(
                .void(reason: "x"), try Samples.completed().envelope,
                CommandContext(at: Samples.start, actor: Samples.actor))
        }
        #expect(error.map(APIError.init)?.errorCode == "ENVELOPE_CANNOT_VOID_INVALID_STATE")
        #expect(APIError(.wrongStatus(.voided, .sent)).errorCode == "ENVELOPE_INVALID_STATUS")
        #expect(APIError(.noEnvelope).status == 404)
        #expect(APIError(.invalid([.noDocument, .noSigner])).errorCode == "NO_DOCUMENT_RECEIVED")
    }

    @Test(
        "A query's date is read in each accepted form",
        arguments: [
            ("2026-11-21", "2026-11-21T00:00:00.0000000Z"), ("2026/11/21", "2026-11-21T00:00:00.0000000Z"),
            ("2026-11-21T09:15Z", "2026-11-21T09:15:00.0000000Z"),
            ("2026-11-21T09:15:00.1234567Z", "2026-11-21T09:15:00.1230000Z"),
            ("2026-11-21T09:15:00.12", "2026-11-21T09:15:00.1200000Z"),
            ("2026-11-21 09:15:00+02:00", "2026-11-21T07:15:00.0000000Z"),
            ("2026-11-20T21:44-0400", "2026-11-21T01:44:00.0000000Z"), ("2026-1-2", "2026-01-02T00:00:00.0000000Z"),
            ("2026-11-21T09:15:00.123456", "2026-11-21T09:15:00.1230000Z"),
        ])
    func queryDates(text: String, moment: String) {
        #expect(WireDate.date(text).map(WireDate.text) == moment)
    }

    @Test(
        "Text that is not a date is not read as one",
        arguments: [
            "", "yesterday", "2026-02-30", "2026-11/21", "2026-11-21T25:00Z", "21-11-2026", "2026-11-21T09:15+99:00",
        ])
    func invalidDates(text: String) {
        #expect(WireDate.date(text) == nil)
    }

    @Test("A time that is written and read back is the same")
    func dateRoundTrip() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let date = Timestamp.quantized(Date(timeIntervalSince1970: .random(in: 0...4e9, using: &generator)))
            #expect(WireDate.date(WireDate.text(date)) == date)
        }
    }

    @Test("The query of a list gives its filter, order and page")
    func listQuery() throws {
        let query = try EnvelopesQuery([
            "from_date": "2026-11-01", "to_date": "2026-12-01", "status": "Completed, sent", "start_position": "4",
            "count": "2", "order": "asc", "include": "recipients,folders,powerform",
        ])
        #expect(query.statuses == [.completed, .sent])
        #expect(query.start == 4 && query.count == 2 && query.ascending)
        #expect(query.parts == [.recipients, .folders])
        let plain = try EnvelopesQuery(["from_date": "2026-11-01", "status": "any"])
        #expect(plain.statuses == nil)
        #expect(plain.count == 100 && !plain.ascending && plain.to == nil)
        let deleted = try EnvelopesQuery(["from_date": "2026-11-01", "status": "deleted"])
        #expect(deleted.statuses == [] && deleted.includesDeleted)
        #expect(try EnvelopesQuery(["from_date": "2026-11-01", "status": "processing"]).statuses == [])
        let zoned = try EnvelopesQuery(["from_date": "2026-11-01T00:00:00.000000+00:00", "to_date": "2026-11-21 09:15"])
        #expect(zoned.from == plain.from && zoned.to == WireDate.date("2026-11-21T09:15Z"))
        #expect(try EnvelopesQuery(["from_date": "2026-11-01T01:00:00.000000 01:00"]).from == plain.from)
        #expect(try EnvelopesQuery(["from_date": "2026-11-01", "count": "999999"]).count == 1000)
        #expect(
            try EnvelopesQuery(["envelope_ids": Samples.envelopeID.rawValue.uppercased()]).envelopeIDs == [
                Samples.envelopeID
            ])
    }

    @Test("A list's filters are read, and its next page has them too")
    func filters() throws {
        let given = [
            "from_date": "2026-11-01", "from_to_status": "Completed", "order_by": "envelope_name",
            "search_text": "Lease, & Ås+1", "custom_field": "Région=a=b", "folder_ids": "Inbox, DRAFTS",
            "folder_types": "normal,inbox", "intersecting_folder_ids": "recyclebin", "user_filter": "recipient_only",
            "user_id": "u-1", "user_name": "Ada", "email": "ada@example.org", "status": "deleted,sent",
        ]
        let query = try EnvelopesQuery(given)
        #expect(query.period == .completed && query.order == .envelopeName && query.userFilter == .recipientOnly)
        #expect(query.searchText == "Lease, & Ås+1" && query.customField == .init(name: "Région", value: "a=b"))
        #expect(query.folders == ["inbox", "drafts", "normal"] && query.intersectingFolders == ["recyclebin"])
        #expect(query.userID == "u-1" && query.userName == "Ada" && query.email == "ada@example.org")
        let next = try #require(URLComponents(string: query.uri(start: 100)))
        let parameters = (next.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        var again = try EnvelopesQuery(Dictionary(parameters, uniquingKeysWith: { first, _ in first }))
        #expect(again.start == 100)
        again.start = query.start
        #expect(again == query)
    }

    @Test(
        "A faulty query is refused with the name of the parameter",
        arguments: [
            ("from_date", nil), ("from_date", "soon"), ("to_date", "later"), ("status", "finished"), ("count", "0"),
            ("count", "-1"), ("count", "many"), ("start_position", "-1"), ("order", "up"), ("order_by", "size"),
            ("from_to_status", "finished"), ("search_text", String(repeating: "x", count: 501)),
            ("envelope_ids", "1,2"), ("custom_field", "Region"), ("custom_field", "=West"), ("user_filter", "me"),
            ("user_name", "Ada"), ("email", "ada@example.org"), ("continuation_token", "1"),
            ("folder_ids", (0...50).map(String.init).joined(separator: ",")),
        ] as [(String, String?)])
    func faultyQuery(name: String, value: String?) {
        var parameters = ["from_date": "2026-11-01"]
        parameters[name] = value
        let error = #expect(throws: APIError.self) { _ = try EnvelopesQuery(parameters) }
        #expect(error?.errorCode == "INVALID_REQUEST_PARAMETER")
        #expect(error?.message.contains(name) == true)
    }
}
