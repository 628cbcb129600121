import Foundation

/// A signature field and what is said in its signature dictionary (ISO 32000-2 §12.7.5.5 and §12.8.1).
///
/// If the document has an unsigned signature field with this name, that one is signed where it is: ``page`` and
/// ``rect`` are then not used.
public struct SignatureField: Sendable {
    public enum Appearance: Sendable {
        case invisible
        /// The name in a slanted face, with small lines under it.
        case typedName(String, subtitle: [String])
        /// A PNG file (with transparency) or a JPEG file, scaled to fit.
        case image(Data)
        /// A drawing of `size` points, scaled to fit, with small lines under it.
        case drawing([Ink], size: (width: Double, height: Double), caption: [String])
        /// Several things, each in a rectangle of its own on the page; the signature's is the smallest around them.
        ///
        /// For documents to which signatures may be added but no other fields.
        case composed([SignaturePart])

        var isVisible: Bool {
            switch self {
            case .invisible: false
            case .composed(let parts): !parts.isEmpty
            default: true
            }
        }
    }

    public var name: String
    /// Counted from 1.
    public var page: Int
    /// Where the signature is seen; nil for one that is not.
    public var rect: PageRect?
    public var appearance: Appearance
    public var reason: String?
    public var location: String?
    public var contactInfo: String?
    public var signerName: String?
    /// What screen readers call the field (`/TU`).
    public var label: String?
    /// Sets names and lines that have characters which the standard fonts lack; without one they are refused.
    public var shaper: (any TextShaper)?
    /// The fields that the signature closes. An unsigned field that is there and has a lock of its own keeps that one.
    public var lock: FieldLock?
    /// The names of signature fields that are signed already and for whose signers whoever signs here answers. A report
    /// calls such a signature vouched for where its own certificate leads to no trust anchor, and this one's does.
    public var vouchesFor: [String] = []
    /// Makes this a certification signature, which must be the document's first.
    public var certification: CertificationLevel?

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

/// One thing in a composed signature.
public struct SignaturePart: Sendable {
    public var content: FormField.Content
    /// On the page that the signature is on.
    public var rect: PageRect
    /// As ``FormField/fontSize``.
    public var fontSize: Double?
    public var font: StandardFont

    public init(
        _ content: FormField.Content, rect: PageRect, fontSize: Double? = nil, font: StandardFont = .helvetica
    ) {
        self.content = content
        self.rect = rect
        self.fontSize = fontSize
        self.font = font
    }
}
