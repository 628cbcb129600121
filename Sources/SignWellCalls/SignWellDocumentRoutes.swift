import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import SignWellDialect

/// The calls about documents.
struct SignWellDocumentRoutes {
    let creation: DocumentCreation
    let changes: EnvelopeChanges
    let listing: DocumentListing
    let answers: DocumentAnswers
    let links: SignedFileLinks
    let files: EnvelopeFiles
    let requestLimit: Int
    let now: @Sendable () -> Date

    static let all = "\(SignWell.base)/documents"

    var routes: [APIRoute] {
        let one = "\(Self.all)/:documentId"
        return [
            APIRoute(.post, Self.all) { try await create($0) },
            APIRoute(.get, Self.all) { try await list($0) },
            APIRoute(.get, one) { try await show($0) },
            APIRoute(.delete, one) { try await remove($0) },
            APIRoute(.post, "\(one)/send") { try await send($0) },
            APIRoute(.post, "\(one)/remind") { try await remind($0) },
            APIRoute(.patch, "\(one)/recipients") { try await replaceRecipients($0) },
            APIRoute(.get, "\(one)/completed_pdf") { try await completedFile($0) },
            APIRoute(.get, "\(one)/nom151_certificate") { try await certificate($0) },
        ]
    }

    /// The route of the addresses that work without a key.
    var openRoutes: [APIRoute] {
        [
            APIRoute(.get, "signed/:name", needsToken: false) { call in
                do {
                    return try await linkedFile(call)
                } catch let error as SignWell.ErrorBody {
                    return try .json(error, status: error.status)
                }
            }
        ]
    }

    private var ledger: EnvelopeLedger { changes.ledger }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let problems = RequestProblems()
        let reader = try await request.signWellBody(limit: requestLimit, problems)
        var body = SignWell.DocumentRequest(reading: reader)
        body.settings.apiApplicationID = body.settings.apiApplicationID ?? request.applicationID
        let envelope = try await creation.create(body, for: identity, request.sender(), problems)
        return try .json(answers.document(envelope, request), status: 201)
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let page = try SignWell.PageRequest(request.query)
        let query = try SignWell.DocumentQuery(request.query["query"], keys: SignWell.DocumentQuery.documentKeys)
        let found = try await listing.documents(query, page, account: identity.accountID)
        var documents: [SignWell.Document] = []
        for envelope in found.envelopes { documents.append(try answers.document(envelope, request)) }
        return try .json(SignWell.Listing("documents", documents, .init(page, total: found.total)))
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        try .json(answers.document(try await ledger.document(named: request), request))
    }

    /// Ends a document: a draft, or one that is being signed. What everybody signed, or somebody declined, stays.
    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.document(named: request)
        guard !envelope.status.isFinal, envelope.status != .signed else {
            let status = SignWell.Document.status(of: envelope).rawValue
            throw SignWell.ErrorBody(
                errors: .members(["document": .sentence("A document that is \(status) is kept and cannot be deleted.")])
            )
        }
        _ = try await ledger.perform(on: envelope.id, changes.context(request)) { newest in
            guard newest.status == .created else { return [Self.canceling] }
            var options = newest.definition.options
            options.isDiscarded = true
            return [.correct(Correction(options: options)), Self.canceling]
        }
        return HTTPReply(status: 204)
    }

    private static let canceling = Command.void(reason: "Canceled by the sender.")

    private func send(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let envelope = try await ledger.document(named: request)
        let problems = RequestProblems()
        let body = SignWell.SendRequest(
            reading: try await request.signWellBody(limit: requestLimit, problems, optional: true))
        guard envelope.status == .created else {
            let status = SignWell.Document.status(of: envelope).rawValue
            throw SignWell.ErrorBody(
                errors: .members(["document": .sentence("A document that is \(status) cannot be sent.")]))
        }
        let standard = try await creation.mapping(for: identity).standard
        let user = envelope.definition.options.maker ?? identity.asSender
        let correction = body.correction(of: envelope.definition, user: user, standard: standard, problems)
        let after = MappedDocument(envelope.definition.corrected(by: correction))
        creation.check(after, whenSending: true, problems)
        try problems.check()
        let sent = try await changes.perform(on: envelope, request) { newest in
            let correction = body.correction(of: newest.definition, user: user, standard: standard, RequestProblems())
            return [.correct(correction), .send]
        }
        return try .json(answers.document(sent, request), status: 201)
    }

    private func remind(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.document(named: request)
        let problems = RequestProblems()
        let body = SignWell.RemindRequest(
            reading: try await request.signWellBody(limit: requestLimit, problems, optional: true))
        guard envelope.status.isInProcess else {
            let status = SignWell.Document.status(of: envelope).rawValue
            throw SignWell.ErrorBody(
                errors: .members(["document": .sentence("The document is \(status); nobody can be reminded.")]))
        }
        let waiting = envelope.recipients.filter { $0.acts && $0.getsMail && envelope.isTurn(of: $0.id) }
        for (index, person) in (body.recipients ?? []).enumerated() where !waiting.contains(where: { person.means($0) })
        {
            problems.add(
                "Nobody with this address and name is waiting to sign by e-mail.",
                at: ["recipients", "recipient_\(index + 1)", "email"])
        }
        if body.recipients == nil, waiting.isEmpty {
            problems.put("Nobody who gets e-mail is waiting to sign.", at: ["document"])
        }
        try problems.check()
        try await changes.countResending(of: envelope)
        let after = try await changes.perform(on: envelope, request) { newest in
            let ids = newest.recipients.filter { recipient in
                recipient.acts && recipient.getsMail && newest.isTurn(of: recipient.id)
                    && (body.recipients?.contains { $0.means(recipient) } ?? true)
            }.map(\.id)
            return [.notify(recipientIDs: ids, message: .reminder)]
        }
        return try .json(answers.document(after, request), status: 201)
    }

    private func replaceRecipients(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.document(named: request)
        let problems = RequestProblems()
        let body = SignWell.RecipientsRequest(reading: try await request.signWellBody(limit: requestLimit, problems))
        _ = try body.correction(of: envelope, newSalt: { Secret.random().text }, problems)
        try problems.check()
        let after = try await changes.correct(envelope, request) { newest in
            let problems = RequestProblems()
            let correction = try body.correction(of: newest, newSalt: { Secret.random().text }, problems)
            try problems.check()
            return correction
        }
        return try .json(answers.document(after, request))
    }

    // MARK: - Files

    private func completedFile(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.document(named: request)
        guard envelope.status == .completed else { throw SignWell.ErrorBody.notFound("completed document") }
        let withAudit = try request.flag("audit_page", usual: true)
        let isArchive = try Self.isArchive(request)
        guard try request.flag("url_only", usual: false) else {
            return try await file(of: envelope, withAudit: withAudit, isArchive: isArchive)
        }
        let name = try links.name(of: envelope.id) + (isArchive ? ".zip" : ".pdf")
        let address = request.base.appending(path: "signed/\(name)").absoluteString + "?audit_page=\(withAudit)"
        return try .json(["file_url": address])
    }

    private func linkedFile(_ request: ServiceCall) async throws -> HTTPReply {
        let name = request.parameters["name"] ?? ""
        let isArchive = name.hasSuffix(".zip")
        guard isArchive || name.hasSuffix(".pdf"), let target = links.target(of: String(name.dropLast(4))),
            let envelope = try await ledger.events.envelope(target.envelope)
        else { throw SignWell.ErrorBody.notFound("file") }
        if let document = target.document {
            guard !isArchive, let newest = envelope.latestVersion(of: document) else {
                throw SignWell.ErrorBody.notFound("file")
            }
            return .bytes(try await ledger.document(newest), type: "application/pdf")
        }
        guard envelope.status == .completed else { throw SignWell.ErrorBody.notFound("file") }
        let withAudit = try request.flag("audit_page", usual: true)
        return try await file(of: envelope, withAudit: withAudit, isArchive: isArchive)
    }

    private static func isArchive(_ request: ServiceCall) throws(SignWell.ErrorBody) -> Bool {
        switch request.query["file_format"]?.lowercased() {
        case nil, "", "pdf": return false
        case "zip": return true
        default: throw .invalidParameter("The parameter file_format can only be pdf or zip.")
        }
    }

    private func file(of envelope: Envelope, withAudit: Bool, isArchive: Bool) async throws -> HTTPReply {
        if isArchive { return try await files.archive(envelope, withCertificate: withAudit) }
        let bytes = try await files.combined(envelope, withCertificate: withAudit)
        return .bytes(bytes, type: "application/pdf")
    }

    private func certificate(_ request: ServiceCall) async throws -> HTTPReply {
        _ = try await ledger.document(named: request)
        throw SignWell.ErrorBody(
            errors: .members([
                "not_available": .sentence("This service issues no certificates of the Mexican standard NOM-151.")
            ]))
    }
}

extension SignWell.RemindRequest.Person {
    func means(_ recipient: Recipient) -> Bool {
        recipient.email.lowercased() == email?.lowercased() && (name == nil || name == recipient.name)
    }
}

extension EnvelopeLedger {
    /// Returns the document in the path if it belongs to the key's account. For other accounts, it appears not to
    /// exist; so does a draft that was deleted.
    func document(named request: ServiceCall) async throws -> Envelope {
        let identity = try request.requireIdentity()
        guard let id = EnvelopeID(rawValue: request.parameters["documentId"] ?? ""),
            let envelope = try await events.envelope(id), envelope.accountID == identity.accountID,
            envelope.isShownAsDocument
        else { throw SignWell.ErrorBody.notFound("document") }
        return envelope
    }
}
