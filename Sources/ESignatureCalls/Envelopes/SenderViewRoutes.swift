import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls that return an address of the composing page.
struct SenderViewRoutes {
    let configuration: EnvelopeServiceConfiguration
    let ledger: EnvelopeLedger
    let composing: SQLComposingStore

    private static let views = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/views"

    var routes: [APIRoute] {
        [
            .dialect(.post, "\(Self.views)/sender") { try await view($0) },
            .dialect(.post, "\(Self.views)/edit") { try await view($0) },
            .dialect(.post, "\(Self.views)/correct") { try await correctionView($0) },
            .dialect(.delete, "\(Self.views)/correct") { try await endCorrection($0) },
        ]
    }

    private func view(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let body = try await request.decoded(Wire.SenderViewRequest.self, limit: configuration.requestLimit)
        guard envelope.status == .created else {
            throw APIError(
                .envelopeInvalidStatus,
                "The envelope is \(envelope.status.rawValue); only a draft can be composed. views/correct opens the page "
                    + "for one that was sent.")
        }
        return try await address(
            of: envelope, request, returningTo: body.returnUrl, sends: body.settings?.sends ?? true,
            beginsWithFields: body.settings?.beginsWithFields ?? false, corrects: false)
    }

    private func correctionView(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let body = try await request.decoded(Wire.CorrectViewRequest.self, limit: configuration.requestLimit)
        guard envelope.status.isInProcess else {
            throw APIError(
                .envelopeInvalidStatus,
                "The envelope is \(envelope.status.rawValue); only one that was sent and is not finished can be corrected."
            )
        }
        return try await address(
            of: envelope, request, returningTo: body.returnUrl, sends: true, beginsWithFields: body.beginsWithFields,
            corrects: true)
    }

    /// Closes the page and discards unsaved corrections.
    private func endCorrection(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        guard envelope.status.isInProcess else {
            throw APIError(.envelopeInvalidStatus, "The envelope is \(envelope.status.rawValue) and is not corrected.")
        }
        try await composing.endVisits(to: envelope.id)
        try await composing.close(envelope.id, sent: false)
        return HTTPReply(status: 200)
    }

    private func address(
        of envelope: Envelope, _ request: ServiceCall, returningTo returnUrl: String, sends: Bool,
        beginsWithFields: Bool, corrects: Bool
    ) async throws -> HTTPReply {
        guard let returnURL = URL(string: returnUrl) else {
            throw APIError(.invalidRequestParameter, "returnUrl is not an absolute URL.")
        }
        let identity = try request.requireIdentity()
        let target = ComposingTarget(
            envelopeID: envelope.id, accountID: identity.accountID, sender: identity.asSender, returnURL: returnURL,
            sends: sends, beginsWithFields: beginsWithFields, corrects: corrects)
        let ticket = try await composing.issue(target, at: configuration.now(), life: configuration.ticketLife)
        let url = request.base.appending(path: "compose/\(ticket.text)")
        return try .json(Wire.ViewURL(url: url.absoluteString), status: 201)
    }
}
