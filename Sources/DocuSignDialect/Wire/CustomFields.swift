extension Wire {
    /// The sender's own data on the envelope, as free text or as one value of a list.
    public struct CustomFields: WireObject, Codable, Hashable, Sendable {
        public var textCustomFields: [TextCustomField]?
        public var listCustomFields: [ListCustomField]?

        public init(textCustomFields: [TextCustomField]?, listCustomFields: [ListCustomField]? = nil) {
            self.textCustomFields = textCustomFields
            self.listCustomFields = listCustomFields
        }

        init(reading reader: WireReader) throws {
            listCustomFields = try reader.list("listCustomFields", of: ListCustomField.self)
            textCustomFields = try reader.list("textCustomFields", of: TextCustomField.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.value("textCustomFields", textCustomFields ?? [])
            try writer.value("listCustomFields", listCustomFields ?? [])
        }
    }

    public struct TextCustomField: WireObject, Codable, Hashable, Sendable {
        /// Absent means the position in the list, from 1.
        public var fieldId: String?
        public var name: String?
        public var value: String?
        public var show: Bool?
        public var required: Bool?

        public init(
            fieldId: String? = nil, name: String?, value: String?, show: Bool? = nil, required: Bool? = nil
        ) {
            self.fieldId = fieldId
            self.name = name
            self.value = value
            self.show = show
            self.required = required
        }

        init(reading reader: WireReader) throws {
            fieldId = try reader.name("fieldId")
            name = try reader.text("name")
            value = try reader.text("value")
            show = try reader.flag("show")
            required = try reader.flag("required")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("fieldId", fieldId)
            try writer.text("name", name)
            try writer.text("value", value)
            try writer.flag("show", show)
            try writer.flag("required", required)
        }
    }

    public struct ListCustomField: WireObject, Codable, Hashable, Sendable {
        /// Absent means the position in the list, after all text fields.
        public var fieldId: String?
        public var name: String?
        public var value: String?
        public var listItems: [String]?
        public var show: Bool?
        public var required: Bool?

        public init(
            fieldId: String? = nil, name: String?, value: String?, listItems: [String]?, show: Bool? = nil,
            required: Bool? = nil
        ) {
            self.fieldId = fieldId
            self.name = name
            self.value = value
            self.listItems = listItems
            self.show = show
            self.required = required
        }

        init(reading reader: WireReader) throws {
            fieldId = try reader.name("fieldId")
            name = try reader.text("name")
            value = try reader.text("value")
            listItems = try reader.texts("listItems")
            show = try reader.flag("show")
            required = try reader.flag("required")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("fieldId", fieldId)
            try writer.text("name", name)
            try writer.text("value", value)
            try writer.value("listItems", listItems)
            try writer.flag("show", show)
            try writer.flag("required", required)
        }
    }
}
