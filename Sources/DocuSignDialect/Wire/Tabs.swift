import Envelopes

extension Wire {
    /// A recipient's tabs, with one list for each kind.
    package struct Tabs: WireObject, Codable, Hashable, Sendable {
        private var lists: [TabKind: [Tab]] = [:]
        package var radioGroups: [RadioGroup] = []
        /// The rules for groups of checkboxes.
        package var tabGroups: [TabGroup] = []

        /// The kinds that have a list of tabs; radio buttons are in groups.
        static let listedKinds = TabKind.allCases.filter { $0 != .radio }

        package init() {}

        package subscript(kind: TabKind) -> [Tab] {
            get { lists[kind] ?? [] }
            set { lists[kind] = newValue.isEmpty ? nil : newValue }
        }

        /// The number of tabs of all kinds.
        package var count: Int {
            lists.values.reduce(0) { $0 + $1.count } + radioGroups.reduce(0) { $0 + ($1.radios?.count ?? 0) }
        }

        init(reading reader: WireReader) throws {
            for kind in Self.listedKinds {
                self[kind] = try reader.list(kind.listName, of: Tab.self) ?? []
            }
            radioGroups = try reader.list(TabKind.radio.listName, of: RadioGroup.self) ?? []
            tabGroups = try reader.list("tabGroups", of: TabGroup.self) ?? []
            try reader.refuseOthers(
                because: WireReader.unsupported + "; it takes "
                    + TabKind.allCases.map(\.listName.stringValue).joined(separator: ", "))
        }

        /// Writes the kinds that have tabs.
        package func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            for kind in Self.listedKinds { try writer.value(kind.listName, lists[kind]) }
            try writer.value(TabKind.radio.listName, radioGroups.isEmpty ? nil : radioGroups)
            try writer.value("tabGroups", tabGroups.isEmpty ? nil : tabGroups)
        }
    }
}

extension TabKind {
    /// The name of the list that holds tabs of this kind.
    var listName: WireKey {
        switch self {
        case .signHere: "signHereTabs"
        case .initialHere: "initialHereTabs"
        case .dateSigned: "dateSignedTabs"
        case .fullName: "fullNameTabs"
        case .email: "emailAddressTabs"
        case .text: "textTabs"
        case .checkbox: "checkboxTabs"
        case .radio: "radioGroupTabs"
        case .list: "listTabs"
        case .signerAttachment: "signerAttachmentTabs"
        }
    }

    /// The value of `tabType`.
    var typeName: String {
        switch self {
        case .signHere: "signhere"
        case .initialHere: "initialhere"
        case .dateSigned: "datesigned"
        case .fullName: "fullname"
        case .email: "emailaddress"
        case .text: "text"
        case .checkbox: "checkbox"
        case .radio: "radio"
        case .list: "list"
        case .signerAttachment: "signerattachment"
        }
    }

    /// Whether `optional` says that the recipient may leave the tab empty; for other kinds, `required` says the contrary.
    var isMadeOptional: Bool { isArtwork || self == .signerAttachment }
}
