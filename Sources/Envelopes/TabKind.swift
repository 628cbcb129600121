/// The purpose of a tab.
public enum TabKind: String, Codable, CaseIterable, Sendable {
    /// The recipient's adopted signature.
    case signHere
    /// The recipient's adopted initials.
    case initialHere
    /// The day on which the recipient signed.
    case dateSigned
    /// The recipient's name.
    case fullName
    /// The recipient's e-mail address.
    case email
    /// A line of text that the recipient types.
    case text
    /// A box that the recipient ticks: `true` or `false`.
    case checkbox
    /// A button of a radio group, in which one is chosen: `true` or `false`.
    case radio
    /// A list from which one option is chosen: the option's value.
    case list
    /// A file that the recipient attaches. It stands on no page of the documents and becomes a document of its own.
    case signerAttachment

    /// Whether the recipient enters the value.
    public var isFilledByHand: Bool {
        switch self {
        case .text, .checkbox, .radio, .list: true
        case .signHere, .initialHere, .dateSigned, .fullName, .email, .signerAttachment: false
        }
    }

    /// Whether the service fills in the value from the recipient's data and the time of signing.
    public var isFilledByService: Bool {
        switch self {
        case .dateSigned, .fullName, .email: true
        case .signHere, .initialHere, .text, .checkbox, .radio, .list, .signerAttachment: false
        }
    }

    /// Whether the tab shows adopted artwork.
    public var isArtwork: Bool { adoptedKind != nil }

    /// The kind of artwork that the tab shows, if any.
    public var adoptedKind: AdoptedKind? {
        switch self {
        case .signHere: .signature
        case .initialHere: .initials
        case .dateSigned, .fullName, .email, .text, .checkbox, .radio, .list, .signerAttachment: nil
        }
    }

    /// The name that people read.
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
        case .signerAttachment: "attachment"
        }
    }
}

/// The kind of artwork that a recipient adopts.
public enum AdoptedKind: String, Codable, CaseIterable, Sendable {
    case signature
    case initials
}

/// How a recipient made the artwork.
public enum AdoptionMethod: String, Codable, CaseIterable, Sendable {
    case typed
    case drawn
    /// From a picture that they took or chose.
    case uploaded
}
