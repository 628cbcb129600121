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
}
