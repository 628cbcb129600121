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
    let anchors: AnchorSearch

    /// Returns the definition of an envelope from the request's template, with the roles taken as requested.
    ///
    /// - Parameters:
    ///   - leavesOutUnfilled: whether roles that nobody takes are left out; allowed only for a draft
    ///   - ignored: collects members that prove to have no effect
    /// - Throws: `APIError` if the template does not exist, or naming every role that nobody takes
    func definition(
        _ request: Wire.EnvelopeDefinition, of identity: Identity, send: Bool, leavesOutUnfilled: Bool,
        noting ignored: IgnoredMembers?
    ) async throws -> EnvelopeDefinition {
        var request = request
        let template = try await templates.template(named: request.templateId, for: identity)
        request.settleAnchors(with: template, noting: ignored)
        try request.refuseOtherTabs(than: template)
        try await renew(template, for: identity)
        try await anchors.place(
            &request,
            in: template.documents.map {
                AnchorSearch.Document(id: $0.id, pages: $0.pages, hash: $0.blob, bytes: nil)
            }, of: identity.accountID
        ) { try $0.changeRoleAnchors(of: template, $1) }
        do {
            var definition = try template.definition(
                filling: try request.filling(leavingOutUnfilled: leavesOutUnfilled && !send),
                accountID: identity.accountID,
                sender: Sender(userID: identity.userID, name: identity.name, email: identity.email),
                newTabID: { TabID(UUID.random()) })
            definition.tabs += try request.addedTabs(to: template) { TabID(UUID.random()) }
            return definition
        } catch let error as TemplateFillingError {
            throw APIError(error)
        }
    }

    /// Renews a template's documents, so that they stay for the new envelope if the template is deleted meanwhile.
    private func renew(_ template: Template, for identity: Identity) async throws {
        for blob in template.documents.flatMap(\.blobs) {
            if try await blobs.renew(blob) { continue }
            // Usually the template was deleted too, which throws here; if it still exists, the document is missing.
            _ = try await templates.template(named: template.id.rawValue, for: identity)
            throw StorageError.missingBlob(blob)
        }
    }
}
