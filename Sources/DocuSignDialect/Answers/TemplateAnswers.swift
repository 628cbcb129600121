import Envelopes

extension Wire {
    /// The answer to `POST …/templates`.
    public struct TemplateSummary: Codable, Hashable, Sendable {
        public var templateId: String
        public var name: String?
        public var uri: String?

        public init(_ template: Template) {
            templateId = template.id.rawValue
            name = template.name
            uri = "/templates/\(template.id)"
        }
    }

    /// The answer to `GET …/templates`: one page of a list.
    public struct EnvelopeTemplateResults: Codable, Hashable, Sendable {
        public var envelopeTemplates: [EnvelopeTemplate]?
        /// Present only if requested with `include=folders`.
        public var folders: [Folder]?
        public var resultSetSize: String?
        public var totalSetSize: String?
        public var startPosition: String?
        /// The position of the page's last template, never below 0.
        public var endPosition: String?
        /// Absent on the last page.
        public var nextUri: String?
        /// Absent on the first page.
        public var previousUri: String?

        /// - Parameters:
        ///   - templates: at most `query.count` templates from `query.start` on, with the parts that the query names
        ///   - total: the number of matching templates
        public init(_ templates: [EnvelopeTemplate], total: Int, query: TemplatesQuery, folders: [Folder]? = nil) {
            envelopeTemplates = templates
            self.folders = folders
            resultSetSize = String(templates.count)
            totalSetSize = String(total)
            startPosition = String(query.start)
            let end = query.start + templates.count
            endPosition = String(max(0, end - 1))
            nextUri = !templates.isEmpty && end < total ? query.uri(start: end) : nil
            previousUri = query.start > 0 ? query.uri(start: max(0, query.start - query.count)) : nil
        }
    }

    /// The answer to `GET …/folders` and `PUT …/folders/{id}`.
    public struct FoldersResponse: Codable, Hashable, Sendable {
        public var folders: [Folder]?
        public var resultSetSize: String?
        public var totalSetSize: String?
        public var startPosition: String?
        public var endPosition: String?

        public init(_ folders: [Folder]) {
            self.folders = folders
            resultSetSize = String(folders.count)
            totalSetSize = resultSetSize
            startPosition = "0"
            endPosition = String(max(0, folders.count - 1))
        }
    }

    /// A folder of templates.
    public struct Folder: Codable, Hashable, Sendable {
        public var folderId: String?
        public var name: String?
        /// Always `templates`.
        public var type: String?
        public var uri: String?
        public var itemCount: String?
        public var hasSubFolders: String?
        public var folders: [Folder]?

        /// - Parameter count: the number of templates in the folder
        public init(_ folder: TemplateFolder, count: Int) {
            folderId = folder.id
            name = folder.name
            type = "templates"
            uri = "/folders/\(folder.id)"
            itemCount = String(count)
            hasSubFolders = "false"
        }
    }

    /// The body of `PUT …/folders/{id}`: the items to move there. Template ids are listed in `envelopeIds`.
    public struct FoldersRequest: WireRecord, Codable, Hashable, Sendable {
        public var envelopeIds: [String]?
        public var fromFolderId: String?

        public init(envelopeIds: [String], fromFolderId: String? = nil) {
            self.envelopeIds = envelopeIds
            self.fromFolderId = fromFolderId
        }

        init() {}

        static let members: [WireMember<Self>] = [
            .texts("envelopeIds", \.envelopeIds),
            .name("fromFolderId", \.fromFolderId),
            // Items move from any folder.
            .ignored(texts: ["fromFolderId"]),
        ]

        /// The folder for deletion: moving an item there deletes it.
        public static let recycleBin = "recyclebin"
    }
}
