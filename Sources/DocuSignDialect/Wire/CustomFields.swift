extension Wire {
    /// The sender's own data on the envelope, as free text or as one value of a list.
    public struct CustomFields: WireRecord, Codable, Hashable, Sendable {
        public var textCustomFields: [TextCustomField]?
        public var listCustomFields: [ListCustomField]?

        static let members: [WireMember<Self>] = [
            .fullList("listCustomFields", \.listCustomFields),
            .fullList("textCustomFields", \.textCustomFields),
        ]
    }

    public struct TextCustomField: WireRecord, Codable, Hashable, Sendable {
        /// Absent means the position in the list, from 1.
        public var fieldId: String?
        public var name: String?
        public var value: String?
        public var show: Bool?
        public var required: Bool?

        static let members: [WireMember<Self>] = [
            .name("fieldId", \.fieldId),
            .text("name", \.name),
            .text("value", \.value),
            .flag("show", \.show),
            .flag("required", \.required),
        ]
    }

    public struct ListCustomField: WireRecord, Codable, Hashable, Sendable {
        /// Absent means the position in the list, after all text fields.
        public var fieldId: String?
        public var name: String?
        public var value: String?
        public var listItems: [String]?
        public var show: Bool?
        public var required: Bool?

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
