import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import HTTPTypes
import Hummingbird

/// The calls of the eSignature REST API v2.1 about envelopes.
struct EnvelopeRoutes {
    let configuration: ServiceConfiguration
    let address: ServiceAddress
    let ledger: EnvelopeLedger
    let creation: EnvelopeCreation
    let tickets: TicketStore

    private static let envelopes = "restapi/v2.1/accounts/:accountId/envelopes"
    private static let envelope = "\(envelopes)/:envelopeId"

    func add(to table: inout MethodTable) {
        table.on(.post, Self.envelopes) { try await create($0, $1) }
        table.on(.get, Self.envelopes) { try await list($0, $1) }
        table.on(.get, Self.envelope) { try await show($0, $1) }
        table.on(.put, Self.envelope) { try await update($0, $1) }
        table.on(.get, "\(Self.envelope)/recipients") { try await recipients($0, $1) }
        table.on(.post, "\(Self.envelope)/views/recipient") { try await recipientView($0, $1) }
        table.on(.get, "\(Self.envelope)/audit_events") { try await auditEvents($0, $1) }
    }

    private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let body = try await request.decoded(Wire.EnvelopeDefinition.self, limit: configuration.requestLimit)
        let envelope = try await creation.create(body, for: identity, context.sender(request))
        return try .json(Wire.EnvelopeSummary(envelope), status: .created)
    }

    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try EnvelopesQuery(request.parameters)
        let page = try await ledger.events.page(
            EnvelopeQuery(
                accountID: try context.requireIdentity().accountID, changedFrom: query.from, changedTo: query.to,
                statuses: query.statuses, ids: query.envelopeIDs, start: query.start, count: query.count,
                ascending: query.ascending))
        return try .json(
            Wire.EnvelopesInformation(page.envelopes, total: page.total, query: query, at: configuration.now()))
    }

    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let envelope = try await ledger.envelope(named: context)
        let parts = Wire.Envelope.Part.named(in: request.parameters["include"])
        return try .json(Wire.Envelope(envelope, including: parts))
    }

    /// Sends a draft, or takes an envelope back.
    private func update(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let envelope = try await ledger.envelope(named: context)
        let update = try await request.decoded(Wire.EnvelopeUpdate.self, limit: configuration.requestLimit)
        let command = try update.command()
        // A draft's definition never changes, so what is judged here is what is sent.
        if case .send = command, envelope.status == .created {
            try creation.fieldText.refuseUnshowableValues(in: envelope.definition)
        }
        let after = try await ledger.perform(
            command, on: envelope.id,
            CommandContext(at: configuration.now(), actor: try context.sender(request)))
        return try .json(Wire.EnvelopeUpdateSummary(after))
    }

    private func recipients(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let envelope = try await ledger.envelope(named: context)
        let includesTabs = request.parameters["include_tabs"]?.lowercased() == "true"
        return try .json(Wire.Recipients(envelope, includingTabs: includesTabs))
    }

    /// Gives out a signing URL that works once.
    private func recipientView(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let envelope = try await ledger.envelope(named: context)
        let body = try await request.decoded(Wire.RecipientViewRequest.self, limit: configuration.requestLimit)
        let recipient = try body.recipient(of: envelope)
        guard !envelope.status.isFinal || envelope.status == .completed else {
            throw APIError(.envelopeInvalidStatus, "The envelope is \(envelope.status.rawValue) and cannot be signed.")
        }
        guard let returnURL = URL(string: body.returnUrl) else {
            throw APIError(.invalidRequestParameter, "returnUrl is not an absolute URL.")
        }
        let visit = SigningVisit(envelopeID: envelope.id, recipientID: recipient.id, returnURL: returnURL)
        let ticket = try await tickets.issue(visit, at: configuration.now(), life: configuration.ticketLife)
        let url = address.base(for: request).appending(path: "sign/\(ticket.text)")
        return try .json(Wire.ViewURL(url: url.absoluteString), status: .created)
    }

    private func auditEvents(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let envelope = try await ledger.envelope(named: context)
        return try .json(Wire.EnvelopeAuditEventResponse(try await ledger.history(envelope.id)))
    }
}

extension EnvelopeLedger {
    /// The envelope that a path names, if it belongs to the account whose token came with the request. One of
    /// another account does not exist, as far as anybody else can tell.
    func envelope(named context: ServiceContext) async throws -> Envelope {
        let name = context.parameters.get("envelopeId") ?? ""
        let identity = try context.requireIdentity()
        guard let id = EnvelopeID(rawValue: name), let envelope = try await events.envelope(id),
            envelope.accountID == identity.accountID
        else { throw APIError(.envelopeDoesNotExist, "There is no envelope \(name.prefix(64)).") }
        return envelope
    }
}

extension ServiceContext {
    /// The user behind the request, as the history remembers them.
    func sender(_ request: Request) throws -> Actor {
        let identity = try requireIdentity()
        return Actor(
            kind: .sender, id: identity.userID, name: identity.name, ipAddress: remoteAddress,
            userAgent: request.userAgent)
    }
}

extension Request {
    /// The query's parameters, decoded; of several with one name the first.
    var parameters: [String: String] {
        Dictionary(
            uri.queryParameters.map { name, value in
                (String(name), value.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "")
            }, uniquingKeysWith: { first, _ in first })
    }

    /// What the client says it is, without control characters and cut to 300 characters.
    var userAgent: String? {
        guard let text = headers[.userAgent] else { return nil }
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(300)
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }
}
