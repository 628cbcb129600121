import DocuSignDialect
import Envelopes
import Foundation

/// A template at the server, as a list shows it.
public struct TemplateSummary: Sendable, Hashable, Identifiable, Decodable {
    public let id: TemplateID
    public let name: String
    public let description: String?
    public let isShared: Bool
    public let folderID: String?
    public let folderName: String?
    public let ownerName: String?
    public let ownerEmail: String?
    public let createdAt: Date?
    /// What a cached copy is compared with.
    public let lastModifiedAt: Date?
    public let lastModifiedBy: String?
    public let pageCount: Int?
    public let emailSubject: String?

    public init(from decoder: any Decoder) throws {
        let members = try AnswerMembers(decoder)
        guard let id = TemplateID(rawValue: try members.needed("templateId")) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "templateId is no GUID"))
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
        public let templates: [TemplateSummary]
        /// How many there are on all pages.
        public let total: Int
        /// The position of the page's first template, from 0.
        public let start: Int

        /// Where the next page starts; nil after the last, and where the server's numbers cannot be right.
        public var nextStart: Int? {
            let (next, isTooLarge) = start.addingReportingOverflow(templates.count)
            return templates.isEmpty || start < 0 || isTooLarge || next >= total ? nil : next
        }

        public init(from decoder: any Decoder) throws {
            let members = try AnswerMembers(decoder)
            templates = try members.list("envelopeTemplates", of: TemplateSummary.self)
            start = members.integer("startPosition") ?? 0
            total = members.integer("totalSetSize") ?? templates.count
        }
    }
}

extension Templates {
    /// A folder of templates at the server.
    public struct Folder: Sendable, Hashable, Identifiable, Decodable {
        public let id: String
        public let name: String
        /// How many templates lie in it; nil where the server does not say.
        public let count: Int?
        /// Nil for a folder that lies in no other.
        public let parentID: String?
        public let folders: [Templates.Folder]

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
    /// Which templates to list, and how.
    public struct Filter: Sendable, Hashable {
        public enum Owner: Sendable, Hashable, CaseIterable {
            case anybody, me
            /// Others, who share them.
            case others
        }

        public enum Order: Sendable, Hashable, CaseIterable { case name, lastModified }

        /// A part of the name or, at a Countersign service, of the description; nil for any.
        public var searchText: String?
        /// Whether a Countersign service looks for ``searchText`` in names only. Others search what they search.
        public var searchesNamesOnly = false
        /// Nil for any folder.
        public var folderIDs: [String]?
        public var owner: Owner
        public var order: Order
        public var ascending: Bool
        /// How many to skip.
        public var start: Int
        /// How many to ask for at most, up to 2,000.
        public var count: Int

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
    /// How a template's name is compared with a text, whatever its case and accents.
    public enum NameMatch: Int, Sendable, Hashable, CaseIterable {
        case contains = 0
        case exact = 1
        case prefix = 2
        case suffix = 3

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
