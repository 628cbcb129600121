import Envelopes

/// A text tag: a field that a document names in its own text.
///
///     {{type:signer:required:label:prefill:api_id:width:height:extra…}}
///
/// Parts may be left out from the right. A part that is empty, or made of spaces, has its usual value. The text of a
/// part cannot have a colon.
public struct TextTag: Hashable, Sendable {
    public var kind: Kind
    /// The id of the recipient, which is also their position. Usual: 1.
    public var signer: Int
    /// Usual: yes, of checkboxes no.
    public var isRequired: Bool
    public var label: String?
    /// The value that the field has at first; `nil` for none. Signatures and initials have none.
    public var prefill: String?
    public var apiID: String?
    /// Lengths in pixels, 96 to the inch; `nil` for the kind's own. A height above the kind's limit has become that
    /// limit.
    public var width: PixelLength?
    public var height: PixelLength?
    /// Whether a date is that of signing, which nobody can change.
    public var locksSignDate: Bool
    /// How a date is written; `nil` for the usual form.
    public var dateFormat: DateFormat?
    /// The choices of a list.
    public var options: [String]

    /// The kinds of fields; the raw value is a field's `type` in the API.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case initials, signature, checkbox, date, select, text, dropdown
        case company = "autofill_company"
        case email = "autofill_email"
        case firstName = "autofill_first_name"
        case lastName = "autofill_last_name"
        case name = "autofill_name"
        case phone = "autofill_phone"
        case title = "autofill_title"
        case dateSigned = "autofill_date_signed"

        /// The height above which a tag's height is cut, in pixels.
        var greatestHeight: Double { self == .signature || self == .initials ? 200 : 74 }

        /// Reads a type or one of its short names.
        ///
        /// An autofill field's short name has the first letter of each word, such as `af_d_s` for the date signed.
        init?(named text: String) {
            let name = text.lowercased()
            if let kind = Self(rawValue: name) ?? Self.shortNames[name] {
                self = kind
                return
            }
            guard let kind = Self.allCases.first(where: { $0.shortAutofillName == name }) else { return nil }
            self = kind
        }

        private static let shortNames: [String: Self] = ["s": .signature, "initial": .initials, "check": .checkbox]

        private var shortAutofillName: String? {
            let words = rawValue.split(separator: "_")
            guard words.first == "autofill" else { return nil }
            return "af_" + words.dropFirst().map { String($0.prefix(1)) }.joined(separator: "_")
        }
    }
}
