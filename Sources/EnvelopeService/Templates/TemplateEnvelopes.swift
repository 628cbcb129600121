import DocuSignDialect
import Envelopes
import Foundation

/// Envelopes from templates.
struct TemplateEnvelopes: Sendable {
    let templates: any TemplateStore

    /// What the template of a request becomes when the roles are taken as it says.
    ///
    /// - Parameter leavesOutUnfilled: whether roles that nobody takes are left out; only a draft may have that.
    /// - Throws: `APIError` for a template that is not there, and naming every role that nobody takes.
    func definition(
        _ request: Wire.EnvelopeDefinition, of identity: Identity, send: Bool, leavesOutUnfilled: Bool
    ) async throws -> EnvelopeDefinition {
        let template = try await templates.template(named: request.templateId, for: identity)
        do {
            return try template.definition(
                filling: try request.filling(leavingOutUnfilled: leavesOutUnfilled && !send),
                accountID: identity.accountID,
                sender: Sender(userID: identity.userID, name: identity.name, email: identity.email),
                newTabID: { TabID(UUID()) })
        } catch let error as TemplateFillingError {
            throw APIError(error)
        }
    }
}
