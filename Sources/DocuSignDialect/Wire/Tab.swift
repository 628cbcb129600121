import Envelopes

extension Wire {
    /// A tab of any kind; which members mean something depends on the list that it stands in.
    public struct Tab: WireObject, Codable, Hashable, Sendable {
        public var documentId: String?
        public var recipientId: String?
        /// From 1.
        public var pageNumber: Int?
        /// In points from the left edge of the page as a reader sees it.
        public var xPosition: Double?
        /// In points from the upper edge of the page as a reader sees it.
        public var yPosition: Double?
        /// In points; absent means the kind's own width.
        public var width: Double?
        /// In points; absent means the kind's own height.
        public var height: Double?
        /// 0.5 to 2: how much larger a signature or initials tab is than it would be otherwise. Not in answers, which
        /// give the size.
        public var scaleValue: Double?
        public var tabLabel: String?
        /// Another word for `tooltip`, which counts where both are given.
        public var name: String?
        public var tooltip: String?
        /// Text (absent means true) and checkbox (absent means false).
        public var required: Bool?
        /// Signature and initials.
        public var optional: Bool?
        public var locked: Bool?
        /// Text, and in answers every other tab that has one.
        public var value: String?
        /// Only in answers: what the sender gave.
        public var originalValue: String?
        /// Checkbox.
        public var selected: Bool?
        public var maxLength: Int?
        /// List: another word for `value`.
        public var listSelectedValue: String?
        /// List: what is offered.
        public var listItems: [ListItem]?
        /// The tab is shown only while the tab or group of this label has this value.
        public var conditionalParentLabel: String?
        public var conditionalParentValue: String?
        /// Checkbox: the groups that count it.
        public var tabGroupLabels: [String]?
        /// `size7` to `size72`.
        public var fontSize: String?
        /// Only in answers.
        public var tabId: String?
        /// Only in answers.
        public var tabType: String?
        /// Only in answers: `active`, `signed` or `declined`.
        public var status: String?

        public init() {}

        /// A member that a request may not have.
        package struct RefusedMember: Sendable {
            package let name: String
            /// Whether it says what may stand in a tab, and who sees it. A template with one that does not, such as a look
            /// on the sender's own page, can be filled in without it.
            package let changesMeaning: Bool
        }

        /// The members that are refused in requests; `isPaymentAmount` aside, which templates tell of in other words.
        package static let refusedMembers: [RefusedMember] = [
            ("concealValueOnDocument", true), ("shared", true), ("requireAll", false),
            ("requireInitialOnSharedChange", false), ("senderRequired", true), ("shareToRecipients", false),
            ("mergeField", true), ("mergeFieldXml", false), ("handDrawRequired", true), ("stamp", false),
            ("isSealSignTab", true), ("customTabId", false), ("smartContractInformation", false),
            ("localePolicy", false),
        ].map { RefusedMember(name: $0.0, changesMeaning: $0.1) }
        private static let refused = (refusedMembers.map(\.name) + ["isPaymentAmount"]).map { WireKey(stringValue: $0) }

        init(reading reader: WireReader) throws {
            try reader.refuse(
                texts: ["anchorString"],
                because: "is not supported by this service; give pageNumber, xPosition and yPosition")
            try reader.refuse(texts: ["formula", "validationPattern", "validationType"])
            try reader.refuse(Self.refused)
            try reader.ignore("anchorUnits", unless: "pixels")
            try reader.refuse("stampType", unless: "signature")
            documentId = try reader.name("documentId")
            recipientId = try reader.name("recipientId")
            pageNumber = try reader.integer("pageNumber")
            xPosition = try reader.number("xPosition")
            yPosition = try reader.number("yPosition")
            width = try reader.size("width")
            height = try reader.size("height")
            scaleValue = try reader.size("scaleValue")
            tabLabel = try reader.name("tabLabel")
            if tabLabel?.hasPrefix("\\*") == true {
                throw reader.refusal("tabLabel", "begins with \\*, and copying values between tabs is not supported")
            }
            name = try reader.name("name")
            tooltip = try reader.name("tooltip")
            required = try reader.flag("required")
            optional = try reader.flag("optional")
            locked = try reader.flag("locked")
            value = try reader.text("value")
            originalValue = try reader.text("originalValue")
            selected = try reader.flag("selected")
            maxLength = try reader.count("maxLength")
            listSelectedValue = try reader.name("listSelectedValue")
            if let listSelectedValue, let value, !value.isEmpty, value != listSelectedValue {
                throw reader.refusal("listSelectedValue", "is not the same as value; give one of them")
            }
            listItems = try reader.list("listItems", of: ListItem.self)
            conditionalParentLabel = try reader.name("conditionalParentLabel")
            conditionalParentValue = try reader.name("conditionalParentValue")
            tabGroupLabels = try reader.texts("tabGroupLabels")
            fontSize = try reader.name("fontSize")
            tabId = try reader.name("tabId")
            tabType = try reader.name("tabType")
            status = try reader.name("status")
            if tooltip != nil, name != tooltip { try reader.ignore(texts: ["name"]) }
            if let kind = TabKind.allCases.first(where: { $0.listName.stringValue == reader.place }) {
                if kind != .text, kind != .list { try reader.ignore(texts: ["value"]) }
                try reader.ignore(Self.meaningless(for: kind))
            }
            if reader.root == "templateRoles" { try reader.ignore(texts: Self.template) }
        }

        /// What only tabs of other kinds have.
        private static func meaningless(for kind: TabKind) -> [WireKey] {
            var keys: [WireKey] = kind.isArtwork ? ["required"] : ["optional", "scaleValue"]
            if !kind.isFilledByHand { keys.append("locked") }
            if kind != .checkbox { keys.append("selected") }
            if kind != .list { keys += ["listItems", "listSelectedValue"] }
            return keys
        }

        /// What stays as the template has it when somebody takes a role.
        private static let template: [WireKey] = [
            "documentId", "recipientId", "pageNumber", "xPosition", "yPosition", "width", "height", "fontSize", "name",
            "tooltip",
        ]

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("documentId", documentId)
            try writer.text("recipientId", recipientId)
            try writer.integer("pageNumber", pageNumber)
            try writer.number("xPosition", xPosition)
            try writer.number("yPosition", yPosition)
            try writer.number("width", width)
            try writer.number("height", height)
            try writer.number("scaleValue", scaleValue)
            try writer.text("tabLabel", tabLabel)
            try writer.text("name", name)
            try writer.text("tooltip", tooltip)
            try writer.flag("required", required)
            try writer.flag("optional", optional)
            try writer.flag("locked", locked)
            try writer.text("value", value)
            try writer.text("originalValue", originalValue)
            try writer.flag("selected", selected)
            try writer.integer("maxLength", maxLength)
            try writer.text("listSelectedValue", listSelectedValue)
            try writer.value("listItems", listItems)
            try writer.text("conditionalParentLabel", conditionalParentLabel)
            try writer.text("conditionalParentValue", conditionalParentValue)
            try writer.value("tabGroupLabels", tabGroupLabels)
            try writer.text("fontSize", fontSize)
            try writer.text("tabId", tabId)
            try writer.text("tabType", tabType)
            try writer.text("status", status)
        }
    }
}
