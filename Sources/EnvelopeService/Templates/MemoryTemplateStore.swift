import Envelopes
import Foundation

/// Templates that are gone with the process: for tests and stand-ins.
public actor MemoryTemplateStore: TemplateStore {
    private var templates: [TemplateID: Template] = [:]
    private var folders: [String: [TemplateFolder]] = [:]

    public init() {}

    public func keep(_ template: Template) { templates[template.id] = template }

    public func template(_ id: TemplateID) -> Template? { templates[id] }

    public func remove(_ id: TemplateID) { templates[id] = nil }

    public func names(_ hash: BlobHash) -> Bool {
        templates.values.contains { $0.documents.contains { $0.blob == hash } }
    }

    public func folders(of accountID: String) -> [TemplateFolder] {
        (folders[accountID] ?? []).sorted { Self.precedes($0.name, $1.name) }
    }

    public func folder(named name: String, of accountID: String, newID: String) -> TemplateFolder {
        if let folder = folders[accountID]?.first(where: { $0.name == name }) { return folder }
        let folder = TemplateFolder(id: newID, name: name)
        folders[accountID, default: []].append(folder)
        return folder
    }

    public func page(_ selection: TemplateSelection) -> TemplatePage {
        let found = templates.values.filter { Self.belongs($0, to: selection) }
            .sorted { first, second in
                let (left, right) = selection.ascending ? (first, second) : (second, first)
                switch selection.order {
                case .name:
                    let names = (TemplateKey.folded(left.name), TemplateKey.folded(right.name))
                    return names.0 == names.1 ? left.id < right.id : Self.precedes(names.0, names.1)
                case .lastModified:
                    return (left.lastModifiedAt, left.id) < (right.lastModifiedAt, right.id)
                }
            }
        return TemplatePage(
            ids: found.dropFirst(selection.start).prefix(selection.count).map(\.id), total: found.count)
    }

    /// By bytes, as a database orders.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func belongs(_ template: Template, to selection: TemplateSelection) -> Bool {
        guard template.accountID == selection.accountID, template.isVisible(to: selection.userID) else { return false }
        switch selection.ownership {
        case .any: break
        case .own: guard template.owner.userID == selection.userID else { return false }
        case .sharedByOthers: guard template.owner.userID != selection.userID else { return false }
        }
        if let text = selection.text {
            let searched = selection.isTextOfName ? TemplateKey.folded(template.name) : TemplateKey.searched(template)
            guard searched.contains(TemplateKey.folded(text)) else { return false }
        }
        if let folders = selection.folderIDs {
            guard let folder = template.folder, folders.contains(folder.id) else { return false }
        }
        if let ids = selection.ids { guard ids.contains(template.id) else { return false } }
        if let from = selection.modifiedFrom { guard template.lastModifiedAt >= from else { return false } }
        if let to = selection.modifiedTo { guard template.lastModifiedAt <= to else { return false } }
        return true
    }
}
