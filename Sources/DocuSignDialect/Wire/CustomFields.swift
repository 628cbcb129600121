extension Wire {
    /// The sender's own data on the envelope, as free text or as one value of a list.
    package struct CustomFields: WireRecord, Codable, Hashable, Sendable {
        package var textCustomFields: [TextCustomField]?
        package var listCustomFields: [ListCustomField]?

        static let members: [WireMember<Self>] = [
            .fullList("listCustomFields", \.listCustomFields),
            .fullList("textCustomFields", \.textCustomFields),
        ]
    }

    package struct TextCustomField: WireRecord, Codable, Hashable, Sendable {
        /// Absent means the position in the list, from 1.
        package var fieldId: String?
        package var name: String?
        package var value: String?
        package var show: Bool?
        package var required: Bool?

        static let members: [WireMember<Self>] = [
            .name("fieldId", \.fieldId),
            .text("name", \.name),
            .text("value", \.value),
            .flag("show", \.show),
            .flag("required", \.required),
        ]
    }

    package struct ListCustomField: WireRecord, Codable, Hashable, Sendable {
        /// Absent means the position in the list, after all text fields.
        package var fieldId: String?
        package var name: String?
        package var value: String?
        package var listItems: [String]?
        package var show: Bool?
        package var required: Bool?

        static let members: [WireMember<Self>] = [
            .name("fieldId", \.fieldId),
            .text("name", \.name),
            .text("value", \.value),
            .texts("listItems", \.listItems),
            .flag("show", \.show),
            .flag("required", \.required),
        ]
    }
}
