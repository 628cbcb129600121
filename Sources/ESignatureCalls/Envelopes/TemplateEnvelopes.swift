import DocuSignDialect
import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls

/// Envelopes from templates.
struct TemplateEnvelopes: Sendable {
    let templates: SQLTemplateStore
    let blobs: any BlobStore

    /// Returns the definition of an envelope from the request's template, with the roles taken as requested.
    ///
    /// - Parameter leavesOutUnfilled: whether roles that nobody takes are left out; allowed only for a draft
    /// - Throws: `APIError` if the template does not exist, or naming every role that nobody takes
    func definition(
        _ request: Wire.EnvelopeDefinition, of identity: Identity, send: Bool, leavesOutUnfilled: Bool
    ) async throws -> EnvelopeDefinition {
        let template = try await templates.template(named: request.templateId, for: identity)
        try request.refuseOtherTabs(than: template)
        try await renew(template, for: identity)
        do {
            return try template.definition(
                filling: try request.filling(leavingOutUnfilled: leavesOutUnfilled && !send),
                accountID: identity.accountID,
                sender: Sender(userID: identity.userID, name: identity.name, email: identity.email),
                newTabID: { TabID(UUID.random()) })
        } catch let error as TemplateFillingError {
            throw APIError(error)
        }
    }

    /// Renews a template's documents, so that they stay for the new envelope if the template is deleted meanwhile.
    private func renew(_ template: Template, for identity: Identity) async throws {
        for document in template.documents {
            if try await blobs.renew(document.blob) { continue }
            // Usually the template was deleted too, which throws here; if it still exists, the document is missing.
            _ = try await templates.template(named: template.id.rawValue, for: identity)
            throw StorageError.missingBlob(document.blob)
        }
    }
}
