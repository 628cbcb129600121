import Foundation

/// A signature field and the contents of its signature dictionary (ISO 32000-2 §12.7.5.5 and §12.8.1).
///
/// If the document already has an unsigned signature field with this name, that field is signed, and ``page`` and
/// ``rect`` are not used.
public struct SignatureField: Sendable {
    /// What people see in the signature's rectangle.
    public enum Appearance: Sendable {
        case invisible
        /// The name in a slanted font, with small lines under it.
        case typedName(String, subtitle: [String])
        /// A PNG file (with transparency) or a JPEG file, scaled to fit.
        case image(Data)
        /// A drawing of `size` points, scaled to fit, with small lines under it.
        case drawing([Ink], size: (width: Double, height: Double), caption: [String])
        /// Several parts, each in a rectangle of its own on the page. The signature's rectangle is the smallest one
        /// around them.
        ///
        /// Use it for documents to which signatures may be added but no other fields.
        case composed([SignaturePart])

        var isVisible: Bool {
            switch self {
            case .invisible: false
            case .composed(let parts): !parts.isEmpty
            default: true
            }
        }
    }

    /// The fully qualified field name. It must not be empty, and may contain periods only if it names an existing
    /// field.
    public var name: String
    /// The page number, counted from 1.
    public var page: Int
    /// The signature's rectangle on the page, or `nil` for an invisible signature.
    public var rect: PageRect?
    /// What the rectangle shows; without a rectangle nothing.
    public var appearance: Appearance
    /// Why the signer signed (`/Reason`, ISO 32000-2 §12.8.1); `nil` to leave it out. A field may demand or forbid it.
    public var reason: String?
    /// Where the signer signed, in their own words (`/Location`); `nil` to leave it out.
    public var location: String?
    /// How to reach the signer, such as an address (`/ContactInfo`); `nil` to leave it out.
    public var contactInfo: String?
    /// The name of the signer in the signature dictionary (`/Name`); `nil` to leave it out. The certificate proves it,
    /// not this.
    public var signerName: String?
    /// The name that screen readers announce (`/TU`).
    public var label: String?
    /// Shapes names and lines with characters that the standard fonts lack. Without a shaper, they are rejected.
    public var shaper: (any TextShaper)?
    /// The fields that the signature locks. An existing unsigned field with a lock of its own keeps that lock.
    public var lock: FieldLock?
    /// The names of signed fields that this signer vouches for. A report calls such a signature vouched for if its own
    /// certificate leads to no trust anchor but this signature's does.
    public var vouchesFor: [String] = []
    /// The certification level, or `nil` for an approval signature. A certification must be the document's first
    /// signature.
    public var certification: CertificationLevel?

    /// By default, an invisible approval signature without a lock. Signing checks the field.
    public init(
        name: String, page: Int = 1, rect: PageRect? = nil, appearance: Appearance = .invisible,
        reason: String? = nil, location: String? = nil, contactInfo: String? = nil, signerName: String? = nil,
        label: String? = nil, lock: FieldLock? = nil, certification: CertificationLevel? = nil,
        shaper: (any TextShaper)? = nil
    ) {
        self.name = name
        self.page = page
        self.rect = rect
        self.appearance = appearance
        self.reason = reason
        self.location = location
        self.contactInfo = contactInfo
        self.signerName = signerName
        self.label = label
        self.shaper = shaper
        self.lock = lock
        self.certification = certification
    }
}

/// One part of a composed signature.
public struct SignaturePart: Sendable {
    /// What the part shows.
    public var content: FormField.Content
    /// The part's rectangle on the signature's page.
    public var rect: PageRect
    /// The font size in points, as in ``FormField/fontSize``.
    public var fontSize: Double?
    /// The font of a text or date.
    public var font: StandardFont
    /// The side at which a text lies, as in ``FormField/alignment``.
    public var alignment: TextStyle.Alignment?
    /// Small lines under a drawing.
    public var caption: [String] = []

    /// Nothing is checked before signing.
    public init(
        _ content: FormField.Content, rect: PageRect, fontSize: Double? = nil, font: StandardFont = .helvetica
    ) {
        self.content = content
        self.rect = rect
        self.fontSize = fontSize
        self.font = font
    }
}
