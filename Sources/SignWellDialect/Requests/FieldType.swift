extension SignWell {
    /// The kinds of fields.
    public enum FieldType: String, Hashable, Sendable, Codable, CaseIterable {
        case initials, signature, checkbox, date, select, text, dropdown
        case autofillCompany = "autofill_company"
        case autofillEmail = "autofill_email"
        case autofillFirstName = "autofill_first_name"
        case autofillLastName = "autofill_last_name"
        case autofillName = "autofill_name"
        case autofillPhone = "autofill_phone"
        case autofillTitle = "autofill_title"
        case autofillDateSigned = "autofill_date_signed"

        /// Whether one option of a list is chosen.
        public var isList: Bool { self == .select || self == .dropdown }

        /// Whether the field shows the recipient's signature or initials.
        public var isArtwork: Bool { self == .signature || self == .initials }

        /// The width and height in pixels if the request says none.
        public var usualSize: (width: Double, height: Double) {
            switch self {
            case .signature: (112, 32)
            case .initials: (44, 32)
            case .checkbox: (13, 13)
            default: (86, 19)
            }
        }

        /// The largest height in pixels.
        public var largestHeight: Double { isArtwork ? 200 : 74 }

        /// The beginning of the ids that the service makes for fields without one.
        public var idStem: String {
            switch self {
            case .initials: "Initials"
            case .signature: "Signature"
            case .checkbox: "CheckBox"
            case .date: "DateField"
            case .select, .dropdown: "Dropdown"
            case .text: "TextField"
            case .autofillCompany: "Company"
            case .autofillEmail: "Email"
            case .autofillFirstName: "FirstName"
            case .autofillLastName: "LastName"
            case .autofillName: "Name"
            case .autofillPhone: "Phone"
            case .autofillTitle: "Title"
            case .autofillDateSigned: "DateSigned"
            }
        }

        /// What people and screen readers call a field without a label.
        public var usualLabel: String {
            switch self {
            case .initials: "Initials"
            case .signature: "Signature"
            case .checkbox: "Checkbox"
            case .date: "Date"
            case .select, .dropdown: "Choice"
            case .text: "Text"
            case .autofillCompany: "Company"
            case .autofillEmail: "E-mail address"
            case .autofillFirstName: "First name"
            case .autofillLastName: "Last name"
            case .autofillName: "Name"
            case .autofillPhone: "Phone"
            case .autofillTitle: "Title"
            case .autofillDateSigned: "Date signed"
            }
        }

        /// The members that only some kinds of fields have, besides those of every field.
        var members: Set<String> {
            switch self {
            case .text: ["label", "value", "validation", "fixed_width"]
            case .date: ["label", "value", "lock_sign_date", "date_format", "formula"]
            case .checkbox: ["value", "name"]
            case .select, .dropdown: ["label", "value", "options", "default_option", "allow_other"]
            default: []
            }
        }

        static let membersOfSome: Set<String> = [
            "label", "value", "validation", "fixed_width", "lock_sign_date", "date_format", "formula", "name",
            "options", "default_option", "allow_other",
        ]
    }
}
