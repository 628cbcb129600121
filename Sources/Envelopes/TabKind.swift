/// What a tab is for.
public enum TabKind: String, Codable, CaseIterable, Sendable {
    /// The recipient's adopted signature.
    case signHere
    /// The recipient's adopted initials.
    case initialHere
    /// The day on which the recipient finished.
    case dateSigned
    /// The recipient's name.
    case fullName
    /// The recipient's e-mail address.
    case email
    /// A line of text that the recipient types.
    case text
    /// A box that the recipient ticks: `true` or `false`.
    case checkbox
    /// A button of a radio group, of which one is chosen: `true` or `false`.
    case radio
    /// A list of which one option is chosen: the option's value.
    case list

    /// Whether the recipient types or ticks the value.
    public var isFilledByHand: Bool {
        switch self {
        case .text, .checkbox, .radio, .list: true
        case .signHere, .initialHere, .dateSigned, .fullName, .email: false
        }
    }

    /// Whether the value comes from what is known about the recipient and the moment of signing.
    public var isFilledByService: Bool {
        switch self {
        case .dateSigned, .fullName, .email: true
        case .signHere, .initialHere, .text, .checkbox, .radio, .list: false
        }
    }

    /// Whether adopted artwork is drawn here.
    public var isArtwork: Bool { adoptedKind != nil }

    /// The artwork that is drawn here, if any.
    public var adoptedKind: AdoptedKind? {
        switch self {
        case .signHere: .signature
        case .initialHere: .initials
        case .dateSigned, .fullName, .email, .text, .checkbox, .radio, .list: nil
        }
    }

    /// The words for people.
    public var name: String {
        switch self {
        case .signHere: "signature"
        case .initialHere: "initials"
        case .dateSigned: "date-signed"
        case .fullName: "full-name"
        case .email: "e-mail"
        case .text: "text"
        case .checkbox: "checkbox"
        case .radio: "radio"
        case .list: "list"
        }
    }
}

/// What artwork a recipient adopts.
public enum AdoptedKind: String, Codable, CaseIterable, Sendable {
    case signature
    case initials
}

/// Which of a recipient's fields an adoption fills.
///
/// A history that says nothing means ``everyField``, as adoptions did before optional fields were filled one by one: what
/// somebody has signed so stays what it was.
public enum AdoptionScope: String, Codable, CaseIterable, Sendable {
    /// Every field of the kind, unless a field's own event says otherwise.
    case everyField
    /// The required fields; an optional one is filled when its own event says so.
    case requiredFields
    /// None: each field is filled when its own event says so, a required one as well.
    case chosenFields
}

/// How a recipient made the artwork.
public enum AdoptionMethod: String, Codable, CaseIterable, Sendable {
    case typed
    case drawn
}
