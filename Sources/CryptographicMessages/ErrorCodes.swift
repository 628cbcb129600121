import DescribedErrors

extension SigningIdentityError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.SigningIdentityError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .noPrivateKey: (1, "no-private-key")
        case .encryptedPrivateKey: (2, "encrypted-private-key")
        case .unreadablePrivateKey: (3, "unreadable-private-key")
        case .unsupportedKey: (4, "unsupported-key")
        case .weakKey: (5, "weak-key")
        case .unsuitableAlgorithm: (6, "unsuitable-algorithm")
        case .noCertificate: (7, "no-certificate")
        case .unreadableCertificate: (8, "unreadable-certificate")
        case .certificateDoesNotMatchKey: (9, "certificate-does-not-match-key")
        case .emptyName: (10, "empty-name")
        case .invalidEmail: (11, "invalid-email")
        case .notAnAuthority: (12, "not-an-authority")
        case .unsupportedAuthorityKey: (13, "unsupported-authority-key")
        case .emptyValidity: (14, "empty-validity")
        case .unreadablePKCS12: (15, "unreadable-pkcs12")
        case .outdatedPKCS12: (16, "outdated-pkcs12")
        case .unsupportedPKCS12: (17, "unsupported-pkcs12")
        case .wrongPassword: (18, "wrong-password")
        case .signingFailed: (19, "signing-failed")
        }
    }
}

extension HTTPExchangeFailure: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.HTTPExchangeFailure"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unsupportedAddress: (1, "unsupported-address")
        case .tooSlow: (2, "too-slow")
        case .unreachable: (3, "unreachable")
        case .status: (4, "status")
        case .tooLong: (5, "too-long")
        }
    }
}

extension TimestampDefect: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TimestampDefect"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .container: (1, rawValue)
        case .otherContent: (2, rawValue)
        case .info: (3, rawValue)
        case .time: (4, rawValue)
        }
    }

    /// One English sentence.
    public var description: String { "The timestamp cannot be read: \(clause)." }
}

extension TimestampError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TimestampError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .noTimestamp: (1, "no-timestamp")
        case .noAuthority: (2, "no-authority")
        }
    }
}

extension TimestampFailure: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TimestampFailure"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .exchange: (1, "exchange")
        case .damaged: (2, "damaged")
        case .refused: (3, "refused")
        case .wrongNonce: (4, "wrong-nonce")
        case .wrongImprint: (5, "wrong-imprint")
        case .wrongPolicy: (6, "wrong-policy")
        case .unsound: (7, "unsound")
        }
    }
}
