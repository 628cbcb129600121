extension Wire {
    /// The number of checkboxes of a group to tick. A group belongs to the recipient, whatever its `tabScope`: its
    /// label is unique for the recipient.
    package struct TabGroup: WireRecord, Codable, Hashable, Sendable {
        package var groupLabel: String?
        /// `SelectAtLeast`, `SelectAtMost`, `SelectExactly` or `SelectARange`.
        package var groupRule: String?
        package var minimumRequired: Int?
        package var maximumAllowed: Int?
        package var tabScope: String?
        package var validationMessage: String?
        package var documentId: String?
        package var pageNumber: Int?
        package var recipientId: String?

        package init() {}

        static let members: [WireMember<Self>] = [
            .ignored(texts: ["anchorString"]),
            .refused(texts: ["conditionalParentLabel", "conditionalParentValue", "customTabId"]),
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
    package struct ListItem: WireRecord, Codable, Hashable, Sendable {
        package var text: String?
        package var value: String?
        package var selected: Bool?

        static let members: [WireMember<Self>] = [
            .text("text", \.text),
            .text("value", \.value),
            .flag("selected", \.selected),
        ]
    }
}
