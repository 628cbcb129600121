import Envelopes

/// How signing without a network behaves.
public struct OfflineOptions: Sendable, Hashable {
    /// How labels of tab defaults are compared with labels of tabs.
    public enum TabDefaultComparison: Int, Sendable, Hashable, CaseIterable {
        case strict = 0
        case caseAndDiacriticInsensitive = 1
        /// The tab's label contains the default's.
        case contains = 2
    }

    /// What is done with a template's fields that cannot be used without a network as they are.
    ///
    /// A downloaded envelope has only fields that can be used, and keeps them as they are: what people sign is the
    /// definition that the server has.
    public struct UnusableFields: Sendable, Hashable {
        /// Postal codes, numbers, e-mail addresses and dates become text fields. Default: no; such a field makes a
        /// template unusable offline.
        public var zipToText = false
        public var numberToText = false
        public var emailToText = false
        public var dateToText = false
        /// A company or a title becomes a text field under its label. Default: no, as above.
        public var companyToText = false
        public var titleToText = false
        /// A text field that is locked, required and empty becomes editable. Default: yes; otherwise it could never
        /// be filled.
        public var unlocksEmptyRequired = true

        public init() {}
    }

    /// Whether progress is saved after each step, so that signing can be resumed. If not, what somebody has left without
    /// signing is forgotten when their page closes, or, where the app ended with it, before the next one opens. Default:
    /// yes.
    public var savesProgress = true
    /// Whether the page offers to finish later. Default: yes.
    public var allowsSigningLater = true
    /// Whether "Next" leads only to required fields that are blank, and not to every field that the signer may fill in.
    /// Default: no.
    public var nextGoesOnlyToBlankRequired = false
    /// Default: strict.
    public var tabDefaultComparison = TabDefaultComparison.strict
    public var unusableFields = UnusableFields()
    /// The most bytes of a document that is taken for signing on the device: composed, downloaded, or of a template. Every
    /// signature makes it larger, and a Countersign service takes at most 100 MiB of a file, so that there has to be
    /// room. Default: 96 MiB.
    public var largestDocument = 96 << 20

    public init() {}

    /// What keeps documents from being taken for signing here because of their sizes in bytes, in the order of their ids.
    func obstacles(toSizes sizes: [DocumentID: Int]) -> [OfflineObstacle] {
        sizes.filter { $0.value > largestDocument }.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { .documentTooLarge($0.key, size: $0.value, limit: largestDocument) }
    }
}

extension TemplateDefaults {
    /// How role names of recipient defaults are compared with a template's roles.
    public enum RoleMatching: Sendable, Hashable {
        case strict, caseInsensitive

        public func matches(_ left: String, _ right: String) -> Bool {
            switch self {
            case .strict: left == right
            case .caseInsensitive: left.lowercased() == right.lowercased()
            }
        }
    }
}
