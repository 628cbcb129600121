import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Templates for offline use")
struct TemplateReadingTests {
    /// A template as another server gives it, with this in the place of a tab's list, a recipient's members, or the
    /// template's.
    private func reading(
        tabs: String = "", recipient: String = "", recipients: String = "", template: String = "",
        document: String = "", options: OfflineOptions.UnusableFields = .init()
    ) throws -> TemplateReading {
        let text = """
            {"templateId": "eeeeeeee-0000-0000-0000-000000000005", "name": "Lease", "emailSubject": "Lease",
             "notification": {"useAccountDefaults": "false", "reminders": {"reminderEnabled": "false"},
                "expirations": {"expireEnabled": "true", "expireAfter": "120"}}, \(template)
             "documents": [{"documentId": "1", "name": "lease.pdf", "order": "1", "pages": "1", "display": "inline",
                "includeInDownload": "true", "signerMustAcknowledge": "no_interaction" \(document)}],
             "recipients": {"agents": [], \(recipients) "signers": [{"recipientId": "1", "roleName": "tenant",
                "name": "", "email": "", "deliveryMethod": "email", "requireSignerCertificate": "None",
                "emailNotification": {"emailSubject": "Hello", "supportedLanguage": "en"}, \(recipient)
                "tabs": {\(tabs) "signHereTabs": [{"documentId": "1", "pageNumber": "1", "xPosition": "10",
                    "yPosition": "20", "tabLabel": "Signature", "anchorString": "", "shared": "false",
                    "customTabId": "", "localePolicy": {}}]}}]}}
            """
        let node = try JSONDecoder().decode(JSONNode.self, from: Data(text.utf8))
        return TemplateReading(node, options)
    }

    private func template(_ reading: TemplateReading) throws -> Template {
        try reading.template(
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: BlobHash(of: Data()), pages: [PageSize(width: 612, height: 792)],
                    order: 1)
            ], user: Sender(userID: "u", name: "Ada", email: "ada@example.org"), accountID: "a")
    }

    private static func place(_ more: String) -> String {
        "[{\"documentId\": \"1\", \"pageNumber\": \"1\", \"xPosition\": \"10\", \"yPosition\": \"40\", \(more)}],"
    }

    @Test("A foreign server's ordinary template can be used offline")
    func ordinary() throws {
        let template = try template(
            try reading(tabs: "\"textTabs\": \(Self.place("\"tabLabel\": \"Rent\", \"width\": \"0\""))"))
        #expect(template.recipients.map(\.roleName) == ["tenant"])
        #expect(template.tabs.map(\.label).sorted() == ["Rent", "Signature"])
    }

    @Test("Every unusable field is named with its reason")
    func fields() throws {
        let reading = try reading(
            tabs: "\"companyTabs\": \(Self.place("\"tabLabel\": \"Firm\""))"
                + "\"formulaTabs\": [{\"tabLabel\": \"Sum\"}, {\"tabLabel\": \"Pay\", \"paymentDetails\": {\"total\": \"1\"}}],"
                + "\"zipTabs\": \(Self.place("\"tabLabel\": \"Zip\""))"
                + "\"textTabs\": [{\"tabLabel\": \"Nowhere\", \"documentId\": \"1\", \"pageNumber\": \"1\", \"xPosition\": \"1\"},"
                + "{\"tabLabel\": \"Found\", \"anchorString\": \"/x/\", \"documentId\": \"1\", \"pageNumber\": \"1\","
                + "\"xPosition\": \"1\", \"yPosition\": \"2\"}],")
        let id = RecipientID("1")
        #expect(
            Set(reading.obstacles) == [
                TemplateObstacle(.unsupportedTab(kind: "companyTabs"), field: "Firm", recipientID: id),
                TemplateObstacle(.formula, field: "Sum", recipientID: id),
                TemplateObstacle(.payment, field: "Pay", recipientID: id),
                TemplateObstacle(.unsupportedTab(kind: "zipTabs"), field: "Zip", recipientID: id),
                TemplateObstacle(.missing("yPosition"), field: "Nowhere", recipientID: id),
                TemplateObstacle(.anchored, field: "Found", recipientID: id),
            ])
        #expect(throws: CountersignError.templateNotUsable(reading.obstacles)) { try template(reading) }
    }

    @Test(
        "Special text fields become plain text if configured",
        arguments: [
            "zipTabs", "numberTabs", "emailTabs", "dateTabs", "companyTabs", "titleTabs",
        ])
    func conversion(kind: String) throws {
        var options = OfflineOptions.UnusableFields()
        options.zipToText = kind == "zipTabs"
        options.numberToText = kind == "numberTabs"
        options.emailToText = kind == "emailTabs"
        options.dateToText = kind == "dateTabs"
        options.companyToText = kind == "companyTabs"
        options.titleToText = kind == "titleTabs"
        let tabs = "\"\(kind)\": \(Self.place("\"tabLabel\": \"It\""))"
        #expect(try reading(tabs: tabs).obstacles.map(\.reason) == [.unsupportedTab(kind: kind)])
        let template = try template(try reading(tabs: tabs, options: options))
        #expect(template.tabs.first { $0.label == "It" }?.kind == .text)
    }

    @Test("A locked, required and empty text field is unlocked or is an obstacle, as configured")
    func lockedEmpty() throws {
        let tabs =
            "\"textTabs\": \(Self.place("\"tabLabel\": \"Rent\", \"locked\": \"true\", \"required\": \"true\", \"value\": \"\""))"
        let usual = try reading(tabs: tabs)
        #expect(usual.lockedEmpty == ["Rent"])
        #expect(try template(usual).tabs.first { $0.label == "Rent" }?.locked == false)
        var options = OfflineOptions.UnusableFields()
        options.unlocksEmptyRequired = false
        let strict = try reading(tabs: tabs, options: options)
        #expect(strict.obstacles == [TemplateObstacle(.lockedRequiredEmpty, field: "Rent", recipientID: "1")])
    }

    @Test("A Boolean is read with and without quotation marks", arguments: ["", "\""])
    func flags(mark: String) throws {
        func tabs(locked: Bool) -> String {
            let members =
                "\"tabLabel\": \"Rent\", \"locked\": \(mark)\(locked)\(mark), \"required\": \(mark)true\(mark)"
            return "\"textTabs\": \(Self.place(members))"
        }
        #expect(try reading(tabs: tabs(locked: true)).lockedEmpty == ["Rent"])
        #expect(try reading(tabs: tabs(locked: false)).lockedEmpty == [])
        for isRegulated in [true, false] {
            let reading = try reading(template: "\"is21CFRPart11\": \(mark)\(isRegulated)\(mark),")
            #expect(reading.obstacles.map(\.reason) == (isRegulated ? [.regulated] : []))
        }
    }

    @Test(
        "Recipients who need the server are named as obstacles",
        arguments: [
            ("\"accessCode\": \"1234\",", "accessCode"), ("\"requireIdLookup\": \"true\",", "requireIdLookup"),
            ("\"canSignOffline\": \"false\",", "canSignOffline"),
            ("\"signInEachLocation\": \"true\",", "signInEachLocation"),
            ("\"phoneNumber\": {\"number\": \"1\"},", "phoneNumber"),
        ])
    func recipients(member: String, what: String) throws {
        let reading = try reading(recipient: member)
        #expect(
            reading.obstacles == [
                TemplateObstacle(.recipientNeedsServer(what: what), field: "tenant", recipientID: "1")
            ])
    }

    @Test("All other obstacles of a template are reported")
    func whole() throws {
        let reading = try reading(
            recipients: "\"notaries\": [{\"recipientId\": \"7\"}], \"carbonCopies\": [{\"roleName\": \"copy\"}],"
                + "\"inPersonSigners\": [{\"recipientId\": \"3\", \"roleName\": \"guest\"}],",
            template: "\"is21CFRPart11\": \"true\", \"workflow\": {\"steps\": [{\"a\": \"b\"}]},",
            document: ", \"encryptedWithKeyManager\": \"true\"")
        let reasons = reading.obstacles.map(\.reason)
        #expect(reasons.contains(.regulated) && reasons.contains(.unsupportedMember("workflow")))
        #expect(reasons.contains(.unsupportedRecipient(kind: "notaries")) && reasons.contains(.freeForm))
        #expect(reasons.contains(.missing("recipientId")))
        for obstacle in reading.obstacles { #expect(obstacle.description.hasSuffix(".")) }
    }

    @Test("A template without a document cannot be signed")
    func noDocuments() throws {
        let node = try JSONDecoder().decode(JSONNode.self, from: Data(#"{"templateId": "x"}"#.utf8))
        #expect(TemplateReading(node, .init()).obstacles.map(\.reason) == [.noDocuments])
    }
}
