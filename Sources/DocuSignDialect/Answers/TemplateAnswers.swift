import Envelopes

extension Wire {
    /// The answer to `POST …/templates`.
    package struct TemplateSummary: Codable, Hashable, Sendable {
        package var templateId: String
        package var name: String?
        package var uri: String?

        package init(_ template: Template) {
            templateId = template.id.rawValue
            name = template.name
            uri = "/templates/\(template.id)"
        }
    }

    /// The answer to `GET …/templates`: one page of a list.
    package struct EnvelopeTemplateResults: Codable, Hashable, Sendable {
        package var envelopeTemplates: [EnvelopeTemplate]?
        /// Present only if requested with `include=folders`.
        package var folders: [Folder]?
        package var resultSetSize: String?
        package var totalSetSize: String?
        package var startPosition: String?
        /// The position of the page's last template, never below 0.
        package var endPosition: String?
        /// Absent on the last page.
        package var nextUri: String?
        /// Absent on the first page.
        package var previousUri: String?

        /// - Parameters:
        ///   - templates: at most `query.count` templates from `query.start` on, with the parts that the query names
        ///   - total: the number of matching templates
        package init(_ templates: [EnvelopeTemplate], total: Int, query: TemplatesQuery, folders: [Folder]? = nil) {
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
    package struct FoldersResponse: Codable, Hashable, Sendable {
        package var folders: [Folder]?
        package var resultSetSize: String?
        package var totalSetSize: String?
        package var startPosition: String?
        package var endPosition: String?

        package init(_ folders: [Folder]) {
            self.folders = folders
            resultSetSize = String(folders.count)
            totalSetSize = resultSetSize
            startPosition = "0"
            endPosition = String(max(0, folders.count - 1))
        }
    }

    /// A folder of templates.
    package struct Folder: Codable, Hashable, Sendable {
        package var folderId: String?
        package var name: String?
        /// Always `templates`.
        package var type: String?
        package var uri: String?
        package var itemCount: String?
        package var hasSubFolders: String?
        package var folders: [Folder]?

        /// - Parameter count: the number of templates in the folder
        package init(_ folder: TemplateFolder, count: Int) {
            folderId = folder.id
            name = folder.name
            type = "templates"
            uri = "/folders/\(folder.id)"
            itemCount = String(count)
            hasSubFolders = "false"
        }
    }

    /// The body of `PUT …/folders/{id}`: the items to move there. Template ids are listed in `envelopeIds`.
    package struct FoldersRequest: WireRecord, Codable, Hashable, Sendable {
        package var envelopeIds: [String]?
        package var fromFolderId: String?

        package init(envelopeIds: [String], fromFolderId: String? = nil) {
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
        package static let recycleBin = "recyclebin"
    }
}
