extension Wire {
    /// The number of checkboxes of a group to tick. A group belongs to the recipient, whatever its `tabScope`: its
    /// label is unique for the recipient.
    public struct TabGroup: WireRecord, Codable, Hashable, Sendable {
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

        static let members: [WireMember<Self>] = [
            .refused(texts: ["anchorString", "conditionalParentLabel", "conditionalParentValue", "customTabId"]),
            .refused(["tabGroupLabels", "mergeField", "mergeFieldXml", "smartContractInformation"]),
            .ignored("anchorUnits", unless: "pixels"),
            .name("groupLabel", \.groupLabel),
            .name("groupRule", \.groupRule),
            .integer("minimumRequired", \.minimumRequired),
            .integer("maximumAllowed", \.maximumAllowed),
            .name("tabScope", \.tabScope),
            .name("validationMessage", \.validationMessage),
            .name("documentId", \.documentId),
            .integer("pageNumber", \.pageNumber),
            .name("recipientId", \.recipientId),
        ]
    }

    /// An option of a list.
    public struct ListItem: WireRecord, Codable, Hashable, Sendable {
        public var text: String?
        public var value: String?
        public var selected: Bool?

        static let members: [WireMember<Self>] = [
            .text("text", \.text),
            .text("value", \.value),
            .flag("selected", \.selected),
        ]
    }
}
