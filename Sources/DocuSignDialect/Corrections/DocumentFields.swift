import Envelopes

extension Wire {
    /// The texts that the sender keeps with a document: bodies and answers of `…/documents/{id}/fields`.
    package struct DocumentFieldsInformation: WireRecord, Codable, Hashable, Sendable {
        package var documentFields: [DocumentField]?

        init() {}

        static let members: [WireMember<Self>] = [
            .list("documentFields", \.documentFields)
        ]

        package init(_ fields: [Envelopes.DocumentField]) {
            documentFields = fields.map { DocumentField(name: $0.name, value: $0.value) }
        }

        /// The names and values, each name once.
        ///
        /// - Throws: ``APIError`` for a field without a name
        package func fields() throws(APIError) -> [Envelopes.DocumentField] {
            var fields: [Envelopes.DocumentField] = []
            for (index, field) in (documentFields ?? []).enumerated() {
                guard let name = field.name else {
                    throw APIError(.invalidRequestParameter, "documentFields[\(index)].name is missing.")
                }
                fields.removeAll { $0.name == name }
                fields.append(Envelopes.DocumentField(name: name, value: field.value ?? ""))
            }
            return fields
        }
    }

    package struct DocumentField: WireRecord, Codable, Hashable, Sendable {
        package var name: String?
        package var value: String?

        static let members: [WireMember<Self>] = [
            .name("name", \.name),
            .text("value", \.value),
            .ignored(texts: ["originalValue"]),
        ]
    }
}
