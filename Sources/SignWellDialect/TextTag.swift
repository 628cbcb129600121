import Envelopes

/// A text tag: a field that a document names in its own text.
///
///     {{type:signer:required:label:prefill:api_id:width:height:extra…}}
///
/// Parts may be left out from the right. A part that is empty, or made of spaces, has its usual value. The text of a
/// part cannot have a colon.
package struct TextTag: Hashable, Sendable {
    package var type: SignWell.FieldType
    /// The id of the recipient, which is also their position. Usual: 1.
    package var signer: Int
    /// Usual: yes, of checkboxes no.
    package var isRequired: Bool
    package var label: String?
    /// The value that the field has at first; `nil` for none. Signatures and initials have none.
    package var prefill: String?
    package var apiID: String?
    /// Lengths in pixels, 96 to the inch; `nil` for the usual ones. A height above the type's limit has become that
    /// limit.
    package var width: PixelLength?
    package var height: PixelLength?
    /// Whether a date is that of signing, which nobody can change.
    package var locksSignDate: Bool
    /// How a date is written; `nil` for the usual form.
    package var dateFormat: DateFormat?
    /// The choices of a list.
    package var options: [String]
}

extension SignWell.FieldType {
    /// Reads the type of a text tag: a field's type, or one of its short names.
    ///
    /// An autofill field's short name has the first letter of each word, such as `af_d_s` for the date signed.
    init?(tagged text: String) {
        let name = text.lowercased()
        if let type = Self(rawValue: name) ?? Self.shortNames[name] {
            self = type
            return
        }
        guard let type = Self.allCases.first(where: { $0.shortAutofillName == name }) else { return nil }
        self = type
    }

    private static let shortNames: [String: Self] = ["s": .signature, "initial": .initials, "check": .checkbox]

    private var shortAutofillName: String? {
        let words = rawValue.split(separator: "_")
        guard words.first == "autofill" else { return nil }
        return "af_" + words.dropFirst().map { String($0.prefix(1)) }.joined(separator: "_")
    }
}
