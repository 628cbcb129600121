import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Requests for an envelope")
struct CreateEnvelopeTests {
    @Test("The example request becomes a sent envelope")
    func example() throws {
        let envelope = try Samples.history().envelope
        #expect(envelope.status == .sent)
        #expect(envelope.emailSubject == "Lease")
        #expect(
            envelope.documents == [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: BlobHash(of: Samples.pdf),
                    pages: [Samples.letter, Samples.letter],
                    order: 1)
            ])
        #expect(
            envelope.recipients == [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", routingOrder: 1, clientUserID: "u-77")
            ])
        #expect(
            envelope.tabs == [
                EnvelopeTab(
                    id: Samples.tabID(1), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: 300, width: 120, height: 36), label: "Signature"),
                EnvelopeTab(
                    id: Samples.tabID(2), kind: .text, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: 200, width: 120, height: 22), label: "Town", maxLength: 60),
                EnvelopeTab(
                    id: Samples.tabID(3), kind: .checkbox, documentID: "1", recipientID: "1", page: 2,
                    frame: TabFrame(x: 10, y: 20.5, width: 16, height: 16), label: "Checkbox", required: false,
                    value: "true"),
            ])
        #expect(envelope.definition.customFields == [CustomField(id: "1", name: "orderId", value: "42")])
        #expect(envelope.definition.transactionID == "0b7f0e3e-0000-0000-0000-000000000042")
    }

    @Test("Without a status, a request makes a draft; upper and lower case are the same")
    func status() throws {
        #expect(try Samples.history(Samples.body("status", nil)).envelope.status == .created)
        #expect(try Samples.history(Samples.body("status", "SENT")).envelope.status == .sent)
    }

    @Test(
        "A signature is required and unlocked unless the request calls it optional", arguments: ["locked", "required"])
    func requiredSignature(member: String) throws {
        for value in ["true", "false"] {
            let path = "recipients.signers.0.tabs.signHereTabs.0.\(member)"
            let envelope = try Samples.history(Samples.body(path, value)).envelope
            let signature = try #require(envelope.tabs.first { $0.kind == .signHere })
            #expect(signature.required && !signature.locked)
        }
        // Only its own word for it does.
        let optional = try Samples.history(
            Samples.body("recipients.signers.0.tabs.signHereTabs.0.optional", "true")
        ).envelope
        #expect(optional.tabs.first { $0.kind == .signHere }?.required == false)
    }

    @Test("A size of zero counts as none", arguments: ["width", "height"])
    func zeroSize(member: String) throws {
        let path = "recipients.signers.0.tabs.textTabs.0.\(member)"
        let frames = try [Samples.body(path, "0"), Samples.body(path, nil)].map {
            try #require(Samples.history($0).envelope.tabs.first { $0.kind == .text }).frame
        }
        #expect(frames[0] == frames[1] && frames[0].width > 0 && frames[0].height > 0)
    }

    @Test(
        "A faulty member is refused with its code",
        arguments: [
            ("status", "completed", "INVALID_REQUEST_PARAMETER"),
            ("documents.0.documentBase64", "%%%", "UNABLE_TO_LOAD_DOCUMENT"),
            ("documents.0.documentBase64", "AAA", "UNABLE_TO_LOAD_DOCUMENT"),
            ("documents.0.documentBase64", "", "NO_DOCUMENT_RECEIVED"),
            ("documents.0.remoteUrl", "https://example.org/a.pdf", "INVALID_REQUEST_PARAMETER"),
            ("documents.0.documentId", "", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.recipientId", "", "INVALID_RECIPIENT_ID"),
            ("recipients.signers.0.email", "bo", "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT"),
            ("recipients.signers.0.name", "", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.routingOrder", "0", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.tabs.textTabs.0.documentId", "9", "DOCUMENT_DOES_NOT_EXIST"),
            ("recipients.signers.0.tabs.textTabs.0.pageNumber", "3", "TAB_OUT_OF_BOUNDS"),
            ("recipients.signers.0.tabs.textTabs.0.xPosition", "600", "TAB_OUT_OF_BOUNDS"),
            ("recipients.signers.0.tabs.textTabs.0.xPosition", "-1", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.tabs.textTabs.0.width", "-1", "INVALID_REQUEST_PARAMETER"),
            ("documents.0.documentId", "combined", "INVALID_REQUEST_PARAMETER"),
            ("documents.0.documentId", "Certificate", "INVALID_REQUEST_PARAMETER"),
            ("documents.0.documentId", "ARCHIVE", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.tabs.textTabs.0.pageNumber", "", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.tabs.textTabs.0.fontSize", "size13", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.tabs.textTabs.0.recipientId", "2", "INVALID_REQUEST_PARAMETER"),
            ("recipients.signers.0.tabs.signHereTabs.0.scaleValue", "3", "INVALID_REQUEST_PARAMETER"),
            ("emailSubject", "", "ENVELOPE_IS_INCOMPLETE"),
        ])
    func codes(path: String, value: String, code: String) throws {
        let error = #expect(throws: APIError.self) { _ = try Samples.events(Samples.body(path, value)) }
        #expect(error?.errorCode == code)
        #expect(error?.status == 400)
        #expect(error?.message.last == ".")
    }

    @Test("Several problems are reported at once")
    func severalProblems() throws {
        var body = Samples.body("recipients.signers.0.email", "bo")
        body["emailSubject"] = String(repeating: "x", count: 101)
        let error = #expect(throws: APIError.self) { _ = try Samples.events(body) }
        #expect(error?.message.contains("The e-mail subject has more than 100 characters.") == true)
        #expect(error?.message.contains("The e-mail address “bo” of recipient 1 is not valid.") == true)
    }

    @Test("A missing document and a missing signer have different codes")
    func missingParts() throws {
        let noDocument = #expect(throws: APIError.self) {
            _ = try Samples.events(["status": "sent", "emailSubject": "x"])
        }
        #expect(noDocument?.errorCode == "NO_DOCUMENT_RECEIVED")
        #expect(noDocument?.message.contains("no signer") == true)
        let noSigner = #expect(throws: APIError.self) { _ = try Samples.events(Samples.body("recipients", nil)) }
        #expect(noSigner?.errorCode == "ENVELOPE_IS_INCOMPLETE")
    }

    @Test(
        "JSON of the wrong shape is refused with the name of the member",
        arguments: [
            ("status", "1", "status"),
            ("documents", "{}", "documents must be a list"),
            ("documents", "[1]", "documents[0] must be an object"),
            ("recipients", "[]", "recipients must be an object"),
            ("recipients.signers", "{}", "recipients.signers must be a list"),
            ("recipients.signers.0.email", "{}", "recipients.signers[0].email must be a string"),
            (
                "recipients.signers.0.routingOrder", "\"first\"",
                "recipients.signers[0].routingOrder must be a whole number"
            ),
            ("recipients.signers.0.routingOrder", "1.5", "recipients.signers[0].routingOrder must be a whole number"),
            (
                "recipients.signers.0.tabs.textTabs.0.required", "\"yes\"",
                "recipients.signers[0].tabs.textTabs[0].required must be true or false"
            ),
            (
                "recipients.signers.0.tabs.textTabs.0.xPosition", "\"1e3\"",
                "recipients.signers[0].tabs.textTabs[0].xPosition must be a number"
            ),
            (
                "recipients.signers.0.tabs.textTabs.0.xPosition", "\"nan\"",
                "recipients.signers[0].tabs.textTabs[0].xPosition must be a number"
            ),
        ])
    func wrongShape(path: String, fragment: String, sentence: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(fragment.utf8), options: .fragmentsAllowed)
        let error = #expect(throws: APIError.self) { _ = try Samples.events(Samples.body(path, value)) }
        #expect(error?.message.contains(sentence) == true, "\(String(describing: error))")
        #expect(error?.errorCode == (path == "status" ? "INVALID_REQUEST_PARAMETER" : "INVALID_REQUEST_BODY"))
    }

    @Test(
        "A body that is not a JSON object is refused",
        arguments: ["", "{", "[]", "null", "\"x\"", "{\"status\":\"sent\"}}", "\u{FEFF}x"])
    func noObject(text: String) {
        let error = #expect(throws: APIError.self) {
            _ = try Wire.decode(Wire.EnvelopeDefinition.self, from: Data(text.utf8))
        }
        #expect(error?.errorCode == "INVALID_REQUEST_BODY")
        #expect(error?.status == 400)
    }

    @Test(
        "The error for broken JSON has the line and column",
        arguments: [
            ("{\"status\": }", "line 1, column 12"),
            ("{\n  \"status\": \"sent\",\n  \"größer\": tru\n}", "line 3, column "),
            ("{\"a\":1}}", "line 1, column 8"), ("{\"a\":\"b", "line 1, column "),
        ])
    func jsonPosition(text: String, place: String) {
        let error = #expect(throws: APIError.self) {
            _ = try Wire.decode(Wire.EnvelopeDefinition.self, from: Data(text.utf8))
        }
        #expect(error?.message.contains(place) == true, "\(String(describing: error?.message))")
    }

    static let ignored: [(String, String)] = [
        ("enableWetSign", "true"), ("envelopeIdStamping", "\"true\""),
        ("asynchronous", "\"true\""), ("brandLock", "\"true\""), ("externalEnvelopeId", "\"mine\""),
        ("documents.0.templateLocked", "\"true\""),
        ("recipients.signers.0.tabs.textTabs.0.font", "\"lucidaconsole\""),
        ("recipients.signers.0.tabs.textTabs.0.bold", "\"true\""), ("lockInformation", "{\"lockType\":\"edit\"}"),
        ("sender", "{\"email\":\"x@example.org\"}"), ("copyRecipientData", "\"true\""),
        ("accessibility", "\"zones\""), ("expireAfter", "\"5\""),
        ("recipients.signers.0.favouriteColour", "[\"green\"]"),
        ("envelopeCustomMetadata", "{\"envelopeCustomMetadataDetails\":[{\"name\":\"a\",\"value\":\"b\"}]}"),
        ("recipients.signers.0.tabs.signHereTabs.0.caption", "\"Here\""),
        ("recipients.signers.0.tabs.textTabs.0.validationMessage", "\"No\""),
        ("useDisclosure", "\"false\""), ("signerCanSignOnMobile", "\"false\""),
    ]

    @Test("A member that changes nothing is ignored and named in the answer", arguments: ignored)
    func ignoredMembers(path: String, fragment: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(fragment.utf8), options: .fragmentsAllowed)
        let noted = IgnoredMembers()
        let data = try JSONSerialization.data(withJSONObject: Samples.body(path, value))
        let with = try Wire.decode(Wire.EnvelopeDefinition.self, from: data, noting: noted)
        #expect(noted.header == path.split(separator: ".").filter { Int($0) == nil }.joined(separator: "."))
        #expect(with == (try Samples.decode(Samples.body())))
        // What asks for nothing is not named.
        let silent = IgnoredMembers()
        let nothing: Any = fragment == "\"false\"" ? "true" : "false"
        let plain = try JSONSerialization.data(withJSONObject: Samples.body(path, nothing))
        _ = try Wire.decode(Wire.EnvelopeDefinition.self, from: plain, noting: silent)
        #expect(silent.header == nil)
    }

    @Test(
        "suppressEmails is obeyed for people who get no mail, and refused for those who would find the documents nowhere",
        arguments: ["signers", "carbonCopies", "certifiedDeliveries"])
    func suppressedMail(kind: String) throws {
        func decode(_ members: [String: String]) throws -> IgnoredMembers {
            let person = ["recipientId": "9", "name": "Cy", "email": "cy@example.org", "suppressEmails": "true"]
            let body = Samples.body("recipients", [kind: [person.merging(members) { $1 }]])
            let noted = IgnoredMembers()
            let data = try JSONSerialization.data(withJSONObject: body)
            _ = try Wire.decode(Wire.EnvelopeDefinition.self, from: data, noting: noted)
            return noted
        }
        #expect(try decode(["clientUserId": "u-9"]).header == nil)
        #expect(try decode(["suppressEmails": "false"]).header == nil)
        let error = #expect(throws: APIError.self) { try decode([:]) }
        #expect(error?.message.contains("suppressEmails") == true && error?.message.contains("clientUserId") == true)
    }

    static let unsupported: [(String, String)] = [
        ("compositeTemplates", "[{\"serverTemplates\":[{\"templateId\":\"x\"}]}]"),
        ("eventNotification", "{\"url\":\"https://example.org\",\"events\":[]}"),
        ("signingLocation", "\"InPerson\""),
        ("recipients.witnesses", "[{\"name\":\"x\"}]"), ("recipients.editors", "[{\"name\":\"x\"}]"),
        ("documents.0.matchBoxes", "[{\"pageNumber\":1}]"), ("documents.0.display", "\"modal\""),
        ("recipients.signers.0.accessCode", "\" 1234\""), ("recipients.signers.0.accessCode", "\"a\\nb\""),
        ("password", "\"0\""), ("recipients.signers.0.requireIdLookup", "\"true\""),
        ("recipients.signers.0.idCheckConfigurationName", "\"ID Check $\""),
        ("recipients.signers.0.identityVerification.workflowId", "\"c368e411-1592-4001-a3df-dca94ac539ae\""),
        ("recipients.signers.0.phoneAuthentication", "{\"senderProvidedNumbers\":[\"1\"]}"),
        ("recipients.signers.0.smsAuthentication", "{\"senderProvidedNumbers\":[\"1\"]}"),
        ("recipients.signers.0.embeddedRecipientStartURL", "\"SIGN_AT_DOCUSIGN\""),
        ("recipients.signers.0.deliveryMethod", "\"SMS\""),
        ("recipients.signers.0.canSignOffline", "\"false\""),
        ("recipients.signers.0.signInEachLocation", "\"true\""),
        ("recipients.signers.0.tabs.formulaTabs", "[{\"formula\":\"x\"}]"),
        ("recipients.signers.0.tabs.noteTabs", "[{\"pageNumber\":\"1\"}]"),
        ("recipients.signers.0.tabs.textTabs.0.shared", "\"true\""),
        ("recipients.signers.0.tabs.textTabs.0.validationPattern", "\"[0-9]+\""),
        ("recipients.signers.0.tabs.textTabs.0.validationType", "\"Currency\""),
        ("recipients.signers.0.tabs.textTabs.0.tabLabel", "\"\\\\*Town\""),
        ("recipients.signers.0.tabs.textTabs.0.formula", "\"[a]+[b]\""),
        ("eventNotifications", "[{\"url\":\"https://example.org\",\"useSoapInterface\":\"true\"}]"),
        ("purgeState", "\"documents_queued\""),
        ("burnDefaultTabData", "\"true\""), ("envelopeId", "\"x\""),
        ("recipients.notaryWitnesses", "[{\"name\":\"x\"}]"), ("recipients.nobodyKnowsThem", "[{\"name\":\"x\"}]"),
        ("recipients.signers.0.signingGroupName", "\"Managers\""),
        ("recipients.signers.0.notaryHost", "{\"name\":\"x\"}"),
        ("recipients.signers.0.consentDetailsList", "[{\"type\":\"x\"}]"),
        ("recipients.signers.0.signingGroupId", "\"0\""),
        ("recipients.signers.0.documentVisibility", "[{\"documentId\":\"0\",\"visible\":\"false\"}]"),
        ("recipients.signers.0.tabs.textTabs.0.isPaymentAmount", "\"true\""),
        ("recipients.signers.0.tabs.nobodyKnowsTabs", "[{\"pageNumber\":\"1\"}]"),
    ]

    @Test("An unsupported member that asks for something is refused by name", arguments: unsupported)
    func unsupportedMembers(path: String, fragment: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(fragment.utf8), options: .fragmentsAllowed)
        let error = #expect(throws: APIError.self) { _ = try Samples.decode(Samples.body(path, value)) }
        #expect(error?.errorCode == "INVALID_REQUEST_PARAMETER")
        let member = path.split(separator: ".").last { Int($0) == nil } ?? ""
        #expect(error?.message.contains(member) == true)
    }

    @Test(
        "An unsupported member that asks for nothing is accepted", arguments: unsupported.map(\.0),
        ["null", "\"\"", "\"false\"", "false", "\"0\"", "[]", "{}"])
    func emptyMembers(path: String, fragment: String) throws {
        // Members that this dialect reads have shapes of their own.
        guard
            ![
                "customFields", "tabLabel", "dateSignedTabs", "signingLocation", "display",
                "deliveryMethod", "canSignOffline", "accessCode", "password", "validation", "textTabs.0.formula",
                "purgeState", "envelopeId", "signingGroup", "requireIdLookup", "workflowId",
            ]
            .contains(where: path.contains)
        else { return }
        let value = try JSONSerialization.jsonObject(with: Data(fragment.utf8), options: .fragmentsAllowed)
        #expect(try Samples.events(Samples.body(path, value)).count == 2)
    }

    @Test("Base64 with the line breaks of mail is read")
    func mailBase64() throws {
        let bytes = Data((0..<200).map { UInt8($0) })
        let text = bytes.base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn])
        let wire = try Samples.decode(Samples.body("documents.0.documentBase64", text))
        #expect(try wire.receivedDocuments().map(\.content) == [.bytes(bytes)])
    }

    @Test("A document's content is base64, an address or a page of HTML, and its kind is passed on")
    func contents() throws {
        func received(_ members: [String: Any]) throws -> ReceivedDocument {
            let one = members.merging(["documentId": "1", "name": "a"]) { old, _ in old }
            return try #require(
                Samples.decode(Samples.body("documents", [one] as [Any])).receivedDocuments().first)
        }
        let file = try received(["documentBase64": "QQ==", "fileExtension": "docx"])
        #expect(file.content == .bytes(Data("A".utf8)) && file.kind == "docx" && file.formRecipient == nil)
        let address = try received(["remoteUrl": "https://example.org/a.pdf"])
        #expect(address.content == .address("https://example.org/a.pdf") && address.kind == nil)
        let page = try received(["htmlDefinition": ["source": "<p>é</p>"], "fileExtension": "pdf"])
        #expect(page.content == .bytes(Data("<p>é</p>".utf8)) && page.kind == "html")
        #expect(
            try received(["documentBase64": "QQ==", "transformPdfFields": "true"]).formRecipient == "")
        let assigned = try received([
            "documentBase64": "QQ==", "transformPdfFields": "true", "assignTabsToRecipientId": "2",
        ])
        #expect(assigned.formRecipient == "2")
    }

    @Test(
        "A document without required acknowledgment is accepted, and one with it is refused",
        arguments: [("no_interaction", true), ("NO_INTERACTION", true), ("view", false), ("view_accept", false)])
    func acknowledgement(word: String, isTaken: Bool) throws {
        let body = Samples.body("documents.0.signerMustAcknowledge", word)
        if isTaken {
            #expect(try Samples.events(body).count == 2)
        } else {
            let error = #expect(throws: APIError.self) { _ = try Samples.events(body) }
            #expect(error?.message.contains("documents[0].signerMustAcknowledge") == true)
        }
    }

    @Test("Documents stand in the order that the sender gave")
    func documentOrder() throws {
        let wire = Wire.EnvelopeDefinition(documents: [
            Wire.Document(documentId: "a", name: "a", documentBase64: "AA==", order: 3),
            Wire.Document(documentId: "b", name: "b", documentBase64: "AA==", order: 1),
            Wire.Document(documentId: "c", name: "c", documentBase64: "AA=="),
        ])
        #expect(try wire.receivedDocuments().map(\.id) == ["b", "a", "c"])
    }
}
