extension Wire {
    /// The number of checkboxes of a group to tick. A group belongs to the recipient, whatever its `tabScope`: its
    /// label is unique for the recipient.
    public struct TabGroup: WireObject, Codable, Hashable, Sendable {
        public var groupLabel: String?
        /// `SelectAtLeast`, `SelectAtMost`, `SelectExactly` or `SelectARange`.
        public var groupRule: String?
        public var minimumRequired: Int?
        public var maximumAllowed: Int?
        public var tabScope: String?
        public var validationMessage: String?
        public var documentId: String?
        public var pageNumber: Int?
        public var recipientId: String?

        public init() {}

        init(reading reader: WireReader) throws {
            try reader.refuse(texts: [
                "anchorString", "conditionalParentLabel", "conditionalParentValue", "customTabId",
            ])
            try reader.refuse(["tabGroupLabels", "mergeField", "mergeFieldXml", "smartContractInformation"])
            try reader.ignore("anchorUnits", unless: "pixels")
            groupLabel = try reader.name("groupLabel")
            groupRule = try reader.name("groupRule")
            minimumRequired = try reader.integer("minimumRequired")
            maximumAllowed = try reader.integer("maximumAllowed")
            tabScope = try reader.name("tabScope")
            validationMessage = try reader.name("validationMessage")
            documentId = try reader.name("documentId")
            pageNumber = try reader.integer("pageNumber")
            recipientId = try reader.name("recipientId")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("groupLabel", groupLabel)
            try writer.text("groupRule", groupRule)
            try writer.integer("minimumRequired", minimumRequired)
            try writer.integer("maximumAllowed", maximumAllowed)
            try writer.text("tabScope", tabScope)
            try writer.text("validationMessage", validationMessage)
            try writer.text("documentId", documentId)
            try writer.integer("pageNumber", pageNumber)
            try writer.text("recipientId", recipientId)
        }
    }

    /// An option of a list.
    public struct ListItem: WireObject, Codable, Hashable, Sendable {
        public var text: String?
        public var value: String?
        public var selected: Bool?

        public init(text: String?, value: String?, selected: Bool? = nil) {
            self.text = text
            self.value = value
            self.selected = selected
        }

        init(reading reader: WireReader) throws {
            text = try reader.text("text")
            value = try reader.text("value")
            selected = try reader.flag("selected")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("text", text)
            try writer.text("value", value)
            try writer.flag("selected", selected)
        }
    }
}
