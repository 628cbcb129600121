extension Wire {
    /// A group of radio buttons of one recipient on one document.
    public struct RadioGroup: WireObject, Codable, Hashable, Sendable {
        public var documentId: String?
        public var recipientId: String?
        public var groupName: String?
        public var radios: [Radio]?
        /// Allowed only if the button with this value is selected.
        public var value: String?
        public var conditionalParentLabel: String?
        public var conditionalParentValue: String?
        public var tooltip: String?
        /// Only in answers.
        public var tabType: String?

        public init() {}

        init(reading reader: WireReader) throws {
            try reader.refuse(["shared", "shareToRecipients", "requireAll", "requireInitialOnSharedChange"])
            documentId = try reader.name("documentId")
            recipientId = try reader.name("recipientId")
            groupName = try reader.name("groupName")
            radios = try reader.list("radios", of: Radio.self)
            value = try reader.name("value")
            if let value, radios?.contains(where: { $0.selected == true && $0.value == value }) != true {
                throw reader.refusal("value", "is not the value of the selected button")
            }
            if reader.root == "templateRoles" {
                try reader.ignore(texts: ["documentId", "recipientId", "tooltip"])
            }
            conditionalParentLabel = try reader.name("conditionalParentLabel")
            conditionalParentValue = try reader.name("conditionalParentValue")
            tooltip = try reader.name("tooltip")
            tabType = try reader.name("tabType")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("documentId", documentId)
            try writer.text("recipientId", recipientId)
            try writer.text("groupName", groupName)
            try writer.value("radios", radios)
            try writer.text("value", value)
            try writer.text("conditionalParentLabel", conditionalParentLabel)
            try writer.text("conditionalParentValue", conditionalParentValue)
            try writer.text("tooltip", tooltip)
            try writer.text("tabType", tabType)
        }
    }

    /// One button of a radio group.
    public struct Radio: WireObject, Codable, Hashable, Sendable {
        /// From 1.
        public var pageNumber: Int?
        /// In PDF points from the upper left corner of the page as a reader displays it.
        public var xPosition: Double?
        public var yPosition: Double?
        /// The button's value; unique in its group.
        public var value: String?
        public var selected: Bool?
        public var required: Bool?
        public var locked: Bool?
        public var tooltip: String?
        /// Only in answers.
        public var tabId: String?
        /// Only in answers.
        public var status: String?

        public init() {}

        init(reading reader: WireReader) throws {
            try reader.refuse(
                texts: ["anchorString"],
                because: "is not supported by this service; give pageNumber, xPosition and yPosition")
            try reader.ignore("anchorUnits", unless: "pixels")
            pageNumber = try reader.integer("pageNumber")
            xPosition = try reader.number("xPosition")
            yPosition = try reader.number("yPosition")
            value = try reader.text("value")
            selected = try reader.flag("selected")
            required = try reader.flag("required")
            locked = try reader.flag("locked")
            tooltip = try reader.name("tooltip")
            tabId = try reader.name("tabId")
            status = try reader.name("status")
            if reader.root == "templateRoles" {
                try reader.ignore(texts: ["pageNumber", "xPosition", "yPosition", "tooltip"])
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.integer("pageNumber", pageNumber)
            try writer.number("xPosition", xPosition)
            try writer.number("yPosition", yPosition)
            try writer.text("value", value)
            try writer.flag("selected", selected)
            try writer.flag("required", required)
            try writer.flag("locked", locked)
            try writer.text("tooltip", tooltip)
            try writer.text("tabId", tabId)
            try writer.text("status", status)
        }
    }
}
