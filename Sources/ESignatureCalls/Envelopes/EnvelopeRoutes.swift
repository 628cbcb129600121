import Accounts
import Ceremony
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The envelope calls of the eSignature REST API v2.1.
struct EnvelopeRoutes {
    let configuration: EnvelopeServiceConfiguration
    let ledger: EnvelopeLedger
    let creation: EnvelopeCreation
    let changes: EnvelopeChanges
    let lists: EnvelopeLists
    let tickets: SQLTicketStore
    let tokens: any AccessTokens

    private static let envelopes = "restapi/v2.1/accounts/:accountId/envelopes"
    private static let envelope = "\(envelopes)/:envelopeId"

    var routes: [APIRoute] {
        [
            .dialect(.post, Self.envelopes, reading: ["merge_roles_on_draft"]) { try await create($0) },
            .dialect(.get, Self.envelopes, reading: EnvelopesQuery.read) { try await list($0) },
            .dialect(.put, "\(Self.envelopes)/status", reading: EnvelopesQuery.read) { try await listNamed($0) },
            .dialect(.get, Self.envelope, reading: ["include"]) { try await show($0) },
            .dialect(.put, Self.envelope, reading: ["resend_envelope"]) { try await update($0) },
            .dialect(.get, "\(Self.envelope)/recipients", reading: ["include_tabs"]) { try await recipients($0) },
            .dialect(.get, "\(Self.envelope)/notification") { try await notification($0) },
            // A recipient may ask too, with a token that is no user's.
            .dialect(.post, "\(Self.envelope)/views/recipient", needsToken: false) { try await recipientView($0) },
            .dialect(.get, "\(Self.envelope)/audit_events") { try await auditEvents($0) },
            .dialect(
                .get, "restapi/v2.1/accounts/:accountId/identity_verification",
                reading: ["identity_verification_workflow_status"]
            ) { try identityWorkflows($0) },
        ]
    }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let body = try await request.decodedWithParts(
            Wire.EnvelopeDefinition.self, limit: configuration.requestLimit)
        let envelope = try await creation.create(
            body, for: identity, request.sender(),
            leavesOutUnfilledRoles: request.query["merge_roles_on_draft"]?.lowercased() == "true",
            noting: request.ignored)
        return try .json(Wire.EnvelopeSummary(envelope), status: 201)
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let query = try EnvelopesQuery(request.query)
        return try await list(query, request)
    }

    /// Lists the envelopes that the body names.
    private func listNamed(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await request.decoded(Wire.EnvelopeIdsRequest.self, limit: configuration.requestLimit)
        return try await list(try EnvelopesQuery(request.query, naming: body), request)
    }

    private func list(
        _ query: EnvelopesQuery, _ request: ServiceCall
    ) async throws -> HTTPReply {
        // Taken before the list is read, so that a client that next asks for changes since then misses nothing.
        let date = configuration.now()
        let (envelopes, total) = try await lists.page(query, for: try request.requireIdentity())
        return try .json(Wire.EnvelopesInformation(envelopes, total: total, query: query, at: date))
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let parts = Wire.Envelope.Part.named(in: request.query["include"])
        return try .json(try await lists.shown(envelope, parts, for: try request.requireIdentity()))
    }

    /// Sends or voids an envelope, changes its subject and message, or sends its invitations again.
    private func update(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let update = try await request.decoded(Wire.EnvelopeUpdate.self, limit: configuration.requestLimit)
        let resends = request.query["resend_envelope"]?.lowercased() == "true" && update.status == nil
        let isChanged = update.emailSubject != nil || update.emailBlurb != nil
        let commands = try resends && !isChanged || update.workflow != nil ? [] : update.commands()
        if resends { try await changes.countResending(of: envelope) }
        let after = try await changes.perform(on: envelope, request) { newest in
            try commands + (resends ? [newest.resending()] : []) + (update.workflow != nil ? [newest.resuming()] : [])
        }
        return try .json(Wire.EnvelopeUpdateSummary(after))
    }

    private func notification(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        return try .json(Wire.Notification(configuration.timer.settings(envelope)))
    }

    private func recipients(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let includesTabs = request.query["include_tabs"]?.lowercased() == "true"
        return try .json(Wire.Recipients(envelope, includingTabs: includesTabs))
    }

    /// Issues a one-use signing URL, to a user of the account or to the recipient.
    private func recipientView(_ request: ServiceCall) async throws -> HTTPReply {
        var request = request
        do {
            request.identity = try await tokens.identity(of: request)
        } catch let error as APIError {
            guard let address = try await tokens.provenAddress(authorization: request.headers[.authorization]) else {
                throw error
            }
            return try await ownView(request, address)
        }
        let envelope = try await ledger.envelope(named: request)
        let body = try await request.decoded(Wire.RecipientViewRequest.self, limit: configuration.requestLimit)
        let caller = try request.requireIdentity()
        let recipient = try body.recipient(of: envelope, for: .init(name: caller.name, email: caller.email))
        return try await view(recipient, of: envelope, body, body.vouching, request)
    }

    /// Issues a signing URL to an embedded recipient who has signed in with their address. To everyone else, the
    /// envelope appears not to exist.
    private func ownView(_ request: ServiceCall, _ address: String) async throws -> HTTPReply {
        let name = request.parameters["envelopeId"] ?? ""
        func isOwn(_ recipient: Recipient) -> Bool {
            recipient.clientUserID != nil && [.signer, .certifiedDelivery].contains(recipient.kind)
                && recipient.email.lowercased() == address.lowercased()
        }
        guard let id = EnvelopeID(rawValue: name), let envelope = try await ledger.events.envelope(id),
            envelope.accountID == request.parameters["accountId"]?.lowercased(), envelope.status != .created,
            envelope.recipients.contains(where: isOwn)
        else { throw APIError(.envelopeDoesNotExist, "There is no envelope \(name.prefix(64)).") }
        let body = try await request.decoded(Wire.RecipientViewRequest.self, limit: configuration.requestLimit)
        guard body.email.lowercased() == address.lowercased() else {
            throw APIError(.unknownEnvelopeRecipient, "email is not the address with which the caller has signed in.")
        }
        let recipient = try body.recipient(of: envelope)
        guard isOwn(recipient) else {
            throw APIError(.unknownEnvelopeRecipient, "Only an embedded recipient has a signing page of their own.")
        }
        // What the caller says about their own identification proves nothing.
        return try await view(recipient, of: envelope, body, Identification(.signIn), request)
    }

    private func view(
        _ recipient: Recipient, of envelope: Envelope, _ body: Wire.RecipientViewRequest,
        _ vouching: Identification?, _ request: ServiceCall
    ) async throws -> HTTPReply {
        guard !envelope.status.isFinal || envelope.status == .completed else {
            throw APIError(.envelopeInvalidStatus, "The envelope is \(envelope.status.rawValue) and cannot be signed.")
        }
        guard let returnURL = URL(string: body.returnUrl) else {
            throw APIError(.invalidRequestParameter, "returnUrl is not an absolute URL.")
        }
        let visit = TicketTarget(
            envelopeID: envelope.id, recipientID: recipient.id, returnURL: returnURL, vouching: vouching)
        let ticket = try await tickets.issue(visit, at: configuration.now(), life: configuration.ticketLife)
        let url = request.base.appending(path: "sign/\(ticket.text)")
        return try .json(Wire.ViewURL(url: url.absoluteString), status: 201)
    }

    /// Lists the ways in which recipients may be asked to prove who they are, besides access codes.
    private func identityWorkflows(_ request: ServiceCall) throws -> HTTPReply {
        return try .json(Wire.AccountIdentityVerificationResponse())
    }

    private func auditEvents(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let history = try await ledger.history(envelope.id)
        return try .json(Wire.EnvelopeAuditEventResponse(history, on: \.sentence))
    }
}

extension Envelope {
    /// The command that sends an invitation again to those whose turn it is.
    fileprivate func resending() throws(APIError) -> Command {
        guard status.isInProcess else {
            throw APIError(.envelopeInvalidStatus, "The envelope is \(status.rawValue); nobody can be invited.")
        }
        return .notify(
            recipientIDs: recipients.filter { $0.acts && $0.getsMail && isTurn(of: $0.id) }.map(\.id),
            message: .invitation)
    }
}
