extension Wire {
    /// Text that the sender keeps with the envelope; lists to choose from are not taken.
    public struct CustomFields: Codable, Hashable, Sendable {
        public var textCustomFields: [TextCustomField]?

        public init(textCustomFields: [TextCustomField]?) { self.textCustomFields = textCustomFields }

        public init(from decoder: any Decoder) throws {
            let reader = try WireReader(decoder)
            try reader.refuse(["listCustomFields"])
            textCustomFields = try reader.list("textCustomFields", of: TextCustomField.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.value("textCustomFields", textCustomFields ?? [])
            try writer.value("listCustomFields", [String]())
        }
    }

    public struct TextCustomField: Codable, Hashable, Sendable {
        /// Absent means the place in the list, from 1.
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

        public init(from decoder: any Decoder) throws {
            let reader = try WireReader(decoder)
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
}
