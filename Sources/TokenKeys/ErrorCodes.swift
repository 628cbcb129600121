import DescribedErrors

extension TokenKeyError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TokenKeyError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .malformedURI: (1, "malformed-uri")
        case .noModule: (2, "no-module")
        case .noToken: (3, "no-token")
        case .severalTokens: (4, "several-tokens")
        case .noKey: (5, "no-key")
        case .severalKeys: (6, "several-keys")
        case .noCertificate: (7, "no-certificate")
        case .noPIN: (8, "no-pin")
        case .wrongPIN: (9, "wrong-pin")
        case .lockedPIN: (10, "locked-pin")
        case .unreadablePIN: (11, "unreadable-pin")
        case .wrongSignature: (12, "wrong-signature")
        case .failed: (13, "failed")
        }
    }
}
