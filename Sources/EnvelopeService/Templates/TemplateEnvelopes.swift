import DocuSignDialect
import Envelopes
import Foundation
import Ledger

/// Envelopes from templates.
struct TemplateEnvelopes: Sendable {
    let templates: any TemplateStore
    let blobs: any BlobStore

    /// What the template of a request becomes when the roles are taken as it says.
    ///
    /// - Parameter leavesOutUnfilled: whether roles that nobody takes are left out; only a draft may have that.
    /// - Throws: `APIError` for a template that is not there, and naming every role that nobody takes.
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

    /// Keeps a template's documents while an envelope comes to name them, should the template be deleted meanwhile.
    private func renew(_ template: Template, for identity: Identity) async throws {
        for document in template.documents {
            if try await blobs.renew(document.blob) { continue }
            // Gone with the template, that is to say; if it is still there, something has to be said of the document.
            _ = try await templates.template(named: template.id.rawValue, for: identity)
            throw StorageError.missingBlob(document.blob)
        }
    }
}
