import Envelopes
import Foundation

extension SQLTemplateStore {
    /// Stores a template, replacing an older one with its id.
    public func keep(_ template: Template) async throws { try await keep(template, with: [], at: Date()) }
}

/// Selects templates for a list, among those that a user may see.
public struct TemplateSelection: Sendable, Hashable {
    /// Whose templates are listed: those of the user, those that others of the account share, or both.
    public enum Ownership: Sendable, Hashable { case any, own, sharedByOthers }

    /// The key by which a list is sorted: the name without case and accents, or the time of the last change.
    public enum Order: Sendable, Hashable { case name, lastModified }

    /// The account whose templates are listed.
    public var accountID: String
    /// The user who asks, and sees their own templates and shared ones.
    public var userID: String
    /// Whose of these templates are listed.
    public var ownership: Ownership
    /// A part of the name or description, ignoring case and accents; `nil` for any.
    public var text: String?
    /// Whether `text` is searched only in the name.
    public var isTextOfName = false
    /// Only templates in these folders; `nil` for any.
    public var folderIDs: [String]?
    /// Only these templates; `nil` for any.
    public var ids: [TemplateID]?
    /// Only templates last changed at this time or later; `nil` for any.
    public var modifiedFrom: Date?
    /// Only templates last changed at this time or earlier; `nil` for any.
    public var modifiedTo: Date?
    /// The key by which the list is sorted.
    public var order: Order
    /// Whether the list starts with the smallest key, that is, the first name or the oldest change.
    public var ascending: Bool
    /// The number of templates to skip.
    public var start: Int
    /// The maximum number of templates to return.
    public var count: Int
    /// The maximum total size of the stored templates, in bytes; `nil` for no limit. The first template is returned
    /// whatever its size.
    public var bytes: Int?

    /// Without further arguments, selects the first hundred templates that the user may see, by name.
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

/// One page of a list of templates, with their total number.
public struct TemplatePage: Sendable, Hashable {
    /// The templates of this page, in the order of the list.
    public let ids: [TemplateID]
    /// The number of templates on all pages.
    public let total: Int

    init(ids: [TemplateID], total: Int) {
        self.ids = ids
        self.total = total
    }
}

/// Texts for searching and sorting, without case and accents.
enum SearchKey {
    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// Returns the key that a search for templates looks into.
    static func searched(_ template: Template) -> String {
        folded(template.name + "\n" + (template.description ?? ""))
    }
}
