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
        ]
    }

    private func view(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let body = try await request.decoded(Wire.SenderViewRequest.self, limit: configuration.requestLimit)
        guard envelope.status == .created else {
            throw APIError(
                .envelopeInvalidStatus, "The envelope is \(envelope.status.rawValue); only a draft can be composed.")
        }
        guard let returnURL = URL(string: body.returnUrl) else {
            throw APIError(.invalidRequestParameter, "returnUrl is not an absolute URL.")
        }
        let identity = try request.requireIdentity()
        let target = ComposingTarget(
            envelopeID: envelope.id, accountID: identity.accountID, sender: identity.asSender, returnURL: returnURL,
            sends: body.settings?.sends ?? true, beginsWithFields: body.settings?.beginsWithFields ?? false)
        let ticket = try await composing.issue(target, at: configuration.now(), life: configuration.ticketLife)
        let url = request.base.appending(path: "compose/\(ticket.text)")
        return try .json(Wire.ViewURL(url: url.absoluteString), status: 201)
    }
}
