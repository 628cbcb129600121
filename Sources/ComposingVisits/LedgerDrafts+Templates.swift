import Composing
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger

/// Templates of the sender, and people from their envelopes.
extension LedgerDrafts {
    private static let mostTemplates = 100
    private static let mostPeople = 100
    /// The sender's latest envelopes are looked through for people.
    private static let mostEnvelopes = 50

    func templates(named text: String) async throws -> [OfferedTemplate] {
        var selection = TemplateSelection(
            accountID: target.accountID, userID: target.sender.userID, text: text.isEmpty ? nil : text,
            count: Self.mostTemplates, bytes: work.configuration.listBytes)
        selection.isTextOfName = true
        var offered: [OfferedTemplate] = []
        for id in try await work.stores.templates.page(selection).ids {
            guard let template = try await work.stores.templates.template(id), !template.isDraft else { continue }
            let roles = template.recipients.map(\.roleName).filter { !$0.isEmpty }
            offered.append(
                OfferedTemplate(id: id, name: template.name, pages: template.pageCount, roles: roles))
        }
        return offered
    }

    func part(of id: TemplateID) async throws -> TemplatePart {
        let envelope = try await envelope()
        guard let template = try await work.stores.templates.template(id), template.accountID == target.accountID,
            template.isVisible(to: target.sender.userID), !template.isDraft
        else { throw DraftError.notFound }
        var held: [DocumentID: EnvelopeDocument] = [:]
        var documents: [EnvelopeDocument] = []
        for document in template.documents.sorted(by: { $0.order < $1.order }) {
            let own = try await hold(document, in: envelope)
            held[document.id] = own
            documents.append(own)
        }
        let tabs = template.tabs.compactMap { tab in
            held[tab.documentID].map { document in
                var tab = tab
                tab.documentID = document.id
                return tab
            }
        }
        return TemplatePart(
            documents: documents, recipients: template.recipients, tabs: tabs, emailSubject: template.emailSubject,
            emailBlurb: template.emailBlurb)
    }

    /// Adds a template's document to the files, under the first number that no other file has.
    private func hold(_ document: EnvelopeDocument, in envelope: Envelope) async throws -> EnvelopeDocument {
        let files = try await work.stores.composing.held(of: envelope.id).copy?.files ?? envelope.documents
        var known = Set(files.map(\.id))
        while true {
            var own = document
            own.id = DocumentID(Array(known).nextNumber)
            guard let held = try await add(own, to: envelope) else { throw DraftError.fileRefused(.busy) }
            if held == own { return held }
            // Another window has taken the number meanwhile.
            known.insert(own.id)
        }
    }

    func makeTemplate(named name: String, roles: [RecipientID: String]) async throws {
        let definition = try await draft().definition
        let now = work.configuration.now()
        var template = Template(
            id: TemplateID(UUID.random()), accountID: target.accountID, owner: target.sender,
            name: name.trimmingCharacters(in: .whitespaces), documents: definition.documents,
            recipients: definition.recipients.map { recipient in
                TemplateRecipient(roleName: roles[recipient.id] ?? "", recipient: recipient.asRole)
            }, tabs: definition.tabs, tabGroups: definition.tabGroups, emailSubject: definition.emailSubject,
            emailBlurb: definition.emailBlurb, notification: definition.notification,
            allowsReassigning: definition.allowsReassigning, createdAt: now)
        template.enforcesVisibility = definition.enforcesVisibility
        template.options = definition.options
        guard !template.documents.isEmpty, template.problems().isEmpty else { throw DraftError.templateRefused }
        try await work.newTemplates.add(template)
    }

    func knownPeople() async throws -> [KnownPerson] {
        let query = EnvelopeQuery(
            accountID: target.accountID, count: Self.mostEnvelopes, bytes: work.configuration.listBytes)
        var people: [String: KnownPerson] = [:]
        var order: [String] = []
        for id in try await work.ledger.events.page(query).ids {
            guard let envelope = try await work.ledger.events.envelope(id),
                envelope.definition.sender.userID == target.sender.userID
            else { continue }
            for recipient in envelope.recipients where !recipient.email.isEmpty && !recipient.name.isEmpty {
                let key = recipient.email.lowercased()
                guard people[key] == nil else { continue }
                people[key] = KnownPerson(name: recipient.name, email: recipient.email)
                order.append(key)
            }
        }
        return order.prefix(Self.mostPeople).compactMap { people[$0] }
    }
}

extension [DocumentID] {
    /// The number after the greatest that a page gives (``DraftLimits/fileNumbers``).
    fileprivate var nextNumber: String {
        String((compactMap { Int($0.rawValue) }.filter(DraftLimits.fileNumbers.contains).max() ?? 0) + 1)
    }
}

extension Recipient {
    /// The recipient without anything of the person.
    fileprivate var asRole: Recipient {
        var role = self
        role.name = ""
        role.email = ""
        role.host = nil
        role.clientUserID = nil
        role.note = nil
        role.accessCode = nil
        role.offlineAttributes = nil
        return role
    }
}
