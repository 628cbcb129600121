import Envelopes

extension Wire {
    /// A recipient's tabs, with one list for each kind.
    package struct Tabs: WireObject, Codable, Hashable, Sendable {
        private var lists: [TabList: [Tab]] = [:]
        package var radioGroups: [RadioGroup] = []
        /// The rules for groups of checkboxes.
        package var tabGroups: [TabGroup] = []

        package init() {}

        package subscript(list: TabList) -> [Tab] {
            get { lists[list] ?? [] }
            set { lists[list] = newValue.isEmpty ? nil : newValue }
        }

        /// The number of tabs of all kinds.
        package var count: Int {
            lists.values.reduce(0) { $0 + $1.count } + radioGroups.reduce(0) { $0 + ($1.radios?.count ?? 0) }
        }

        init(reading reader: WireReader) throws {
            for list in TabList.allCases { self[list] = try reader.list(list.name, of: Tab.self) ?? [] }
            radioGroups = try reader.list(RadioGroup.listName, of: RadioGroup.self) ?? []
            tabGroups = try reader.list("tabGroups", of: TabGroup.self) ?? []
            try reader.refuseOthers(
                because: WireReader.unsupported + "; it takes "
                    + (TabList.allCases.map(\.rawValue) + [RadioGroup.listName.stringValue, "tabGroups"])
                    .joined(separator: ", "))
        }

        /// Writes the kinds that have tabs.
        package func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            for list in TabList.allCases { try writer.value(list.name, lists[list]) }
            try writer.value(RadioGroup.listName, radioGroups.isEmpty ? nil : radioGroups)
            try writer.value("tabGroups", tabGroups.isEmpty ? nil : tabGroups)
        }
    }
}

extension Wire.RadioGroup {
    /// The name of the list that holds groups.
    static var listName: WireKey { "radioGroupTabs" }
    /// The value of `tabType` of a button.
    static var buttonTypeName: String { "radio" }
}

extension TabKind {
    /// Whether `optional` says that the recipient may leave the tab empty; for other kinds, `required` says the contrary.
    var isMadeOptional: Bool { isArtwork || self == .signerAttachment }
}
