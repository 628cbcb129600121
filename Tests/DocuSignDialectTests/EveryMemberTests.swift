import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

/// Whatever a request holds has an effect, is refused by name, or is named as ignored.
@Suite("No silently dropped members")
struct EveryMemberTests {
    /// An object of a request, and what the API calls its members.
    struct Object: CustomTestStringConvertible, Sendable {
        let request: Request
        /// Numbers are places in lists; empty for the request itself.
        let path: String
        let members: [String]
        /// Members that a request may hold without a word, and why.
        let silent: [String: String]
        /// Values that say what is done anyway.
        let usual: [String: String]

        init(
            _ request: Request, _ path: String, _ members: [String], silent: [String: String] = [:],
            usual: [String: String] = [:]
        ) {
            self.request = request
            self.path = path
            self.members = members
            self.silent = silent
            self.usual = usual
        }

        var testDescription: String { "\(request) \(path)" }
    }

    enum Request: Sendable {
        case envelope, filledTemplate, template, update, view, folders
    }

    private static let content = "is about the content, which is looked at after the mapping"
    private static let answer = "only answers hold it, and clients send answers back"
    private static let tabAnswers = ["tabId": answer, "tabType": answer, "status": answer, "originalValue": answer]
    private static let person = [
        "recipientIdGuid": answer, "roleName": "a template's word; templates are sent back as envelopes",
    ]
    private static let personWithoutMail = person.merging([
        "suppressEmails": "these two get no mail in any case"
    ]) { $1 }
    private static let lookedUp = ["brandId": "the service looks it up among the account's brands"]
    private static let usual = [
        "allowViewHistory": "true", "autoNavigation": "true", "disableResponsiveDocument": "true",
        "signerCanSignOnMobile": "true", "useDisclosure": "true",
    ]

    static let objects: [Object] =
        [
            Object(.envelope, "", APIMembers.envelopeDefinition, silent: lookedUp, usual: usual),
            Object(
                .envelope, "documents.0", APIMembers.document,
                silent: [
                    "uri": answer, "pages": answer, "fileExtension": content, "transformPdfFields": content,
                    "assignTabsToRecipientId": content,
                ],
                usual: ["includeInDownload": "true", "applyAnchorTabs": "true"]),
            Object(
                .envelope, "recipients", APIMembers.recipients,
                silent: ["recipientCount": answer, "currentRoutingOrder": answer]),
            Object(
                .envelope, "recipients.signers.0", APIMembers.signer, silent: personWithoutMail,
                usual: ["canSignOffline": "true"]),
            Object(
                .envelope, "recipients.inPersonSigners.0", APIMembers.inPersonSigner, silent: personWithoutMail,
                usual: ["canSignOffline": "true"]),
            Object(.envelope, "recipients.carbonCopies.0", APIMembers.carbonCopy, silent: person),
            Object(.envelope, "recipients.certifiedDeliveries.0", APIMembers.carbonCopy, silent: person),
            Object(.envelope, "recipients.signers.0.offlineAttributes", []),
            Object(.envelope, "recipients.signers.0.tabs", APIMembers.tabs),
            Object(
                .envelope, "recipients.signers.0.tabs.radioGroupTabs.0", APIMembers.radioGroup,
                silent: ["tabType": answer]),
            Object(
                .envelope, "recipients.signers.0.tabs.radioGroupTabs.0.radios.0", APIMembers.radio,
                silent: ["tabId": answer, "status": answer]),
            Object(
                .envelope, "recipients.signers.0.tabs.tabGroups.0", APIMembers.tabGroup,
                silent: Dictionary(
                    uniqueKeysWithValues: ["documentId", "pageNumber", "tabScope"].map {
                        ($0, "a group is the recipient's, wherever its tabs are")
                    })),
            Object(.envelope, "recipients.signers.0.tabs.listTabs.0.listItems.0", APIMembers.listItem),
            Object(.envelope, "customFields", APIMembers.customFields),
            Object(.envelope, "customFields.textCustomFields.0", APIMembers.customField),
            Object(.envelope, "customFields.listCustomFields.0", APIMembers.customField),
            Object(
                .envelope, "notification", APIMembers.notification,
                silent: ["useAccountDefaults": "asks for what an envelope has without the member"]),
            Object(
                .envelope, "notification.reminders", APIMembers.names("reminderDelay reminderEnabled reminderFrequency")
            ),
            Object(.envelope, "notification.expirations", APIMembers.names("expireAfter expireEnabled expireWarn")),
            Object(.filledTemplate, "", APIMembers.envelopeDefinition, silent: lookedUp, usual: usual),
            Object(.filledTemplate, "templateRoles.0", APIMembers.templateRole),
            Object(.filledTemplate, "templateRoles.0.tabs", APIMembers.tabs),
            Object(
                .filledTemplate, "templateRoles.0.tabs.radioGroupTabs.0", APIMembers.radioGroup,
                silent: ["tabType": answer]),
            Object(
                .filledTemplate, "templateRoles.0.tabs.radioGroupTabs.0.radios.0", APIMembers.radio,
                silent: ["tabId": answer, "status": answer], usual: ["selected": "true"]),
            Object(
                .template, "", APIMembers.envelopeTemplate,
                silent: ["templateId": "only answers hold it, and others of theirs beside it"], usual: usual),
            Object(.update, "", APIMembers.envelopeDefinition),
            Object(.view, "", APIMembers.recipientViewRequest),
            Object(.folders, "", APIMembers.foldersRequest),
        ]
        + TabList.allCases.map { list in
            Object(
                .envelope, "recipients.signers.0.tabs.\(list.rawValue).0", APIMembers.tab,
                silent: tabAnswers, usual: list.kind.isFilledByService ? ["required": "true"] : [:])
        }
        + ["textTabs", "checkboxTabs", "listTabs"].map { list in
            Object(.filledTemplate, "templateRoles.0.tabs.\(list).0", APIMembers.tab, silent: tabAnswers)
        }

    /// Values of every shape that ask for something; the first that a member takes is a wish.
    private static let wishes: [any Sendable] = [
        "true", "7", "x", ["x"] as [any Sendable], [["x": "y"]] as [any Sendable], ["x": "y"] as [String: any Sendable],
    ]

    @Test("Every member has an effect, is refused by name, or is listed as ignored", arguments: objects)
    func everyMember(of object: Object) throws {
        let whole = object.request.body
        let base = try object.request.effect(of: whole)
        var dropped: [String: [String]] = [:]
        for member in object.members + ["nobodyKnowsIt"] {
            let path = object.path.isEmpty ? member : "\(object.path).\(member)"
            for wish in Self.wishes where wish as? String != object.usual[member] ?? "" {
                let body = changed(whole, path.split(separator: ".")[...], wish)
                let noted = IgnoredMembers()
                do {
                    let effect = try object.request.effect(of: body, noting: noted)
                    if effect != base || noted.places.contains(where: { names($0, path) }) { continue }
                    dropped[member, default: []].append("\(wish)")
                } catch let error as APIError where error.errorCode == "INVALID_REQUEST_BODY" {
                    #expect(error.message.contains(member), "\(path): \(error)")
                } catch is APIError {
                    continue
                } catch is TemplateFillingError {
                    continue
                }
            }
        }
        #expect(dropped.filter { object.silent[$0.key] == nil } == [:])
        #expect(object.silent.keys.filter { dropped[$0] == nil } == [], "no longer dropped")
    }

    private func names(_ place: String, _ path: String) -> Bool {
        let path = path.split(separator: ".").filter { Int($0) == nil }.joined(separator: ".")
        return place == path || place.hasPrefix(path + ".")
    }

    private func changed(_ node: Any, _ path: ArraySlice<Substring>, _ value: any Sendable) -> Any {
        guard let key = path.first else { return value }
        if var list = node as? [Any], let index = Int(key) {
            list[index] = changed(list[index], path.dropFirst(), value)
            return list
        }
        var object = node as? [String: Any] ?? [:]
        object[String(key)] = changed(object[String(key)] ?? [String: Any](), path.dropFirst(), value)
        return object
    }
}

extension EveryMemberTests.Request {
    /// One tab of every kind, and a group of each kind.
    private static var tabs: [String: Any] {
        var tabs: [String: Any] = [:]
        for list in TabList.allCases {
            var tab: [String: Any] = [
                "documentId": "1", "pageNumber": "1", "xPosition": "10", "yPosition": "20", "tabLabel": list.typeName,
            ]
            if list.kind == .text { tab["required"] = "false" }
            if list == .list {
                tab["required"] = "false"
                tab["listItems"] = [["text": "A", "value": "a"], ["text": "B", "value": "b"]]
            }
            if list == .checkbox { tab["tabGroupLabels"] = ["group"] }
            tabs[list.rawValue] = [tab]
        }
        tabs["radioGroupTabs"] = [
            [
                "documentId": "1", "groupName": "g",
                "radios": [
                    ["pageNumber": "1", "xPosition": "10", "yPosition": "20", "value": "a"],
                    ["pageNumber": "1", "xPosition": "10", "yPosition": "60", "value": "b"],
                ],
            ]
        ]
        tabs["tabGroups"] = [
            ["groupLabel": "group", "groupRule": "SelectAtLeast", "minimumRequired": "1", "maximumAllowed": "1"]
        ]
        return tabs
    }

    private static var whole: [String: Any] {
        var body = Samples.body("status", "sent")
        body["recipients"] = [
            "signers": [
                [
                    "recipientId": "1", "roleName": "tenant", "name": "Bo Signer", "email": "bo@example.org",
                    "clientUserId": "u-77", "tabs": tabs,
                ]
            ],
            "inPersonSigners": [
                ["recipientId": "2", "hostName": "Ho", "hostEmail": "ho@example.org", "signerName": "Di"]
            ],
            "carbonCopies": [["recipientId": "3", "name": "Cy", "email": "cy@example.org"]],
            "certifiedDeliveries": [["recipientId": "4", "name": "Di", "email": "di@example.org"]],
        ]
        body["customFields"] = [
            "textCustomFields": [["name": "order", "value": "42"]],
            "listCustomFields": [["name": "region", "value": "a", "listItems": ["a", "b"]]],
        ]
        return body
    }

    var body: [String: Any] {
        switch self {
        case .envelope: return Self.whole
        case .template:
            var body = Self.whole
            body["name"] = "Lease"
            body["status"] = nil
            body["transactionId"] = nil
            return body
        case .filledTemplate:
            return [
                "templateId": "eeeeeeee-0000-0000-0000-000000000005",
                "templateRoles": [
                    [
                        "roleName": "tenant",
                        "tabs": [
                            "textTabs": [["tabLabel": "text", "value": "950"]],
                            "checkboxTabs": [["tabLabel": "checkbox", "selected": "false"]],
                            "listTabs": [["tabLabel": "list", "value": "a"]],
                            "radioGroupTabs": [["groupName": "g", "radios": [["value": "a", "selected": "true"]]]],
                        ],
                    ]
                ],
            ]
        case .update: return ["status": "sent"]
        case .view:
            return [
                "returnUrl": "https://app.example.org/done", "authenticationMethod": "none", "email": "bo@example.org",
                "userName": "Bo Signer", "clientUserId": "u-77",
            ]
        case .folders: return ["envelopeIds": ["a"]]
        }
    }

    /// What comes of a request, to be compared.
    func effect(of body: Any, noting ignored: IgnoredMembers = IgnoredMembers()) throws -> [AnyHashable] {
        let data = try JSONSerialization.data(withJSONObject: body)
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try Wire.decode(type, from: data, noting: ignored)
        }
        switch self {
        case .envelope:
            let wire = try read(Wire.EnvelopeDefinition.self)
            let isSent = try wire.isSentAtOnce()
            let definition = try wire.definition(
                accountID: "a-1", sender: Samples.sender,
                documents: wire.receivedDocuments().map { $0.document(pages: [Samples.letter]) },
                newTabID: { Samples.tabID(1) })
            return [definition, isSent, wire.templateId]
        case .template:
            let wire = try read(Wire.EnvelopeTemplate.self)
            return [try Self.template(wire), wire.folderId]
        case .filledTemplate:
            var wire = try read(Wire.EnvelopeDefinition.self)
            let template = try Self.tenancy.get()
            wire.settleAnchors(with: template, noting: ignored)
            let isSent = try wire.isSentAtOnce()
            try wire.refuseOtherTabs(than: template)
            let definition = try template.definition(
                filling: wire.filling(leavingOutUnfilled: true), sender: Samples.sender,
                newTabID: { Samples.tabID(1) })
            return [definition, isSent, wire.templateId]
        case .update:
            return try read(Wire.EnvelopeUpdate.self).commands()
        case .view:
            let wire = try read(Wire.RecipientViewRequest.self)
            let envelope = try Samples.history(Self.whole).envelope
            return [try wire.recipient(of: envelope).id, wire.returnUrl]
        case .folders:
            let wire = try read(Wire.FoldersRequest.self)
            return [wire.envelopeIds, wire.fromFolderId, wire.folders]
        }
    }

    private static let tenancy = Result {
        let body = try JSONSerialization.data(withJSONObject: Self.template.body)
        return try template(try Wire.decode(Wire.EnvelopeTemplate.self, from: body))
    }

    private static func template(_ wire: Wire.EnvelopeTemplate) throws -> Template {
        try wire.template(
            id: TemplateID(UUID(uuidString: "eeeeeeee-0000-0000-0000-000000000005") ?? UUID()), accountID: "a-1",
            owner: Samples.sender, folder: wire.folderName.map { TemplateFolder(id: "f-1", name: $0) },
            documents: try wire.receivedDocuments().map { $0.document(pages: [Samples.letter]) }, at: Samples.start,
            newTabID: { Samples.tabID(1) })
    }
}
