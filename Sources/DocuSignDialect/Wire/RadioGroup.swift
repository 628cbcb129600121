extension Wire {
    /// A group of radio buttons of one recipient on one document.
    public struct RadioGroup: WireRecord, Codable, Hashable, Sendable {
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

        static let members: [WireMember<Self>] = [
            .refused(["shared", "shareToRecipients", "requireAll", "requireInitialOnSharedChange"]),
            .name("documentId", \.documentId),
            .name("recipientId", \.recipientId),
            .name("groupName", \.groupName),
            .list("radios", \.radios),
            .name("value", \.value),
            .name("conditionalParentLabel", \.conditionalParentLabel),
            .name("conditionalParentValue", \.conditionalParentValue),
            .name("tooltip", \.tooltip),
            .name("tabType", \.tabType),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if let value, radios?.contains(where: { $0.selected == true && $0.value == value }) != true {
                throw reader.refusal("value", "is not the value of the selected button")
            }
            if reader.root == "templateRoles" {
                try reader.ignore(texts: ["documentId", "recipientId", "tooltip"])
            }
        }
    }

    /// One button of a radio group.
    public struct Radio: WireRecord, Codable, Hashable, Sendable {
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

        static let members: [WireMember<Self>] = [
            .refused(
                texts: ["anchorString"],
                because: "is not supported by this service; give pageNumber, xPosition and yPosition"),
            .ignored("anchorUnits", unless: "pixels"),
            .integer("pageNumber", \.pageNumber),
            .number("xPosition", \.xPosition),
            .number("yPosition", \.yPosition),
            .text("value", \.value),
            .flag("selected", \.selected),
            .flag("required", \.required),
            .flag("locked", \.locked),
            .name("tooltip", \.tooltip),
            .name("tabId", \.tabId),
            .name("status", \.status),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if reader.root == "templateRoles" {
                try reader.ignore(texts: ["pageNumber", "xPosition", "yPosition", "tooltip"])
            }
        }
    }
}
