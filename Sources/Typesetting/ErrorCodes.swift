import DescribedErrors

extension TypesettingError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TypesettingError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .fontMissing: (1, "font-missing")
        case .fontUnreadable: (2, "font-unreadable")
        case .unknownFace: (3, "unknown-face")
        case .noGlyph: (4, "no-glyph")
        case .noFont: (5, "no-font")
        case .subsetFailed: (6, "subset-failed")
        case .nothingToDraw: (7, "nothing-to-draw")
        case .textTooLong: (8, "text-too-long")
        }
    }
}
