import Envelopes
import Essentials
import Foundation

extension Wire.EnvelopeTemplate {
    /// Returns the decoded documents, in order.
    ///
    /// - Throws: ``APIError`` as ``Wire/EnvelopeDefinition/receivedDocuments()`` does
    package func receivedDocuments() throws(APIError) -> [ReceivedDocument] {
        try ReceivedDocument.all(documents)
    }

    /// Returns the template for the domain, which validates it. This function rejects only what the domain cannot
    /// express.
    ///
    /// - Parameters:
    ///   - documents: the documents with their pages and hashes
    ///   - newTabID: returns a new id for each tab; ids in the request are ignored
    ///   - newSalt: returns a random text for each access code, which is stored as a salted hash
    /// - Throws: ``APIError`` naming the missing or invalid member
    package func template(
        id: TemplateID, accountID: String, owner: Sender, folder: TemplateFolder?,
        documents: [Envelopes.EnvelopeDocument],
        at date: Date, newTabID: @escaping () -> TabID,
        newSalt: @escaping () -> String = { UUID.random().uuidString }
    ) throws(APIError) -> Template {
        var parts = RecipientParts(newTabID: newTabID, newSalt: newSalt)
        try parts.add(recipients)
        try DialectLimits.check(subject: emailSubject)
        try DialectLimits.check(customFields?.fields() ?? [])
        var template = Template(
            id: id, accountID: accountID, owner: owner, name: name ?? "", description: description, folder: folder,
            isShared: shared ?? false, documents: documents,
            recipients: parts.recipients.map {
                TemplateRecipient(roleName: parts.roleNames[$0.id] ?? "", recipient: $0)
            },
            tabs: parts.tabs, tabGroups: parts.tabGroups, emailSubject: emailSubject ?? "", emailBlurb: emailBlurb,
            notification: notification?.settings(.standard), customFields: customFields?.fields() ?? [],
            allowsReassigning: allowReassign ?? false, createdAt: date)
        template.enforcesVisibility = enforceSignerVisibility ?? false
        template.workflow = workflow?.workflow
        return template
    }

    /// An answer's template.
    ///
    /// - Parameter parts: the parts to add to the template's own members; tabs are added inside their recipients
    package init(_ template: Template, including parts: Set<TemplatesQuery.Part>) {
        let uri = "/templates/\(template.id)"
        self.init(
            name: template.name, description: template.description, shared: template.isShared,
            folderId: template.folder?.id, folderName: template.folder?.name, emailSubject: template.emailSubject,
            emailBlurb: template.emailBlurb, allowReassign: template.allowsReassigning,
            enforceSignerVisibility: template.enforcesVisibility ? true : nil,
            workflow: template.workflow.map { Wire.Workflow($0) },
            record: Record(
                templateId: template.id.rawValue, uri: uri, owner: Wire.TemplateUser(template.owner),
                created: WireDate.text(template.createdAt), lastModified: WireDate.text(template.lastModifiedAt),
                lastModifiedBy: Wire.TemplateUser(template.lastModifiedBy), pageCount: template.pageCount,
                folderUri: template.folder.map { "/folders/\($0.id)" }))
        if parts.contains(.documents) {
            documents = template.documents.map {
                Wire.Document(
                    documentId: $0.id.rawValue, name: $0.name, fileExtension: "pdf", order: $0.order,
                    uri: "\(uri)/documents/\($0.id)", pages: $0.pages.count)
            }
        }
        if parts.contains(.recipients) || parts.contains(.tabs) {
            recipients = Wire.Recipients(template, includingTabs: parts.contains(.tabs))
        }
        if parts.contains(.customFields) { customFields = Wire.CustomFields(template.customFields) }
        notification = template.notification.map(Wire.Notification.init)
    }
}

extension Wire.TemplateUser {
    init(_ sender: Sender) {
        self.init(userId: sender.userID, userName: sender.name, email: sender.email)
    }
}

extension Wire.Recipients {
    /// An answer's recipients, from a template.
    init(_ template: Template, includingTabs: Bool) {
        let names = Dictionary(template.recipients.map { ($0.id, $0.roleName) }) { first, _ in first }
        self.init(
            template.recipients.map(\.recipient), tabs: { includingTabs ? Wire.Tabs(of: $0.id, in: template) : nil },
            roleName: { names[$0.id].flatMap { $0.isEmpty ? nil : $0 } })
        recipientCount = template.recipients.count
    }
}

extension Wire.Tabs {
    /// An answer's tabs, from a recipient of a template.
    init(of recipient: RecipientID, in template: Template) {
        self.init()
        let tabs = template.tabs.filter { $0.recipientID == recipient }
        for tab in tabs {
            guard tab.kind == .radio else {
                self[TabList(tab)].append(Wire.Tab(tab, value: tab.value, status: nil))
                continue
            }
            // The group stands where its first button does.
            let buttons = tabs.filter { $0.kind == .radio && $0.choice?.group == tab.choice?.group }
            guard buttons.first == tab else { continue }
            radioGroups.append(Wire.RadioGroup(buttons: buttons, of: tab, status: nil) { $0.value })
        }
        tabGroups = template.tabGroups.filter { $0.recipientID == recipient }
            .map { group in
                Wire.TabGroup(group, first: tabs.first { $0.groupLabels?.contains(group.label) == true })
            }
    }
}
