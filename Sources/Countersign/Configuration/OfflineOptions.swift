import Envelopes

/// Options of offline signing.
public struct OfflineOptions: Sendable, Hashable {
    /// How labels of tab defaults are compared with labels of tabs.
    public enum TabDefaultComparison: Int, Sendable, Hashable, CaseIterable {
        case strict = 0
        case caseAndDiacriticInsensitive = 1
        /// The tab's label contains the default's.
        case contains = 2
    }

    /// How to convert a template's fields that cannot be used offline.
    ///
    /// A downloaded envelope is never converted, because people sign the definition that the server has. It can have
    /// usable fields only.
    public struct UnusableFields: Sendable, Hashable {
        /// Whether a postal code becomes a text field, which accepts any text. Default: no; such a field makes a
        /// template unusable offline.
        public var zipToText = false
        /// Whether a number becomes a text field, which accepts any text. Default: no, as above.
        public var numberToText = false
        /// Whether an e-mail address becomes a text field, which accepts any text. Default: no, as above.
        public var emailToText = false
        /// Whether a date becomes a text field, which accepts any text. Default: no, as above.
        public var dateToText = false
        /// Whether a company becomes a text field with its label. Default: no, as above.
        public var companyToText = false
        /// Whether a title becomes a text field with its label. Default: no, as above.
        public var titleToText = false
        /// Whether a text field that is locked, required and empty becomes editable. Default: yes; otherwise nobody
        /// could fill it in.
        public var unlocksEmptyRequired = true

        /// Converts nothing, and unlocks fields that nobody could fill in.
        public init() {}
    }

    /// Whether progress is saved after each step, so that signing can be resumed. If not, unsigned progress is
    /// discarded when the person's page closes, or before the next page opens if the app ended. Default: yes.
    public var savesProgress = true
    /// Whether the page offers to finish later. Default: yes.
    public var allowsSigningLater = true
    /// Whether "Next" goes only to required fields that are blank, instead of every field that the signer may fill in.
    /// Default: no.
    public var nextGoesOnlyToBlankRequired = false
    /// How labels of tab defaults are compared. Default: strict.
    public var tabDefaultComparison = TabDefaultComparison.strict
    /// How to convert a template's fields that cannot be used offline. Default: only locked, required and empty text
    /// fields are unlocked.
    public var unusableFields = UnusableFields()
    /// The maximum size, in bytes, of a document for signing on the device: composed, downloaded, or from a template.
    /// Every signature enlarges the document, and a Countersign service accepts files up to 100 MiB, so this leaves
    /// room. Default: 96 MiB.
    public var largestDocument = 96 << 20

    /// Gives every option its default.
    public init() {}

    /// Returns the documents that are too large to be signed here, in the order of their ids. Sizes are in bytes.
    func obstacles(toSizes sizes: [DocumentID: Int]) -> [OfflineObstacle] {
        sizes.filter { $0.value > largestDocument }.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { .documentTooLarge($0.key, size: $0.value, limit: largestDocument) }
    }
}

extension TemplateDefaults {
    /// How role names of recipient defaults are compared with a template's roles.
    public enum RoleMatching: Sendable, Hashable {
        case strict, caseInsensitive

        /// Whether two role names count as the same.
        public func matches(_ left: String, _ right: String) -> Bool {
            switch self {
            case .strict: left == right
            case .caseInsensitive: left.lowercased() == right.lowercased()
            }
        }
    }
}
