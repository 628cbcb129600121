import Envelopes

/// The places of a file where its maker meant people to write. The page suggests fields there.
public struct FoundPlaces: Sendable, Hashable, Encodable {
    /// A field of the file's own form.
    public struct Field: Sendable, Hashable, Encodable {
        /// What a recipient would do with it.
        public var kind: TabKind
        /// The page number, from 1.
        public var page: Int
        /// The place, in points from the top left of the page as a reader sees it.
        public var frame: TabFrame
        /// The tooltip of the form field; without one, the field's name.
        public var label: String
        /// Whether the form demands a value.
        public var required: Bool
        /// The maximum length of a text.
        public var maxLength: Int?
        /// The form's words for people.
        public var tooltip: String?
        /// A radio button's group and its value there.
        public var choice: RadioChoice?
        /// The options of a list.
        public var options: [ListOption]?
        /// The last part of the form field's name.
        package var name: String

        private enum CodingKeys: String, CodingKey {
            case kind, page, frame, label, required, maxLength, tooltip, choice, options
        }

        /// Nothing is checked here.
        public init(
            kind: TabKind, page: Int, frame: TabFrame, label: String, required: Bool, maxLength: Int? = nil,
            tooltip: String? = nil, choice: RadioChoice? = nil, options: [ListOption]? = nil
        ) {
            self.kind = kind
            self.page = page
            self.frame = frame
            self.label = label
            self.required = required
            self.maxLength = maxLength
            self.tooltip = tooltip
            self.choice = choice
            self.options = options
            name = label
        }
    }

    /// A printed line or an empty square.
    public struct Rule: Sendable, Hashable, Encodable {
        /// What is printed.
        public enum Kind: String, Sendable, Hashable, Encodable {
            case line, box
        }

        /// What is printed.
        public var kind: Kind
        /// The page number, from 1.
        public var page: Int
        /// The place, in points from the top left of the page as a reader sees it.
        public var frame: TabFrame

        /// Nothing is checked here.
        public init(_ kind: Kind, page: Int, frame: TabFrame) {
            self.kind = kind
            self.page = page
            self.frame = frame
        }
    }

    /// Fields of the file's form that are open: neither filled nor hidden.
    public var fields: [Field]
    /// What is printed, page by page from the top down.
    public var rules: [Rule]

    /// Nothing is checked here.
    public init(fields: [Field] = [], rules: [Rule] = []) {
        self.fields = fields
        self.rules = rules
    }
}
