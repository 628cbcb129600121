extension Wire {
    /// A group of radio buttons of one recipient on one document.
    package struct RadioGroup: WireRecord, Codable, Hashable, Sendable {
        package var documentId: String?
        package var recipientId: String?
        package var groupName: String?
        package var radios: [Radio]?
        /// Allowed only if the button with this value is selected.
        package var value: String?
        package var conditionalParentLabel: String?
        package var conditionalParentValue: String?
        package var tooltip: String?
        /// Only in answers.
        package var tabType: String?

        package init() {}

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
    package struct Radio: WireRecord, Codable, Hashable, Sendable {
        /// From 1.
        package var pageNumber: Int?
        /// In PDF points from the upper left corner of the page as a reader displays it.
        package var xPosition: Double?
        package var yPosition: Double?
        /// The button's value; unique in its group.
        package var value: String?
        package var selected: Bool?
        package var required: Bool?
        package var locked: Bool?
        package var tooltip: String?
        /// Only in answers.
        package var tabId: String?
        /// Only in answers.
        package var status: String?
        /// Only in requests for new buttons: the text that places the button, instead of page and position.
        package var anchor: Anchor?

        package init() {}

        static let members: [WireMember<Self>] = [
            .anchor(\.anchor),
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
            if anchor != nil { try reader.ignore(["pageNumber", "xPosition", "yPosition"]) }
            if reader.root == "templateRoles" {
                try reader.ignore(texts: ["anchorString", "pageNumber", "xPosition", "yPosition", "tooltip"])
                anchor = nil
            }
        }
    }
}
