import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import SignWellDialect

/// The calls that make many documents from a table.
struct BulkSendRoutes {
    let creation: DocumentCreation
    let store: SQLBulkSendStore
    let answers: DocumentAnswers
    let requestLimit: Int
    let now: @Sendable () -> Date

    private static let all = "\(SignWell.base)/bulk_sends"

    var routes: [APIRoute] {
        let one = "\(Self.all)/:bulkSendId"
        return [
            // Before the routes with an id, which it would be.
            APIRoute(.get, "\(Self.all)/csv_template") { try await table($0) },
            APIRoute(.post, "\(Self.all)/validate_csv") { try await validate($0) },
            APIRoute(.post, Self.all) { try await create($0) },
            APIRoute(.get, Self.all) { try await list($0) },
            APIRoute(.get, one) { try await show($0) },
            APIRoute(.get, "\(one)/documents") { try await documents($0) },
        ]
    }

    /// Returns a table with the titles that the templates need.
    private func table(_ request: ServiceCall) async throws -> HTTPReply {
        let ids = request.queryValues(of: ["template_ids[]", "template_ids"])
        guard !ids.isEmpty else {
            throw SignWell.ErrorBody.invalidParameter("The parameter template_ids[] is missing.")
        }
        let identity = try request.requireIdentity()
        var templates: [Template] = []
        for id in ids.prefix(20) {
            templates.append(try await creation.templates.signWellTemplate(id, for: identity))
        }
        let table = BulkColumns(templates).empty.data
        guard try request.flag("base64", usual: false) else {
            return .bytes(table, type: "application/octet-stream")
        }
        return try .json(["data": table.base64EncodedString()])
    }

    private func validate(_ request: ServiceCall) async throws -> HTTPReply {
        let problems = RequestProblems()
        let body = SignWell.BulkSendRequest(reading: try await request.signWellBody(limit: requestLimit, problems))
        try problems.check()
        let rows = try await rows(of: body, request)
        guard rows.wrong.isEmpty else {
            return try .json(SignWell.BulkProblems(rows: rows.wrong), status: 422)
        }
        return try .json(body)
    }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let problems = RequestProblems()
        var body = SignWell.BulkSendRequest(reading: try await request.signWellBody(limit: requestLimit, problems))
        body.settings.apiApplicationID = body.settings.apiApplicationID ?? request.applicationID
        try problems.check()
        let rows = try await rows(of: body, request)
        guard rows.wrong.isEmpty || body.skipRowErrors == true && !rows.fine.isEmpty else {
            return try .json(SignWell.BulkProblems(rows: rows.wrong), status: 422)
        }
        let bulkSend = BulkSend(
            id: UUID.random().uuidString.lowercased(), accountID: identity.accountID, userID: identity.userID,
            userEmail: identity.email, name: body.name ?? rows.templates.map(\.name).joined(separator: ", "),
            applicationID: body.settings.apiApplicationID?.lowercased(), templateIDs: rows.templates.map(\.id),
            createdAt: now(),
            envelopes: rows.fine.map { _ in EnvelopeID(UUID.random()) })
        let actor = try request.sender()
        let jobs = try zip(rows.fine, bulkSend.envelopes).map { row, envelope in
            try BulkSendRow(row, of: bulkSend.id, as: envelope, for: identity, actor).job()
        }
        try await store.add(bulkSend, with: jobs, at: bulkSend.createdAt)
        return try .json(await info(bulkSend), status: 201)
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let page = try SignWell.PageRequest(request.query)
        func parameter(_ name: String) -> String? { request.query[name].flatMap { $0.isEmpty ? nil : $0 } }
        let found = try await store.bulkSends(
            of: identity.accountID, userEmail: parameter("user_email"),
            applicationID: parameter("api_application_id"), start: page.start, count: page.limit)
        var shown: [SignWell.BulkSendInfo] = []
        for bulkSend in found.bulkSends { shown.append(try await info(bulkSend)) }
        return try .json(SignWell.Listing("bulk_sends", shown, .init(page, total: found.total)))
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let bulkSend = try await bulkSend(request)
        var answer = try await info(bulkSend)
        var names: [SignWell.BulkSendInfo.TemplateName] = []
        for id in bulkSend.templateIDs {
            let template = try await creation.templates.template(id)
            names.append(.init(id: id.rawValue, name: template?.name ?? ""))
        }
        answer.templates = names
        return try .json(answer)
    }

    private func documents(_ request: ServiceCall) async throws -> HTTPReply {
        let bulkSend = try await bulkSend(request)
        let page = try SignWell.PageRequest(request.query)
        let made = Set(try await listed(bulkSend).ids)
        let ids = bulkSend.envelopes.filter(made.contains)
        var shown: [SignWell.Document] = []
        for id in ids.dropFirst(page.start).prefix(page.limit) {
            guard let envelope = try await creation.envelopes.ledger.events.envelope(id) else { continue }
            shown.append(try answers.document(envelope, request))
        }
        let listing = SignWell.Listing("documents", shown, .init(page, total: ids.count))
        return try .json(Documents(bulkSend: try await info(bulkSend), listing: listing))
    }

    /// A bulk send's documents, beside what else is said of it.
    private struct Documents: Encodable {
        let bulkSend: SignWell.BulkSendInfo
        let listing: SignWell.Listing<SignWell.Document>

        func encode(to encoder: any Encoder) throws {
            try bulkSend.encode(to: encoder)
            try listing.encode(to: encoder)
        }
    }

    private func bulkSend(_ request: ServiceCall) async throws -> BulkSend {
        let identity = try request.requireIdentity()
        let id = request.parameters["bulkSendId"] ?? ""
        guard id.utf8.count <= 64, let found = try await store.bulkSend(id, of: identity.accountID) else {
            throw SignWell.ErrorBody.notFound("bulk_send")
        }
        return found
    }

    private func info(_ bulkSend: BulkSend) async throws -> SignWell.BulkSendInfo {
        let made = try await listed(bulkSend).total
        let completed = try await listed(bulkSend, [.completed]).total
        // What cannot be made does not count.
        let count = bulkSend.envelopes.count - (bulkSend.failed?.count ?? 0)
        return SignWell.BulkSendInfo(
            id: bulkSend.id, name: bulkSend.name, apiApplicationID: bulkSend.applicationID,
            templateIDs: bulkSend.templateIDs.map(\.rawValue), documentsCount: count,
            documentsCompleted: completed, createdAt: bulkSend.createdAt, userID: bulkSend.userID,
            status: made < count ? "Enqueuing" : count > 0 && completed == count ? "Completed" : "Sent")
    }

    /// Returns the envelopes of a bulk send that are made.
    private func listed(_ bulkSend: BulkSend, _ statuses: Set<EnvelopeStatus>? = nil) async throws -> EnvelopePage {
        try await creation.envelopes.ledger.events.page(
            EnvelopeQuery(
                accountID: bulkSend.accountID, statuses: statuses, ids: bulkSend.envelopes,
                count: bulkSend.envelopes.count))
    }

    // MARK: - Rows

    private struct Rows {
        var templates: [Template]
        var fine: [SignWell.DocumentRequest] = []
        var wrong: [SignWell.RowProblem] = []
    }

    /// Reads a table and checks each of its rows like a request for one document.
    private func rows(of body: SignWell.BulkSendRequest, _ request: ServiceCall) async throws -> Rows {
        let identity = try request.requireIdentity()
        let problems = RequestProblems()
        try await creation.checkApplication(body.settings.apiApplicationID, of: identity, problems)
        var whole = SignWell.DocumentRequest(files: [], recipients: [])
        whole.templateIDs = body.templateIDs
        let templates = try await creation.templates(of: whole, for: identity, problems)
        var rows = Rows(templates: templates)
        let table: CSVTable
        do throws(CSVTable.Problem) {
            guard let bytes = MIMEBase64.bytes(body.csv) else { throw .notText }
            table = try CSVTable(bytes)
        } catch {
            problems.add(error.description, at: ["bulk_send_csv"])
            try problems.check()
            return rows
        }
        try problems.check()
        let columns = BulkColumns(templates)
        let wrongTitles = columns.problems(of: table.columns)
        guard wrongTitles.isEmpty else {
            rows.wrong = [SignWell.RowProblem(row: 0, data: [:], errors: wrongTitles)]
            return rows
        }
        for (index, entries) in table.rows.enumerated() {
            let row = Dictionary(zip(table.columns, entries), uniquingKeysWith: { first, _ in first })
            var wanted = columns.request(row, templates: body.templateIDs)
            wanted.settings = body.settings
            let problems = RequestProblems()
            try await creation.check(wanted, from: templates, for: identity, problems)
            if problems.isEmpty {
                rows.fine.append(wanted)
            } else {
                rows.wrong.append(
                    SignWell.RowProblem(row: index + 1, data: row, errors: problems.tree.placedSentences))
            }
        }
        return rows
    }
}

extension DocumentCreation {
    /// Checks a request for a document from templates, and creates nothing.
    func check(
        _ request: SignWell.DocumentRequest, from used: [Template], for identity: Identity, _ problems: RequestProblems
    ) async throws {
        let mapped = try await mapping(for: identity).document(request, from: used, [], problems)
        check(mapped, whenSending: true, problems)
    }
}

extension ServiceCall {
    /// Returns the values of a parameter that may be repeated.
    func queryValues(of names: Set<String>) -> [String] {
        guard let query = head.path?.split(separator: "?", maxSplits: 1).dropFirst().first else { return [] }
        return query.split(separator: "&").prefix(200).flatMap { pair -> [String] in
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
            guard parts.count == 2, names.contains(parts[0]) else { return [] }
            return parts[1].split(separator: ",").map(String.init)
        }
    }
}
