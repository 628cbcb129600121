import DocuSignDialect
import Envelopes
import Foundation

/// A template on the server, as shown in a list.
public struct TemplateSummary: Sendable, Hashable, Identifiable, Decodable {
    /// `templateId`.
    public let id: TemplateID
    /// Empty if the server gives none.
    public let name: String
    /// The owner's note about the template; `nil` if there is none.
    public let description: String?
    /// Whether other users of the account can use it; false if the server does not say.
    public let isShared: Bool
    /// `nil` if the server does not say.
    public let folderID: String?
    /// `nil` if the server does not say.
    public let folderName: String?
    /// `nil` if the server does not say.
    public let ownerName: String?
    /// `nil` if the server does not say.
    public let ownerEmail: String?
    /// `nil` if the server gives no readable time.
    public let createdAt: Date?
    /// The time of the last change, which a cached copy is compared with.
    public let lastModifiedAt: Date?
    /// The name of the user who changed it last; `nil` if the server does not say.
    public let lastModifiedBy: String?
    /// The pages of all documents together; `nil` if the server does not say.
    public let pageCount: Int?
    /// The subject of envelopes made from it; `nil` if the server does not say.
    public let emailSubject: String?

    /// Reads a member of `envelopeTemplates`. Throws if `templateId` is missing or no GUID.
    public init(from decoder: any Decoder) throws {
        let members = try AnswerMembers(decoder)
        guard let id = TemplateID(rawValue: try members.needed("templateId")) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "templateId is not a GUID"))
        }
        self.id = id
        name = members.text("name") ?? ""
        description = members.text("description")
        isShared = members.text("shared")?.lowercased() == "true"
        folderID = members.text("folderId")
        folderName = members.text("folderName")
        let owner = members.object("owner", as: Person.self)
        ownerName = owner?.name
        ownerEmail = owner?.email
        createdAt = members.date("created")
        lastModifiedAt = members.date("lastModified")
        lastModifiedBy = members.object("lastModifiedBy", as: Person.self)?.name
        pageCount = members.integer("pageCount")
        emailSubject = members.text("emailSubject")
    }

    private struct Person: Decodable {
        let name: String?
        let email: String?

        init(from decoder: any Decoder) throws {
            let members = try AnswerMembers(decoder)
            name = members.text("userName")
            email = members.text("email")
        }
    }
}

extension Templates {
    /// One page of a list of templates.
    public struct Page: Sendable, Hashable, Decodable {
        /// In the order that the filter asked for.
        public let templates: [TemplateSummary]
        /// The number of templates on all pages.
        public let total: Int
        /// The position of the page's first template, from 0.
        public let start: Int

        /// The position where the next page starts; `nil` on the last page, or if the server's numbers are
        /// inconsistent.
        public var nextStart: Int? {
            let (next, isTooLarge) = start.addingReportingOverflow(templates.count)
            return templates.isEmpty || start < 0 || isTooLarge || next >= total ? nil : next
        }

        /// Reads the answer to `GET …/templates`. Without the server's numbers, the page is taken to be the whole list.
        public init(from decoder: any Decoder) throws {
            let members = try AnswerMembers(decoder)
            templates = try members.list("envelopeTemplates", of: TemplateSummary.self)
            start = members.integer("startPosition") ?? 0
            total = members.integer("totalSetSize") ?? templates.count
        }
    }
}

extension Templates {
    /// A folder of templates on the server.
    public struct Folder: Sendable, Hashable, Identifiable, Decodable {
        /// `folderId`, for ``Filter/folderIDs``.
        public let id: String
        /// Empty if the server gives none.
        public let name: String
        /// The number of templates in the folder; `nil` if the server does not say.
        public let count: Int?
        /// `nil` for a top-level folder.
        public let parentID: String?
        /// The folders in it, which may have folders themselves.
        public let folders: [Templates.Folder]

        /// Reads a folder of the API. Throws if `folderId` is missing.
        public init(from decoder: any Decoder) throws {
            let members = try AnswerMembers(decoder)
            id = try members.needed("folderId")
            name = members.text("name") ?? ""
            count = members.integer("itemCount")
            parentID = members.text("parentFolderId")
            folders = try members.list("folders", of: Templates.Folder.self)
        }
    }
}

extension Templates {
    /// Selects and sorts the templates in a list.
    public struct Filter: Sendable, Hashable {
        /// Whose templates to list.
        public enum Owner: Sendable, Hashable, CaseIterable {
            case anybody, me
            /// Other people who share their templates.
            case others
        }

        /// What to sort by.
        public enum Order: Sendable, Hashable, CaseIterable { case name, lastModified }

        /// Part of the name or, at a Countersign service, of the description; `nil` for any.
        public var searchText: String?
        /// Whether a Countersign service looks for ``searchText`` in names only. Other servers decide what they search.
        public var searchesNamesOnly = false
        /// `nil` for any folder.
        public var folderIDs: [String]?
        /// Default: anybody.
        public var owner: Owner
        /// Default: the name.
        public var order: Order
        /// Whether the list begins with A, or with the template that was changed longest ago. Default: yes.
        public var ascending: Bool
        /// The number of templates to skip.
        public var start: Int
        /// The maximum number of templates to return, up to 2,000.
        public var count: Int

        /// Without arguments, selects the first 100 templates by name. Values of `start` and `count` out of range are
        /// clamped in the request.
        public init(
            searchText: String? = nil, folderIDs: [String]? = nil, owner: Owner = .anybody, order: Order = .name,
            ascending: Bool = true, start: Int = 0, count: Int = 100
        ) {
            self.searchText = searchText
            self.folderIDs = folderIDs
            self.owner = owner
            self.order = order
            self.ascending = ascending
            self.start = start
            self.count = count
        }

        var query: [URLQueryItem] {
            var query = TemplatesQuery(
                searchText: searchText.flatMap { $0.isEmpty ? nil : $0 }, folderIDs: folderIDs,
                userFilter: owner.userFilter, start: max(0, start),
                count: min(max(1, count), TemplatesQuery.greatestCount), order: order == .name ? .name : .modified,
                ascending: ascending)
            query.searchesNamesOnly = searchesNamesOnly
            return query.parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        }
    }
}

extension Templates.Filter.Owner {
    var userFilter: TemplatesQuery.UserFilter {
        switch self {
        case .anybody: .all
        case .me: .ownedByMe
        case .others: .sharedWithMe
        }
    }
}

extension Templates {
    /// How a template's name is compared with a text, ignoring case and accents.
    public enum NameMatch: Int, Sendable, Hashable, CaseIterable {
        case contains = 0
        case exact = 1
        case prefix = 2
        case suffix = 3

        /// Whether a name matches. An empty text is contained in every name.
        public func matches(_ name: String, _ text: String) -> Bool {
            func folded(_ text: String) -> String {
                text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            }
            let (name, text) = (folded(name), folded(text))
            return switch self {
            case .contains: text.isEmpty || name.contains(text)
            case .exact: name == text
            case .prefix: name.hasPrefix(text)
            case .suffix: name.hasSuffix(text)
            }
        }
    }
}
