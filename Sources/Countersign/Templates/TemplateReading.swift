import DocuSignDialect
import Envelopes
import Essentials
import Foundation

/// A template from a server, prepared for use on this device.
struct TemplateReading: Sendable {
    /// Everything that prevents offline use; empty if the template can be used.
    private(set) var obstacles: [TemplateObstacle] = []
    /// The labels of text fields that are locked, required and empty, whether or not they prevent offline use.
    private(set) var lockedEmpty: [String] = []
    /// The template without members that make no difference offline, and with fields converted as the options say.
    private(set) var node: JSONNode
    private let options: OfflineOptions.UnusableFields

    init(_ node: JSONNode, _ options: OfflineOptions.UnusableFields) {
        self.node = node
        self.options = options
        readTemplate()
        readDocuments()
        readRecipients()
    }

    /// Returns the template as a domain value.
    ///
    /// - Parameter documents: the documents with their pages and hashes
    /// - Throws: ``CountersignError/templateNotUsable(_:)`` with everything that prevents using the template
    func template(
        documents: [EnvelopeDocument], user: Sender, accountID: String,
        newTabID: @escaping () -> TabID = { TabID(UUID.random()) }
    ) throws(CountersignError) -> Template {
        guard obstacles.isEmpty else { throw .templateNotUsable(obstacles) }
        var template: Template
        do {
            let wire = try Wire.decode(Wire.EnvelopeTemplate.self, from: JSONEncoder().encode(node))
            guard let id = TemplateID(rawValue: wire.record?.templateId ?? "") else {
                throw APIError(.invalidRequestBody, "templateId is not a GUID.")
            }
            let owner = wire.record?.owner
            template = try wire.template(
                id: id, accountID: accountID,
                owner: Sender(
                    userID: owner?.userId ?? user.userID, name: owner?.userName ?? user.name,
                    email: owner?.email ?? user.email),
                folder: wire.folderId.map { TemplateFolder(id: $0, name: wire.folderName ?? "") },
                documents: documents, at: wire.record?.created.flatMap(WireDate.date) ?? Date(timeIntervalSince1970: 0),
                newTabID: newTabID)
            if let modified = wire.record?.lastModified.flatMap(WireDate.date) { template.lastModifiedAt = modified }
        } catch let error as APIError {
            throw .templateNotUsable([TemplateObstacle(.invalid(error.message))])
        } catch {
            throw .templateNotUsable([TemplateObstacle(.invalid("The template cannot be read."))])
        }
        let problems = template.problems()
        guard problems.isEmpty else {
            throw .templateNotUsable(problems.map { TemplateObstacle(.invalid($0.description)) })
        }
        return template
    }

    /// Ignores everything that prevents offline use.
    mutating func forgive() { obstacles = [] }

    // MARK: The template as a whole

    private mutating func readTemplate() {
        if node["is21CFRPart11"].isTrue { obstacles.append(TemplateObstacle(.regulated)) }
        let notification = node["notification"]
        if notification["reminders"]["reminderEnabled"].isTrue, !notification["useAccountDefaults"].isTrue {
            obstacles.append(TemplateObstacle(.reminders))
        }
        // The server decides when the envelope expires and what its mails look like.
        for name in [
            "notification", "emailSettings", "powerForm", "powerForms", "envelopeIdStamping", "lockInformation",
        ] {
            node[name] = .null
        }
        for name in ["compositeTemplates", "workflow", "password", "authoritativeCopy", "attachments"]
        where node[name].isSomething {
            obstacles.append(TemplateObstacle(.unsupportedMember(name)))
            node[name] = .null
        }
    }

    // MARK: Documents

    private mutating func readDocuments() {
        var documents = node["documents"].elements
        if documents.isEmpty { obstacles.append(TemplateObstacle(.noDocuments)) }
        if documents.count > EnvelopeLimits.documents {
            let most = EnvelopeLimits.documents
            obstacles.append(TemplateObstacle(.invalid("The template has more than \(most) documents.")))
            documents = Array(documents.prefix(most))
        }
        for document in documents {
            let id = document["documentId"].text ?? "?"
            let name = document["name"].text ?? id
            func unusable(_ reason: String) {
                obstacles.append(
                    TemplateObstacle(.unusableDocument("The document “\(name)” \(reason)."), field: id))
            }
            if let display = document["display"].text?.lowercased(), display != "inline" {
                unusable("is a supplement, which needs the server")
            } else if let act = document["signerMustAcknowledge"].text?.lowercased(), act != "no_interaction" {
                unusable("has to be acknowledged, which needs the server")
            }
            if document["encryptedWithKeyManager"].isTrue { unusable("is encrypted by the server") }
        }
        // Keep only what the definition needs; the bytes are requested one document at a time.
        node["documents"] = .list(
            documents.map { document in
                var kept: [String: JSONNode] = [:]
                for name in ["documentId", "name", "order", "uri", "pages"] where document[name] != .null {
                    kept[name] = document[name]
                }
                if case .list = document["pages"] { kept["pages"] = nil }
                return .object(kept)
            })
    }

    // MARK: Recipients

    private static let kinds = ["signers", "inPersonSigners", "carbonCopies"]

    /// Members that make the server verify a recipient, or let them sign elsewhere.
    private static let checks =
        ["accessCode", "requireIdLookup", "identityVerification"]
        + Wire.Signer.refusedMembers.filter(\.needsServer).map(\.name)

    /// Members that change only how the server announces or displays something.
    private static let harmless =
        Wire.Signer.refusedMembers.filter { !$0.needsServer }.map(\.name) + ["offlineAttributes"]

    private mutating func readRecipients() {
        let recipients = node["recipients"]
        for kind in recipients.names where !Self.kinds.contains(kind) {
            for recipient in recipients[kind].elements {
                obstacles.append(
                    TemplateObstacle(.unsupportedRecipient(kind: kind), recipientID: Self.id(of: recipient)))
            }
        }
        var kept: [String: JSONNode] = [:]
        for kind in Self.kinds {
            kept[kind] = .list(recipients[kind].elements.map { read($0, kind) })
        }
        node["recipients"] = .object(kept)
    }

    private static func id(of recipient: JSONNode) -> RecipientID? {
        (recipient["recipientId"].text ?? recipient["roleName"].text).map { RecipientID($0) }
    }

    private mutating func read(_ recipient: JSONNode, _ kind: String) -> JSONNode {
        var recipient = recipient
        let id = Self.id(of: recipient)
        func needsServer(_ what: String) {
            obstacles.append(
                TemplateObstacle(
                    .recipientNeedsServer(what: what), field: recipient["roleName"].text, recipientID: id))
        }
        if recipient["recipientId"].text == nil {
            obstacles.append(TemplateObstacle(.missing("recipientId"), recipientID: id))
        }
        for name in Self.checks {
            if recipient[name].isSomething { needsServer(name) }
            recipient[name] = .null
        }
        if let delivery = recipient["deliveryMethod"].text?.lowercased(), delivery != "email" {
            needsServer("deliveryMethod")
            recipient["deliveryMethod"] = .null
        }
        if recipient["canSignOffline"].text?.lowercased() == "false" { needsServer("canSignOffline") }
        if recipient["signInEachLocation"].text?.lowercased() == "true" { needsServer("signInEachLocation") }
        for name in ["canSignOffline", "signInEachLocation"] { recipient[name] = .null }
        for name in Self.harmless { recipient[name] = .null }
        guard kind != "carbonCopies" else {
            recipient["tabs"] = .null
            return recipient
        }
        recipient["tabs"] = tabs(of: recipient["tabs"], id)
        return recipient
    }

    // MARK: Fields

    private static let listed = [
        "signHereTabs", "initialHereTabs", "dateSignedTabs", "fullNameTabs", "emailAddressTabs", "textTabs",
        "checkboxTabs", "listTabs",
    ]

    private mutating func tabs(of tabs: JSONNode, _ id: RecipientID?) -> JSONNode {
        var lists: [String: [JSONNode]] = [:]
        let converted: [String: Bool] = [
            "zipTabs": options.zipToText, "numberTabs": options.numberToText, "emailTabs": options.emailToText,
            "dateTabs": options.dateToText, "companyTabs": options.companyToText, "titleTabs": options.titleToText,
        ]
        for kind in tabs.names {
            for tab in tabs[kind].elements {
                if Self.listed.contains(kind) {
                    lists[kind, default: []].append(read(tab, kind, id))
                } else if converted[kind] == true {
                    lists["textTabs", default: []].append(read(tab, "textTabs", id))
                } else if kind == "radioGroupTabs" {
                    lists[kind, default: []].append(radioGroup(tab, id))
                } else if kind == "tabGroups" {
                    lists[kind, default: []].append(tab)
                } else {
                    let reason: TemplateObstacle.Reason =
                        tab["paymentDetails"].isSomething
                        ? .payment : kind == "formulaTabs" ? .formula : .unsupportedTab(kind: kind)
                    obstacles.append(TemplateObstacle(reason, field: Self.label(tab, kind), recipientID: id))
                }
            }
        }
        if lists.isEmpty, !tabs.names.contains(where: { !tabs[$0].elements.isEmpty }) {
            obstacles.append(TemplateObstacle(.freeForm, recipientID: id))
        }
        return .object(lists.mapValues { .list($0) })
    }

    private static func label(_ tab: JSONNode, _ kind: String) -> String {
        tab["tabLabel"].text ?? tab["groupName"].text ?? tab["name"].text ?? kind
    }

    private static let harmlessInTabs =
        Wire.Tab.refusedMembers.filter { !$0.changesMeaning }.map(\.name) + ["caption"]
    private static let refusedInTabs =
        ["validationPattern"] + Wire.Tab.refusedMembers.filter(\.changesMeaning).map(\.name)

    private mutating func read(_ tab: JSONNode, _ kind: String, _ id: RecipientID?) -> JSONNode {
        var tab = tab
        let label = Self.label(tab, kind)
        func add(_ reason: TemplateObstacle.Reason) {
            obstacles.append(TemplateObstacle(reason, field: label, recipientID: id))
        }
        if tab["anchorString"].isSomething {
            add(.anchored)
            tab["anchorString"] = .null
        }
        if tab["formula"].isSomething || tab["isPaymentAmount"].isTrue {
            add(tab["isPaymentAmount"].isTrue ? .payment : .formula)
            tab["formula"] = .null
        }
        for name in Self.refusedInTabs {
            if tab[name].isSomething { add(.unsupportedMember(name)) }
            tab[name] = .null
        }
        for name in Self.harmlessInTabs { tab[name] = .null }
        for name in ["documentId", "pageNumber", "xPosition", "yPosition"] where tab[name].text == nil {
            add(.missing(name))
        }
        // The API returns "0" for the default size.
        for name in ["width", "height"] where tab[name].text == "0" { tab[name] = .null }
        if kind == "textTabs" { unlock(&tab, label, id) }
        return tab
    }

    private mutating func unlock(_ tab: inout JSONNode, _ label: String, _ id: RecipientID?) {
        let isRequired = tab["required"].text?.lowercased() != "false"
        guard isRequired, tab["locked"].isTrue, tab["value"].text == nil else { return }
        lockedEmpty.append(label)
        if options.unlocksEmptyRequired {
            tab["locked"] = .text("false")
        } else {
            obstacles.append(TemplateObstacle(.lockedRequiredEmpty, field: label, recipientID: id))
        }
    }

    private mutating func radioGroup(_ group: JSONNode, _ id: RecipientID?) -> JSONNode {
        var group = group
        let label = Self.label(group, "radioGroupTabs")
        for name in ["shared", "requireAll", "requireInitialOnSharedChange"] { group[name] = .null }
        for name in ["documentId", "groupName"] where group[name].text == nil {
            obstacles.append(TemplateObstacle(.missing(name), field: label, recipientID: id))
        }
        group["radios"] = .list(
            group["radios"].elements.map { radio in
                var radio = radio
                if radio["anchorString"].isSomething {
                    obstacles.append(TemplateObstacle(.anchored, field: label, recipientID: id))
                    radio["anchorString"] = .null
                }
                for name in ["pageNumber", "xPosition", "yPosition"] where radio[name].text == nil {
                    obstacles.append(TemplateObstacle(.missing(name), field: label, recipientID: id))
                }
                return radio
            })
        return group
    }
}
