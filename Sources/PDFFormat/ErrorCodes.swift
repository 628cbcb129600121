import DescribedErrors

extension PDFError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.PDFError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unreadable: (1, "unreadable")
        case .notAPDF: (2, "not-apdf")
        case .encrypted: (3, "encrypted")
        case .notPermitted: (4, "not-permitted")
        case .needsRepair: (5, "needs-repair")
        case .xfaForm: (6, "xfa-form")
        case .beyondLimits: (7, "beyond-limits")
        case .damaged: (8, "damaged")
        case .damagedObject: (9, "damaged-object")
        case .additionsForbidden: (10, "additions-forbidden")
        case .earlierSignature: (11, "earlier-signature")
        case .noPages: (12, "no-pages")
        case .noSuchPage: (13, "no-such-page")
        case .unsupported: (14, "unsupported")
        case .unshowableCharacter: (15, "unshowable-character")
        case .invalidField: (16, "invalid-field")
        case .invalidImage: (17, "invalid-image")
        case .signatureTooLong: (18, "signature-too-long")
        case .unsignableField: (19, "unsignable-field")
        }
    }
}
