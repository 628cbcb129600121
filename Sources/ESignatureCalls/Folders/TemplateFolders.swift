import DocuSignDialect
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls

/// Folders of templates.
struct TemplateFolders {
    let templates: SQLTemplateStore
    let unused: UnusedBlobs
    let now: @Sendable () -> Date

    /// Returns the folders with the number of templates that the user sees in each. With a filter for own or shared
    /// templates, empty folders are left out.
    func counted(
        for identity: Identity, ownership: TemplateSelection.Ownership = .any
    ) async throws -> [Wire.Folder] {
        var folders: [Wire.Folder] = []
        for folder in try await templates.folders(of: identity.accountID) {
            let selection = TemplateSelection(
                accountID: identity.accountID, userID: identity.userID, ownership: ownership, folderIDs: [folder.id],
                count: 0)
            let count = try await templates.page(selection).total
            if count > 0 || ownership == .any { folders.append(Wire.Folder(folder, count: count)) }
        }
        return folders
    }

    /// Looks up a folder of the account by its id.
    func folder(_ id: String, of accountID: String) async throws -> TemplateFolder? {
        try await templates.folders(of: accountID).first { $0.id == id }
    }

    /// Looks up a template that the caller may see.
    ///
    /// - Throws: ``APIError`` for a template of somebody else
    func template(_ name: String, for identity: Identity) async throws -> Template? {
        guard let id = TemplateID(rawValue: name), let template = try await templates.template(id),
            template.accountID == identity.accountID, template.isVisible(to: identity.userID)
        else { return nil }
        guard template.owner.userID == identity.userID else {
            throw APIError(.userLacksPermissions, "The template \(template.id) belongs to somebody else.")
        }
        return template
    }

    /// Moves templates into a folder.
    func move(_ moved: [Template], to folder: TemplateFolder) async throws {
        for var template in moved {
            template.folder = folder
            template.lastModifiedAt = Timestamp.quantized(now())
            try await templates.keep(template)
        }
    }

    /// Deletes templates and the documents that nothing else names.
    func remove(_ deleted: [Template]) async throws {
        guard !deleted.isEmpty else { return }
        let blobs = deleted.flatMap { $0.documents.flatMap(\.blobs) }
        try await unused.note(blobs)
        for template in deleted { try await templates.remove(template.id) }
        try await unused.sweep(blobs)
    }
}
