import Ceremony
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The template and template folder calls of the eSignature REST API v2.1.
struct TemplateRoutes {
    let templates: SQLTemplateStore
    let newTemplates: NewTemplates
    let folders: TemplateFolders
    let ledger: EnvelopeLedger
    let unused: UnusedBlobs
    /// The maximum size of a request body, in bytes.
    let anchors: AnchorSearch
    let receiving: DocumentReceiving
    let requestLimit: Int
    /// The maximum size of templates to read for one page of a list, in bytes; a page has at least one template.
    let listBytes: Int
    package let now: @Sendable () -> Date

    private static let account = "restapi/v2.1/accounts/:accountId"

    var routes: [APIRoute] {
        let all = "\(Self.account)/templates"
        let one = "\(all)/:templateId"
        return [
            .dialect(.post, all) { try await create($0) },
            .dialect(.get, all, reading: TemplatesQuery.read) { try await list($0) },
            .dialect(.get, one, reading: ["include"]) { try await show($0) },
            .dialect(.get, "\(one)/recipients", reading: ["include_tabs"]) { try await recipients($0) },
            .dialect(.get, "\(one)/documents/:documentId", refusing: ["encrypt", "show_changes"]) {
                try await document($0)
            },
        ]
    }

    /// Checks everything before anything is stored, so that a rejected request leaves nothing behind.
    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        var body = try await request.decodedWithParts(Wire.EnvelopeTemplate.self, limit: requestLimit)
        let folder = try await folder(of: body, identity, request)
        var taken = try await receiving.take(try body.receivedDocuments(), of: identity.accountID)
        try await anchors.place(
            &body, in: AnchorSearch.documents(taken), of: identity.accountID
        ) { try $0.recipients?.changeAnchors(at: "recipients", $1) }
        var template = try body.template(
            id: TemplateID(UUID.random()), accountID: identity.accountID,
            owner: Sender(userID: identity.userID, name: identity.name, email: identity.email), folder: folder,
            documents: taken.map(\.document), at: now(),
            newTabID: { TabID(UUID.random()) }, newSalt: { Secret.random().text })
        template.tabs += try FormTabs.tabs(of: &taken, for: template.recipients.map(\.recipient)) {
            TabID(UUID.random())
        }
        template.documents = taken.map(\.document)
        let problems = template.problems()
        guard problems.isEmpty else { throw APIError(problems) }
        if let folder, folder.id.isEmpty {
            template.folder = try await templates.folder(
                named: folder.name, of: identity.accountID, newID: UUID.random().uuidString.lowercased())
        }
        try await unused.keep(taken.flatMap(\.blobs))
        try await newTemplates.add(template)
        return try .json(Wire.TemplateSummary(template), status: 201)
    }

    /// Returns the folder in a request; a new folder has no id yet. An unknown folder id, as in a template exported by
    /// another service, is ignored.
    private func folder(
        of body: Wire.EnvelopeTemplate, _ identity: Identity, _ request: ServiceCall
    ) async throws -> TemplateFolder? {
        let known = try await templates.folders(of: identity.accountID)
        if let id = body.folderId {
            if let folder = known.first(where: { $0.id == id.lowercased() }) { return folder }
            request.ignored.note("folderId")
        }
        return body.folderName.map { name in
            known.first { $0.name == name } ?? TemplateFolder(id: "", name: name)
        }
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let query = try TemplatesQuery(request.query)
        var selection = TemplateSelection(query, for: identity)
        selection.bytes = listBytes
        let page = try await templates.page(selection)
        var shown: [Wire.EnvelopeTemplate] = []
        // Reads one template at a time: each may be large, but a list shows little of it.
        for id in page.ids {
            guard let template = try await templates.template(id) else { continue }
            shown.append(Wire.EnvelopeTemplate(template, including: query.parts))
        }
        let folders = query.parts.contains(.folders) ? try await folders.counted(for: identity) : nil
        return try .json(Wire.EnvelopeTemplateResults(shown, total: page.total, query: query, folders: folders))
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let template = try await templates.template(named: request.parameters["templateId"], for: request)
        return try .json(
            Wire.EnvelopeTemplate(template, including: [.documents, .recipients, .tabs, .customFields])
        )
    }

    private func recipients(_ request: ServiceCall) async throws -> HTTPReply {
        let template = try await templates.template(named: request.parameters["templateId"], for: request)
        let includesTabs = request.query["include_tabs"]?.lowercased() == "true"
        let parts: Set<TemplatesQuery.Part> = includesTabs ? [.recipients, .tabs] : [.recipients]
        return try .json(Wire.EnvelopeTemplate(template, including: parts).recipients)
    }

    private func document(_ request: ServiceCall) async throws -> HTTPReply {
        let template = try await templates.template(named: request.parameters["templateId"], for: request)
        let id = request.parameters["documentId"] ?? ""
        guard let document = template.documents.first(where: { $0.id.rawValue == id }) else {
            throw APIError(.documentDoesNotExist, "The template has no document \(id.prefix(64)).")
        }
        return try .bytes(await ledger.document(document.blob), type: "application/pdf")
    }
}

extension SQLTemplateStore {
    /// Returns the template with this id if the user may see it. Templates of another account, or not shared by their
    /// owner, appear not to exist.
    func template(named name: String?, for request: ServiceCall) async throws -> Template {
        let identity = try request.requireIdentity()
        return try await template(named: name, for: identity)
    }

    func template(named name: String?, for identity: Identity) async throws -> Template {
        let name = name ?? ""
        guard let id = TemplateID(rawValue: name), let template = try await template(id),
            template.accountID == identity.accountID, template.isVisible(to: identity.userID)
        else { throw APIError(.templateDoesNotExist, "There is no template \(name.prefix(64)).") }
        return template
    }
}

extension TemplateSelection {
    init(_ query: TemplatesQuery, for identity: Identity) {
        self.init(
            accountID: identity.accountID, userID: identity.userID,
            ownership: {
                switch query.userFilter {
                case .all: .any
                case .ownedByMe: .own
                case .sharedWithMe: .sharedByOthers
                }
            }(), text: query.searchText, folderIDs: query.folderIDs?.map { $0.lowercased() },
            ids: query.templateIDs.map { $0.compactMap(TemplateID.init(rawValue:)) },
            modifiedFrom: query.modifiedFrom, modifiedTo: query.modifiedTo,
            order: query.order == .name ? .name : .lastModified, ascending: query.ascending, start: query.start,
            count: query.count)
        isTextOfName = query.searchesNamesOnly
    }
}
