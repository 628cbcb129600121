import Ceremony
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import PageImages
import ServiceCalls
import SignWellDialect

/// The calls about templates, and documents made from them.
struct SignWellTemplateRoutes {
    let creation: DocumentCreation
    let templates: SQLTemplateStore
    let newTemplates: NewTemplates
    let unused: UnusedBlobs
    let answers: DocumentAnswers
    let standard: NotificationSettings
    let requestLimit: Int
    let now: @Sendable () -> Date

    private static let all = "\(SignWell.base)/document_templates"

    var routes: [APIRoute] {
        let one = "\(Self.all)/:templateId"
        return [
            // Before the routes with an id, which it would be.
            APIRoute(.post, "\(Self.all)/documents") { try await createDocument($0) },
            APIRoute(.post, Self.all) { try await create($0) },
            APIRoute(.get, Self.all) { try await list($0) },
            APIRoute(.get, one) { try await show($0) },
            APIRoute(.put, one) { try await update($0) },
            APIRoute(.delete, one) { try await remove($0) },
        ]
    }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let problems = RequestProblems()
        var body = SignWell.TemplateRequest(
            reading: try await request.signWellBody(limit: requestLimit, problems))
        let documents = try await creation.files.documents(
            body.files, marks: PageMarks(coversBracedTexts: body.textTags ?? false),
            for: FairShare(account: identity.accountID), problems)
        body = body.adding(documents.map { $0?.fields ?? [] })
        try await creation.checkApplication(body.settings.apiApplicationID, of: identity, problems)
        let mapping = try await creation.mapping(for: identity)
        let template = mapping.template(
            body, id: TemplateID(UUID.random()), documents.map { $0?.document }, at: now(), problems)
        try problems.check()
        try await unused.keep(documents.flatMap { $0?.blobs ?? [] })
        try await newTemplates.add(template)
        return try .json(SignWell.Template(template, standard: standard), status: 201)
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let page = try SignWell.PageRequest(request.query)
        let query = try SignWell.DocumentQuery(request.query["query"], keys: SignWell.DocumentQuery.templateKeys)
        var selection = TemplateSelection(
            accountID: identity.accountID, userID: identity.userID, text: query.name, order: .lastModified,
            ascending: false, start: page.start, count: page.limit)
        selection.isTextOfName = true
        if query.status == nil {
            let found = try await templates.page(selection)
            return try await .json(listing(found.ids, total: found.total, page))
        }
        // Drafts are few: the store does not tell them apart.
        selection.start = 0
        selection.count = 100
        var matching: [TemplateID] = []
        while true {
            let found = try await templates.page(selection)
            for id in found.ids {
                guard let template = try await templates.template(id) else { continue }
                if query.status == (template.isDraft ? "created" : "available") { matching.append(id) }
            }
            selection.start += found.ids.count
            if found.ids.isEmpty || selection.start >= found.total { break }
        }
        let shown = matching.dropFirst(page.start).prefix(page.limit)
        return try await .json(listing(Array(shown), total: matching.count, page))
    }

    private func listing(
        _ ids: [TemplateID], total: Int, _ page: SignWell.PageRequest
    ) async throws -> SignWell.Listing<SignWell.Template> {
        var shown: [SignWell.Template] = []
        for id in ids {
            guard let template = try await templates.template(id) else { continue }
            shown.append(SignWell.Template(template, standard: standard))
        }
        return SignWell.Listing("templates", shown, .init(page, total: total))
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        try .json(SignWell.Template(try await template(request), standard: standard))
    }

    private func update(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        var template = try await template(request)
        let problems = RequestProblems()
        let body = SignWell.TemplateUpdate(reading: try await request.signWellBody(limit: requestLimit, problems))
        try await creation.mapping(for: identity).update(&template, body, problems)
        try problems.check()
        template.lastModifiedAt = Timestamp.quantized(now())
        template.lastModifiedBy = identity.asSender
        try await templates.keep(template)
        return try .json(SignWell.Template(template, standard: standard))
    }

    /// Deletes a template and the documents that nothing else names.
    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let template = try await template(request)
        let blobs = template.documents.flatMap(\.blobs)
        try await unused.note(blobs)
        try await templates.remove(template.id)
        try await unused.sweep(blobs)
        return HTTPReply(status: 204)
    }

    // MARK: - Documents

    private func createDocument(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let problems = RequestProblems()
        var body = SignWell.DocumentRequest(
            reading: try await request.signWellBody(limit: requestLimit, problems), usesTemplate: true)
        body.settings.apiApplicationID = body.settings.apiApplicationID ?? request.applicationID
        let envelope = try await creation.create(body, fromTemplatesFor: identity, request.sender(), problems)
        return try .json(answers.document(envelope, request), status: 201)
    }

    private func template(_ request: ServiceCall) async throws -> Template {
        try await templates.signWellTemplate(request.parameters["templateId"] ?? "", for: request.requireIdentity())
    }
}

extension SQLTemplateStore {
    /// Returns a template that the user may see.
    ///
    /// - Throws: 404
    func signWellTemplate(_ name: String, for identity: Identity) async throws -> Template {
        guard let id = TemplateID(rawValue: name), let template = try await template(id),
            template.accountID == identity.accountID, template.isVisible(to: identity.userID)
        else { throw SignWell.ErrorBody.notFound("document_template") }
        return template
    }
}

extension DocumentCreation {
    /// Creates a document from templates, and sends it unless it is a draft.
    func create(
        _ request: SignWell.DocumentRequest, as id: EnvelopeID = EnvelopeID(UUID.random()),
        fromTemplatesFor identity: Identity, _ actor: EventActor,
        _ problems: RequestProblems
    ) async throws -> Envelope {
        let used = try await templates(of: request, for: identity, problems)
        try await checkApplication(request.settings.apiApplicationID, of: identity, problems)
        let first = used.reduce(1) { $0 + $1.documents.count }
        var marks = request.marks(signers: [])
        let share = FairShare(account: identity.accountID)
        let documents = try await files.documents(request.files, marks: marks, for: share, from: first, problems)
        let mapping = try await mapping(for: identity)
        var mapped = mapping.document(
            request.adding(documents.map { $0?.fields ?? [] }), from: used, documents.map { $0?.document }, problems)
        try await renew(used)
        var received = documents.flatMap { $0?.blobs ?? [] }
        // The templates' files are marked for this document, and the last file of all gets the signature page.
        marks.coversBracedTexts = false
        for index in mapped.definition.documents.indices {
            let document = mapped.definition.documents[index]
            var own = marks
            own.isTest = marks.isTest && document.order < first
            if request.withSignaturePage == true, document.order == mapped.definition.documents.map(\.order).max() {
                own.signers = mapped.definition.recipients.filter(\.signs).map { .init(id: $0.id, name: $0.name) }
            }
            guard !own.kinds.isEmpty else { continue }
            let known = received.first { $0.hash == document.blob }
            let blob: Blob
            if let known { blob = known } else { blob = Blob(try await envelopes.ledger.blobs.data(document.blob)) }
            var file = DocumentFiles.Received(document: document, blob: blob)
            try await files.mark(&file, with: own, for: share, at: ["template_ids"], problems)
            received.append(file.blob)
            mapping.replace(index, by: file.document, adding: file.fields, in: &mapped, problems)
        }
        return try await store(mapped, as: id, received, send: request.draft != true, actor, problems)
    }

    /// Returns the templates that a request names, in its order.
    func templates(
        of request: SignWell.DocumentRequest, for identity: Identity, _ problems: RequestProblems
    ) async throws -> [Template] {
        let ids = request.templateIDs ?? request.templateID.map { [$0] } ?? []
        if request.templateID != nil, request.templateIDs != nil {
            problems.put("Only one of template_id and template_ids can be given.", at: ["template_id_or_ids"])
        } else if ids.isEmpty {
            problems.put("One of template_id and template_ids is needed.", at: ["template_id_or_ids"])
        }
        var used: [Template] = []
        for id in ids {
            let template = try await templates.signWellTemplate(id, for: identity)
            if template.isDraft {
                problems.add("The template \(template.id) is a draft.", at: ["template_ids"])
            }
            used.append(template)
        }
        return used
    }

    /// Renews the documents of templates, so that they stay for the new document if a template is deleted meanwhile.
    private func renew(_ used: [Template]) async throws {
        for blob in used.flatMap(\.documents).flatMap(\.blobs) where try await !envelopes.ledger.blobs.renew(blob) {
            throw StorageError.missingBlob(blob)
        }
    }
}
