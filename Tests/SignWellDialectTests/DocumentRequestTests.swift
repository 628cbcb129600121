import Envelopes
import Foundation
import Testing

@testable import SignWellDialect

/// The reference's example request, and its way into the domain.
enum Lease {
    static let user = Sender(userID: "u-1", name: "Ada", email: "ada@example.org")
    static let letter = PageSize(width: 612, height: 792)
    static var body: [String: Any] {
        [
            "test_mode": true, "draft": false, "name": "Lease", "embedded_signing": true, "reminders": false,
            "files": [["name": "lease.pdf", "file_base64": "JVBERi0="]],
            "recipients": [["id": "1", "name": "Bo", "email": "bo@example.org"]],
            "fields": [
                [
                    ["type": "signature", "required": true, "x": 200, "y": 550, "page": 1, "recipient_id": "1"],
                    [
                        "type": "date", "required": true, "x": 110, "y": 550, "page": 1, "recipient_id": "1",
                        "date_format": "Month DD, YYYY", "lock_sign_date": false,
                    ],
                ]
            ],
        ]
    }

    /// The body with changed members; `NSNull` takes one away.
    static func body(_ changes: [String: Any]) -> [String: Any] {
        body.merging(changes) { $1 }.filter { !($0.value is NSNull) }
    }

    static func fields(_ fields: [String: Any]...) -> [String: Any] {
        let whole = fields.map { field in
            ["type": "text", "x": 10, "y": 10, "page": 1, "recipient_id": "1"].merging(field) { $1 }
        }
        return body(["fields": [whole]])
    }

    static func read(
        _ body: [String: Any], _ problems: RequestProblems = RequestProblems()
    ) throws -> SignWell.DocumentRequest {
        let reader = try RequestReader(body: JSONSerialization.data(withJSONObject: body), problems)
        return SignWell.DocumentRequest(reading: reader)
    }

    static func mapped(_ body: [String: Any], _ problems: RequestProblems = RequestProblems()) throws -> MappedDocument
    {
        let request = try read(body, problems)
        let mapping = DocumentMapping(
            user: user, accountID: "a-1", standard: .standard, newTabID: { TabID(UUID()) }, newSalt: { "salt" },
            now: Date(timeIntervalSince1970: 1_795_252_500))
        let documents = request.files.enumerated().map { index, file in
            EnvelopeDocument(
                id: DocumentID(String(index + 1)), name: file.name, blob: BlobHash(of: Data(file.name.utf8)),
                pages: [letter], order: index + 1)
        }
        let mapped = mapping.document(request, documents, problems)
        mapped.check(whenSending: request.draft != true, problems)
        return mapped
    }

    /// The errors of a request, as answers write them.
    static func errors(_ body: [String: Any]) throws -> SignWell.ErrorTree {
        let problems = RequestProblems()
        _ = try mapped(body, problems)
        return problems.tree
    }

    static func envelope(_ body: [String: Any], send: Bool = true) throws -> Envelope {
        let problems = RequestProblems()
        let definition = try mapped(body, problems).definition
        try problems.check()
        let context = CommandContext(
            at: Date(timeIntervalSince1970: 1_795_252_500), actor: EventActor(kind: .sender, id: "u-1", name: "Ada"))
        let id = EnvelopeID(UUID(uuidString: "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90") ?? UUID())
        return try History(decide(.create(id, definition, send: send), nil, context)).envelope
    }
}

@Suite("Requests for documents")
struct DocumentRequestTests {
    @Test("The reference's example becomes a definition with fields at its places")
    func example() throws {
        let problems = RequestProblems()
        let definition = try Lease.mapped(Lease.body, problems).definition
        try problems.check()
        #expect(definition.emailSubject == "Lease")
        #expect(definition.options.isTest && definition.options.isEmbedded)
        #expect(!definition.options.announcesCompletion)
        #expect(definition.notification == NotificationSettings(expiry: .init(after: 120, warn: 0)))
        #expect(definition.recipients.map(\.clientUserID) == ["1"])
        #expect(definition.allowsReassigning)
        let (signature, date) = (definition.tabs[0], definition.tabs[1])
        #expect(signature.kind == .signHere && signature.clientID == "Signature_1")
        #expect(signature.frame == TabFrame(x: 150, y: 412.5, width: 84, height: 24))
        #expect(date.kind == .text && date.dateFormat == .longMonth && date.clientID == "DateField_1")
        #expect(date.frame == TabFrame(x: 82.5, y: 412.5, width: 64.5, height: 14.25))
        #expect(date.label == "Date")
    }

    @Test("The answer has the reference's sizes, statuses and flags")
    func answer() throws {
        let document = SignWell.Document(
            try Lease.envelope(Lease.body), links: DocumentLinks(embedded: ["1": "https://sign.example.org/e/1"]))
        #expect(document.status == "Sent" && document.testMode && document.embeddedSigning && !document.reminders)
        #expect(document.expiresIn == 120 && document.language == "en" && document.name == "Lease")
        #expect(document.createdAt == "2026-11-21T09:15:00Z")
        #expect(document.files == [.init(name: "lease.pdf", pagesNumber: 1)])
        let field = try #require(document.fields.first?.first)
        #expect((field.x, field.y, field.width, field.height) == (200, 550, "112.0", "32.0"))
        #expect(field.value == nil && field.required && field.recipientID == "1")
        #expect(document.fields.first?.last?.dateFormat == "Month DD, YYYY")
        #expect(document.fields.first?.last?.lockSignDate == false)
        let bo = try #require(document.recipients.first)
        #expect((bo.id, bo.status, bo.signingOrder, bo.sendEmail) == ("1", "sent", 1, false))
        #expect(bo.embeddedSigningURL == "https://sign.example.org/e/1")
    }

    @Test("A client's own request reads back as it was written")
    func roundTrip() throws {
        var request = SignWell.DocumentRequest(
            name: "Lease", files: [.init(name: "lease.pdf", base64: "JVBERi0=")],
            recipients: [.init(id: "1", name: "Bo", email: "bo@example.org")],
            fields: [[.init(type: .signature, x: 200, y: 550.5, page: 1, recipientID: "1")]], draft: true)
        request.settings.metadata = ["Key": "value"]
        request.settings.labels = [.init(name: "north")]
        request.copiedContacts = [.init(name: "Cy", email: "cy@example.org")]
        let problems = RequestProblems()
        let reader = try RequestReader(body: JSONEncoder().encode(request), problems)
        #expect(SignWell.DocumentRequest(reading: reader) == request)
        #expect(problems.isEmpty)
    }

    @Test("Unknown keys are named, wherever they are, and nothing else is said")
    func unknownKeys() throws {
        let problems = RequestProblems()
        var body = Lease.fields(["colour": "red"])
        body["colour"] = "red"
        body["recipients"] = [["id": "1", "email": "bo", "nick": NSNull()]]
        _ = try Lease.read(body, problems)
        let error = #expect(throws: SignWell.ErrorBody.self) { try problems.check() }
        #expect(error?.status == 400)
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(try #require(error))) as? [String: Any]
        let errors = try #require(json?["errors"] as? [String: Any])
        #expect(errors["message"] is String)
        #expect(Set(errors["invalid_keys"] as? [String] ?? []) == ["colour", "recipients.nick", "fields.colour"])
    }

    @Test(
        "Each problem is at its path",
        arguments: [
            (["custom_requester_email": "bo"], ["custom_requester_email"]),
            (["custom_requester_name": String(repeating: "x", count: 101)], ["custom_requester_name"]),
            (["redirect_url": "example"], ["redirect_url"]),
            (["decline_redirect_url": "javascript:x"], ["decline_redirect_url"]),
            (["expires_in": "366"], ["expires_in"]), (["subject": String(repeating: "x", count: 256)], ["subject"]),
            (["message": String(repeating: "x", count: 4001)], ["message"]), (["language": "xx"], ["language"]),
            (["api_application_id": "none"], ["api_application_id"]), (["draft": "maybe"], ["draft"]),
        ])
    func paths(change: [String: String], path: [String]) throws {
        #expect(try Self.has(path, try Lease.errors(Lease.body(change))))
    }

    @Test("Metadata has at most 50 pairs of short texts")
    func metadata() throws {
        let long = String(repeating: "x", count: 40)
        for metadata: Any in [
            Dictionary(uniqueKeysWithValues: (1...51).map { ("k\($0)", "v") }), [long: "v"],
            ["k": String(repeating: "x", count: 500)], ["k": 1], "text",
        ] {
            #expect(try Self.has(["metadata"], try Lease.errors(Lease.body(["metadata": metadata]))), "\(metadata)")
        }
        let fine = ["k": String(repeating: "x", count: 499), String(repeating: "x", count: 39): "é"]
        let document = SignWell.Document(try Lease.envelope(Lease.body(["metadata": fine])))
        #expect(document.metadata == fine)
    }

    @Test("Recipients' problems are all said at once")
    func recipients() throws {
        let errors = try Lease.errors(
            Lease.body([
                "recipients": [
                    ["id": "1", "name": String(repeating: "x", count: 256), "email": "bo@example.org"],
                    ["id": "1", "email": "BO@example.org"], ["id": "a b", "email": "nobody"],
                    ["email": "cy@example.org"],
                ],
                "copied_contacts": [["email": "bo@example.org"], ["email": "x", "name": "X"]],
                "attachment_requests": [["name": "Passport", "recipient_id": "9"]],
            ]))
        for path in [
            ["recipients", "duplicated_ids"], ["recipients", "duplicated_emails"],
            ["recipients", "recipient_1", "name"], ["recipients", "recipient_3", "email"],
            ["recipients", "recipient_3", "id"], ["recipients", "recipient_4", "id"],
            ["copied_contacts", "copied_contact_1", "email"], ["copied_contacts", "copied_contact_2", "email"],
            ["attachment_requests", "invalid_ids"],
        ] {
            #expect(try Self.has(path, errors), "\(path)")
        }
    }

    @Test(
        "A field's problem is at the field's attribute",
        arguments: [
            (["type": "signature", "label": "x"], "label"), (["type": "stamp"], "type"),
            (["type": "checkbox", "date_format": "MM/DD/YYYY"], "date_format"), (["name": "x"], "name"),
            (["type": "date", "date_format": "DD.MM.YY"], "date_format"),
            (["type": "date", "value": "tomorrow"], "invalid_date_value"),
            (["type": "date", "formula": "sent_date + 10 years"], "formula"),
            (["type": "date", "formula": "signed_date + 10 days"], "formula"),
            (["type": "date", "formula": "sent_date", "value": "2026-01-31"], "formula"),
            (["type": "date", "formula": "sent_date", "lock_sign_date": "true"], "formula"),
            (["type": "date", "formula": "sent_date + 99999 days + 9999 weeks"], "formula"),
            (["type": "signature", "height": "201"], "height"), (["height": "75"], "height"),
            (["validation": "roman"], "validation"), (["validation": "numbers", "value": "abc"], "value"),
            (["type": "select"], "options"), (["type": "dropdown", "allow_other": "true"], "options"),
            (["x": "800"], "x"), (["type": "signature", "value": "Bo"], "value"),
        ])
    func fields(field: [String: String], attribute: String) throws {
        let errors = try Lease.errors(Lease.fields(field))
        #expect(try Self.has(["fields", "file_1", "field_1", attribute], errors), "\(errors)")
    }

    @Test("A recipient's name has at most 255 characters")
    func longNames() throws {
        for (length, isTaken) in [(255, true), (256, false)] {
            let name = String(repeating: "ß", count: length)
            let errors = try Lease.errors(
                Lease.body(["recipients": [["id": "1", "name": name, "email": "bo@example.org"]]]))
            #expect(try Self.has(["recipients", "recipient_1", "name"], errors) != isTaken, "\(errors)")
        }
    }

    @Test("Repeated api ids and unknown recipients are named for all fields together")
    func fieldIDs() throws {
        let errors = try Lease.errors(
            Lease.fields(["api_id": "A"], ["api_id": "A"], ["recipient_id": "7"]))
        #expect(try Self.has(["fields", "duplicated_api_ids"], errors))
        #expect(errors["fields", "invalid_ids"]?.sentences.first?.contains("7") == true)
    }

    @Test("A field on a page that its file lacks is not created")
    func missingPage() throws {
        let mapped = try Lease.mapped(Lease.fields([:], ["page": 2]))
        #expect(mapped.definition.tabs.count == 1)
    }

    @Test("Files need a name and exactly one content")
    func files() throws {
        let errors = try Lease.errors(
            Lease.body([
                "files": [
                    ["name": "a.pdf"], ["name": "b.pdf", "file_base64": "x", "file_url": "https://example.org/b.pdf"],
                    ["name": "", "file_base64": "x"],
                ]
            ]))
        #expect(try Self.has(["files", "file_1", "file_data"], errors))
        #expect(try Self.has(["files", "file_2", "file_data"], errors))
        #expect(try Self.has(["files", "file_3", "name"], errors))
    }

    private static func has(_ path: [String], _ tree: SignWell.ErrorTree) throws -> Bool {
        var part = tree
        for name in path {
            guard case .members(let members) = part, let next = members[name] else { return false }
            part = next
        }
        return !part.sentences.isEmpty
    }
}

@Suite("Fields, both ways")
struct FieldMappingTests {
    private static func field(_ field: [String: Any]) throws -> SignWell.FieldInfo {
        let document = SignWell.Document(try Lease.envelope(Lease.fields(field, ["type": "signature", "x": 300])))
        return try #require(document.fields.first?.first)
    }

    @Test("Every type comes back as the type that was asked for", arguments: SignWell.FieldType.allCases)
    func types(type: SignWell.FieldType) throws {
        var body: [String: Any] = ["type": type.rawValue]
        if type.isList { body["options"] = ["One", ["name": "Two", "api_id": "two"]] }
        let field = try Self.field(body)
        #expect(field.type == (type == .dropdown ? .select : type))
        #expect(field.apiID == "\(type.idStem)_1")
        #expect(field.required == (type != .checkbox))
        #expect(field.width == "\(type.usualSize.width)" && field.height == "\(type.usualSize.height)")
    }

    @Test("A date that is locked shows the day of signing in its form")
    func lockedDate() throws {
        let envelope = try Lease.envelope(
            Lease.fields(
                ["type": "date", "lock_sign_date": true, "date_format": "DD/MM/YYYY"],
                ["type": "signature", "x": 300]))
        #expect(envelope.tabs[0].kind == .dateSigned && envelope.tabs[0].dateFormat == .dayMonthYear)
        let field = try #require(SignWell.Document(envelope).fields.first?.first)
        #expect(field.type == .date && field.lockSignDate == true && field.dateFormat == "DD/MM/YYYY")
    }

    @Test(
        "A date's value is read as ISO 8601 and shown in the field's form",
        arguments: [
            (DateFormat.monthDayYear, "01/31/2026"), (.dayMonthYear, "31/01/2026"), (.yearMonthDay, "2026/01/31"),
            (.longMonth, "January 31, 2026"), (.withTime, "01/31/2026 09:15:00 am"),
        ])
    func dateValue(format: DateFormat, text: String) throws {
        let field = try Self.field(["type": "date", "date_format": format.rawValue, "value": "2026-01-31T09:15:00Z"])
        #expect(field.value == text && field.dateFormat == format.rawValue)
    }

    @Test("Text keeps its validation, label and number", arguments: TextValidation.allCases)
    func validation(rule: TextValidation) throws {
        let field = try Self.field(["validation": rule.signWellName, "label": "Here"])
        #expect(field.validation == rule.signWellName && field.label == "Here" && field.value == nil)
        #expect(try Self.field(["value": 12.5]).value == "12.5")
        #expect(try Self.field([:]).validation == "no_text_validation")
    }

    @Test("A ticked checkbox answers t, and keeps its name")
    func checkbox() throws {
        let field = try Self.field(["type": "checkbox", "value": true, "name": "Agree"])
        #expect(field.value == "t" && field.name == "Agree")
        #expect(try Self.field(["type": "checkbox", "value": false]).value == nil)
    }

    @Test("A list's first choice is named by id or by name")
    func list() throws {
        let options: [Any] = ["One", ["name": "Two", "api_id": "two"]]
        for choice in ["two", "Two"] {
            let field = try Self.field(["type": "select", "options": options, "default_option": choice])
            #expect(field.defaultOption == "two" && field.value == "two")
            #expect(field.options?.map(\.name) == ["One", "Two"])
        }
    }

    @Test("A list that allows other words is text that suggests its options, and comes back as a list")
    func otherWords() throws {
        var body: [String: Any] = [
            "type": "dropdown", "options": ["One", ["name": "Two", "api_id": "two"]], "allow_other": true,
        ]
        #expect(try Self.field(body).value == nil)
        for (key, given, value) in [("default_option", "two", "Two"), ("value", "Three", "Three")] {
            var body = body
            body[key] = given
            let field = try Self.field(body)
            #expect(field.type == .select && field.allowOther == true && field.value == value, "\(given)")
            #expect(field.options?.map(\.name) == ["One", "Two"] && field.options?.last?.apiID == "two")
        }
        body["default_option"] = "Three"
        let errors = try Lease.errors(Lease.fields(body))
        #expect(errors["fields", "file_1", "field_1", "default_option"] != nil, "\(errors)")
        #expect(try Self.field(["type": "select", "options": ["One"]]).allowOther == false)
    }

    @Test("First and last name begin with the recipient's")
    func names() throws {
        var body = Lease.fields(
            ["type": "autofill_first_name"], ["type": "autofill_last_name", "x": 200],
            ["type": "signature", "x": 300])
        body["recipients"] = [["id": "1", "name": "Bo van Dam", "email": "bo@example.org"]]
        let fields = SignWell.Document(try Lease.envelope(body)).fields[0]
        #expect(fields.map(\.value).prefix(2) == ["Bo", "van Dam"])
    }

    @Test(
        "A group of checkboxes comes back with its rule",
        arguments: [
            (["validation": "minimum", "min_value": 1, "required": true], TabGroup.Rule.selectAtLeast, 0),
            (["validation": "maximum", "max_value": 1], .selectAtMost, nil),
            (["validation": "exact", "exact_value": 2], .selectExactly, 1),
            (["validation": "range", "min_value": 1, "max_value": 2, "required": true], .selectARange, 0),
        ] as [([String: any Sendable], TabGroup.Rule, Int?)])
    func groups(group: [String: any Sendable], rule: TabGroup.Rule, unmet: Int?) throws {
        var body = Lease.fields(
            ["type": "checkbox", "api_id": "A"], ["type": "checkbox", "api_id": "B", "x": 100],
            ["type": "signature", "x": 300])
        body["checkbox_groups"] = [
            (group as [String: Any]).merging(
                ["group_name": "Pick", "recipient_id": "1", "checkbox_ids": ["A", "B"]]) { $1 }
        ]
        let envelope = try Lease.envelope(body)
        let known = try #require(envelope.definition.tabGroups.first)
        #expect(known.rule == rule)
        if let unmet { #expect(!known.isMet(by: unmet)) }
        let document = SignWell.Document(envelope)
        let answer = try #require(document.checkboxGroups.first)
        #expect(answer.checkboxIDs == ["A", "B"] && answer.validation?.rawValue == group["validation"] as? String)
        #expect(answer.required == (group["required"] as? Bool ?? false))
        #expect(document.fields[0][0].signingElementsGroupID == answer.id)
        #expect(answer.minValue == group["min_value"] as? Int && answer.maxValue == group["max_value"] as? Int)
        #expect(answer.exactValue == group["exact_value"] as? Int)
    }

    @Test("A negative minimum names its group")
    func negativeGroup() throws {
        var body = Lease.fields(["type": "checkbox", "api_id": "A"], ["type": "checkbox", "api_id": "B", "x": 100])
        body["checkbox_groups"] = [
            ["group_name": "Pick", "recipient_id": "1", "checkbox_ids": ["A", "B"], "min_value": -1]
        ]
        let errors = try Lease.errors(body)
        #expect(errors["checkbox_groups", "min_value_negative"]?.sentences.first?.contains("Pick") == true)
    }
}
