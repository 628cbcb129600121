import Envelopes

extension Wire {
    /// A tab of any kind. The list that holds it determines which members have an effect.
    package struct Tab: WireRecord, Codable, Hashable, Sendable {
        package var documentId: String?
        package var recipientId: String?
        /// From 1.
        package var pageNumber: Int?
        /// In PDF points from the left edge of the page as a reader displays it.
        package var xPosition: Double?
        /// In PDF points from the upper edge of the page as a reader displays it.
        package var yPosition: Double?
        /// In PDF points; absent means the kind's default width.
        package var width: Double?
        /// In PDF points; absent means the kind's default height.
        package var height: Double?
        /// The scale of a signature or initials tab relative to its usual size, 0.5 to 2. Not in answers, which give
        /// the size.
        package var scaleValue: Double?
        package var tabLabel: String?
        /// An alternative to `tooltip`, which takes precedence.
        package var name: String?
        package var tooltip: String?
        /// For text (absent means true) and checkboxes (absent means false).
        package var required: Bool?
        /// For signatures and initials.
        package var optional: Bool?
        package var locked: Bool?
        /// The value of a text tab, and in answers of every other tab that has one.
        package var value: String?
        /// Only in answers: the sender's value.
        package var originalValue: String?
        /// For checkboxes.
        package var selected: Bool?
        package var maxLength: Int?
        /// For lists: an alternative to `value`.
        package var listSelectedValue: String?
        /// For lists: the options.
        package var listItems: [ListItem]?
        /// The tab is visible only while the tab or group with this label has this value.
        package var conditionalParentLabel: String?
        package var conditionalParentValue: String?
        /// For checkboxes: the groups that count it.
        package var tabGroupLabels: [String]?
        /// `size7` to `size72`.
        package var fontSize: String?
        /// Only in answers.
        package var tabId: String?
        /// Only in answers.
        package var tabType: String?
        /// Only in answers: `active`, `signed` or `declined`.
        package var status: String?
        /// Only in requests for new tabs: the text that places the tab, instead of page and position.
        package var anchor: Anchor?

        package init() {}

        /// A member that requests must not have.
        package struct RefusedMember: Sendable {
            package let name: String
            /// Whether the member changes what a tab may hold or who sees it. Templates with other such members, for
            /// example an appearance on the sender's own page, can be filled in without them.
            package let changesMeaning: Bool
        }

        /// The members that requests must not have. `isPaymentAmount` is not among them, because templates report it
        /// differently.
        package static let refusedMembers: [RefusedMember] = [
            ("concealValueOnDocument", true), ("shared", true), ("requireAll", false),
            ("requireInitialOnSharedChange", false), ("senderRequired", true), ("shareToRecipients", false),
            ("mergeField", true), ("mergeFieldXml", false), ("handDrawRequired", true), ("stamp", false),
            ("isSealSignTab", true), ("customTabId", false), ("smartContractInformation", false),
            ("localePolicy", false),
        ].map { RefusedMember(name: $0.0, changesMeaning: $0.1) }
        private static let refused = (refusedMembers.map(\.name) + ["isPaymentAmount"]).map { WireKey(stringValue: $0) }

        static let members: [WireMember<Self>] = [
            .refused(texts: ["formula", "validationPattern", "validationType"]),
            .refused(refused),
            .anchor(\.anchor),
            .only("signature", "stampType"),
            .name("documentId", \.documentId),
            .name("recipientId", \.recipientId),
            .integer("pageNumber", \.pageNumber),
            .number("xPosition", \.xPosition),
            .number("yPosition", \.yPosition),
            .size("width", \.width),
            .size("height", \.height),
            .size("scaleValue", \.scaleValue),
            .name("tabLabel", \.tabLabel),
            .name("name", \.name),
            .name("tooltip", \.tooltip),
            .flag("required", \.required),
            .flag("optional", \.optional),
            .flag("locked", \.locked),
            .text("value", \.value),
            .text("originalValue", \.originalValue),
            .flag("selected", \.selected),
            .count("maxLength", \.maxLength),
            .name("listSelectedValue", \.listSelectedValue),
            .list("listItems", \.listItems),
            .name("conditionalParentLabel", \.conditionalParentLabel),
            .name("conditionalParentValue", \.conditionalParentValue),
            .texts("tabGroupLabels", \.tabGroupLabels),
            .name("fontSize", \.fontSize),
            .name("tabId", \.tabId),
            .name("tabType", \.tabType),
            .name("status", \.status),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if tabLabel?.hasPrefix("\\*") == true {
                throw reader.refusal("tabLabel", "begins with \\*, and copying values between tabs is not supported")
            }
            if let listSelectedValue, let value, !value.isEmpty, value != listSelectedValue {
                throw reader.refusal("listSelectedValue", "differs from value; give only one of them")
            }
            if tooltip != nil, name != tooltip { try reader.ignore(texts: ["name"]) }
            if let kind = reader.place.flatMap(TabList.init)?.kind {
                if kind != .text, kind != .list { try reader.ignore(texts: ["value"]) }
                try reader.ignore(Self.meaningless(for: kind))
            }
            // A role's tab with an anchor is a new one.
            if anchor != nil {
                try reader.ignore(["documentId", "pageNumber", "xPosition", "yPosition"])
                documentId = nil
                if reader.root == "templateRoles" { try reader.ignore(texts: ["recipientId"]) }
            } else if reader.root == "templateRoles" {
                try reader.ignore(texts: Self.template)
            }
        }

        /// Returns the members that only tabs of other kinds have.
        private static func meaningless(for kind: TabKind) -> [WireKey] {
            var keys: [WireKey] = kind.isMadeOptional ? ["required"] : ["optional", "scaleValue"]
            if !kind.isFilledByHand { keys.append("locked") }
            if kind != .checkbox { keys.append("selected") }
            if kind != .list { keys += ["listItems", "listSelectedValue"] }
            return keys
        }

        /// The members that keep the template's values when somebody takes a role.
        private static let template: [WireKey] = [
            "documentId", "recipientId", "pageNumber", "xPosition", "yPosition", "width", "height", "fontSize", "name",
            "tooltip",
        ]
    }
}
