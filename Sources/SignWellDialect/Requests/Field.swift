extension SignWell {
    /// A field of a request. Lengths are in pixels, 96 to the inch, from the page's top left corner.
    public struct Field: Hashable, Sendable, Encodable {
        /// Decides which other members may be set; the service rejects a member that the type does not have.
        public var type: FieldType
        /// The left edge, in pixels from the page's left.
        public var x: Double
        /// The upper edge, in pixels from the page's top.
        public var y: Double
        /// From 1, in its file.
        public var page: Int
        /// The recipient's id; in a template the placeholder's.
        public var recipientID: String
        /// Absent means true, except for checkboxes.
        public var required: Bool?
        /// What an empty text or date field shows.
        public var label: String?
        /// The initial value: text, an ISO 8601 date, a tick for a checkbox, an option's name or id for a list.
        public var value: FieldValue?
        /// The field's id, unique in the document (`api_id`); `nil` lets the service make one, such as `TextField_1`.
        public var apiID: String?
        /// A checkbox's name.
        public var name: String?
        /// What a text field accepts, such as `numbers` or `email_address`; `no_text_validation` for anything.
        public var validation: String?
        /// Whether a text field keeps its width (`fixed_width`). This service reads it and always keeps the width.
        public var fixedWidth: Bool?
        /// Whether the field shows the day of signing.
        public var lockSignDate: Bool?
        /// How a date field writes a day, such as `DD/MM/YYYY` (`date_format`); `nil` for `MM/DD/YYYY`.
        public var dateFormat: String?
        /// A date field's day, reckoned from `created_date` or `sent_date`, such as `sent_date + 10 days`. The
        /// recipient cannot change it.
        public var formula: String?
        /// In pixels; `nil` for the type's ``FieldType/usualSize``.
        public var width: Double?
        /// In pixels, at most the type's ``FieldType/largestHeight``; `nil` for its ``FieldType/usualSize``.
        public var height: Double?
        /// The options of a `select` or `dropdown` field, which needs at least one; `nil` for other types.
        public var options: [Option]?
        /// The id or name of the option that is chosen first.
        public var defaultOption: String?
        /// Whether the recipient may write a text that is none of the options (`allow_other`); absent means false.
        public var allowOther: Bool?

        /// Creates a field of the type's usual size. Everything else is `nil`.
        ///
        /// - Parameters:
        ///   - x: the left edge, in pixels from the page's left
        ///   - y: the upper edge, in pixels from the page's top
        ///   - page: from 1
        ///   - recipientID: the ``Recipient/id`` of the person who fills the field in
        public init(type: FieldType, x: Double, y: Double, page: Int, recipientID: String) {
            self.type = type
            self.x = x
            self.y = y
            self.page = page
            self.recipientID = recipientID
        }

        /// An option of a list.
        public struct Option: Hashable, Sendable, Codable {
            /// The text that people see.
            public var name: String
            /// The value that the field has if this option is chosen (`api_id`); `nil` for ``name``.
            public var apiID: String?

            /// - Parameter apiID: `nil` for the name
            public init(name: String, apiID: String? = nil) {
                self.name = name
                self.apiID = apiID
            }

            private enum CodingKeys: String, CodingKey {
                case name
                case apiID = "api_id"
            }
        }

        private enum CodingKeys: String, CodingKey {
            case type, x, y, page, required, label, value, name, validation, formula, width, height, options
            case recipientID = "recipient_id"
            case apiID = "api_id"
            case fixedWidth = "fixed_width"
            case lockSignDate = "lock_sign_date"
            case dateFormat = "date_format"
            case defaultOption = "default_option"
            case allowOther = "allow_other"
        }
    }

    /// The value of a field.
    public enum FieldValue: Hashable, Sendable, Codable {
        case text(String)
        case number(Double)
        case flag(Bool)

        /// Reads true or false, a number or a string. Throws for any other JSON value.
        public init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }

        /// Writes a whole number without a decimal point.
        public func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .text(let text): try value.encode(text)
            case .number(let number):
                if let whole = Int(exactly: number) { try value.encode(whole) } else { try value.encode(number) }
            case .flag(let flag): try value.encode(flag)
            }
        }

        /// The value of the member `value`.
        init?(reading reader: RequestReader) {
            switch reader.value("value") {
            case nil: return nil
            case .string(let text): self = .text(text)
            case .number(let number): self = .number(number)
            case .integer(let number): self = .number(Double(number))
            case .bool(let flag): self = .flag(flag)
            default:
                reader.refuse("value", "has to be a string, a number, or true or false.")
                return nil
            }
        }

        /// The value as text.
        public var text: String {
            switch self {
            case .text(let text): text
            case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
            case .flag(let flag): flag ? "true" : "false"
            }
        }

        /// The value as a tick; `nil` for anything else.
        public var tick: Bool? {
            switch self {
            case .flag(let flag): flag
            case .text(let text):
                ["true", "t", "1"].contains(text.lowercased())
                    ? true : ["false", "f", "0", ""].contains(text.lowercased()) ? false : nil
            case .number(let number): number == 1 ? true : number == 0 ? false : nil
            }
        }
    }
}

extension SignWell.Field {
    /// - Parameter person: the member that names the recipient
    init(reading reader: RequestReader, person: String = "recipient_id") {
        let given = reader.text("type")
        let known = given.flatMap { SignWell.FieldType(rawValue: $0) }
        type = known ?? .text
        if known == nil {
            let types = SignWell.FieldType.allCases.map(\.rawValue).joined(separator: ", ")
            reader.refuse("type", given == nil ? "is missing." : "is not one of the field types: \(types).")
        }
        x = reader.number("x") ?? 0
        y = reader.number("y") ?? 0
        page = reader.integer("page") ?? 0
        for key in ["x", "y", "page"] where !reader.has(key) { reader.refuse(key, "is missing.") }
        recipientID = reader.text(person) ?? ""
        if recipientID.isEmpty { reader.refuse(person, "is missing.") }
        required = reader.flag("required")
        apiID = reader.text("api_id")
        width = reader.number("width")
        height = reader.number("height")
        label = reader.text("label")
        value = SignWell.FieldValue(reading: reader)
        name = reader.text("name")
        validation = reader.text("validation")
        fixedWidth = reader.flag("fixed_width")
        lockSignDate = reader.flag("lock_sign_date")
        dateFormat = reader.text("date_format")
        formula = reader.text("formula")
        options = Self.options(reader)
        defaultOption = reader.text("default_option")
        allowOther = reader.flag("allow_other")
        if known != nil {
            let foreign = SignWell.FieldType.membersOfSome.subtracting(type.members).sorted()
            // Clients write the usual value of a flag for every type.
            for key in foreign where reader.has(key) && reader.value(key) != .bool(false) {
                reader.refuse(key, "is not allowed for fields of the type \(type.rawValue).")
            }
        }
        reader.refuseOthers()
    }

    /// Options are texts, or objects with a name.
    private static func options(_ reader: RequestReader) -> [Option]? {
        guard let value = reader.value("options") else { return nil }
        guard case .array(let entries) = value else {
            reader.refuse("options", "has to be an array.")
            return nil
        }
        return entries.compactMap { entry in
            if case .string(let name) = entry { return Option(name: name) }
            if case .object(let members) = entry, case .string(let name)? = members["name"] {
                let unknown = Set(members.keys).subtracting(["name", "api_id", "is_other"])
                for key in unknown.sorted() { reader.problems.noteUnknown("fields.options.\(key)") }
                if members["is_other"] == .bool(true) {
                    reader.refuse("options", "An option for other text (is_other) is not supported by this service.")
                }
                if case .string(let id)? = members["api_id"] { return Option(name: name, apiID: id) }
                return Option(name: name)
            }
            reader.refuse("options", "An option has to be a string, or an object with a name.")
            return nil
        }
    }
}
