import Envelopes
import Foundation

/// Keeps templates and the folders that they lie in.
public protocol TemplateStore: Sendable {
    /// Keeps a template, in place of an older one of its id.
    func keep(_ template: Template) async throws

    /// Nil for a template that does not exist.
    func template(_ id: TemplateID) async throws -> Template?

    /// A part of a list: which templates; each is read by itself.
    func page(_ selection: TemplateSelection) async throws -> TemplatePage

    /// Takes a template away; nothing happens when there is none.
    func remove(_ id: TemplateID) async throws

    /// An account's folders in the order of their names.
    func folders(of accountID: String) async throws -> [TemplateFolder]

    /// The account's folder of this name; made when there is none.
    /// - Parameter newID: a GUID for a folder that is made.
    func folder(named name: String, of accountID: String, newID: String) async throws -> TemplateFolder

    /// Whether a template of any account has a blob as a document.
    func names(_ hash: BlobHash) async throws -> Bool
}

/// Which templates to list: of those that a user may see.
public struct TemplateSelection: Sendable, Hashable {
    public enum Ownership: Sendable, Hashable { case any, own, sharedByOthers }

    public enum Order: Sendable, Hashable { case name, lastModified }

    public var accountID: String
    public var userID: String
    public var ownership: Ownership
    /// A part of the name or description, whatever its case and accents; nil for any.
    public var text: String?
    /// Whether a description does not count for `text`.
    public var isTextOfName = false
    /// Nil for any folder.
    public var folderIDs: [String]?
    /// Nil for any template.
    public var ids: [TemplateID]?
    public var modifiedFrom: Date?
    public var modifiedTo: Date?
    public var order: Order
    public var ascending: Bool
    /// How many to skip.
    public var start: Int
    /// How many to give at most.
    public var count: Int
    /// How many bytes the templates may have together as they are stored, the first one whatever it has; nil for any
    /// number.
    public var bytes: Int?

    public init(
        accountID: String, userID: String, ownership: Ownership = .any, text: String? = nil,
        folderIDs: [String]? = nil, ids: [TemplateID]? = nil, modifiedFrom: Date? = nil, modifiedTo: Date? = nil,
        order: Order = .name, ascending: Bool = true, start: Int = 0, count: Int = 100, bytes: Int? = nil
    ) {
        self.accountID = accountID
        self.userID = userID
        self.ownership = ownership
        self.text = text
        self.folderIDs = folderIDs
        self.ids = ids
        self.modifiedFrom = modifiedFrom
        self.modifiedTo = modifiedTo
        self.order = order
        self.ascending = ascending
        self.start = start
        self.count = count
        self.bytes = bytes
    }
}

/// Templates of a list, and how many there are in all.
public struct TemplatePage: Sendable, Hashable {
    public let ids: [TemplateID]
    public let total: Int

    public init(ids: [TemplateID], total: Int) {
        self.ids = ids
        self.total = total
    }
}

/// Texts as templates are searched and ordered by: without case and accents.
public enum TemplateKey {
    public static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// What a search looks into.
    public static func searched(_ template: Template) -> String {
        folded(template.name + "\n" + (template.description ?? ""))
    }
}
