import DescribedErrors

extension IdentityError: DescribedError {
    public static let errorDomain = "Countersign.IdentityError"
    public var errorCode: Int {
        switch self {
        case .noPrivateKey: 1
        case .encryptedPrivateKey: 2
        case .unreadablePrivateKey: 3
        case .unsupportedKey: 4
        case .weakKey: 5
        case .unsuitableAlgorithm: 6
        case .noCertificate: 7
        case .unreadableCertificate: 8
        case .certificateDoesNotMatchKey: 9
        case .emptyName: 10
        case .invalidEmail: 11
        case .notAnAuthority: 12
        case .unsupportedAuthorityKey: 13
        case .emptyValidity: 14
        case .unreadablePKCS12: 15
        case .outdatedPKCS12: 16
        case .unsupportedPKCS12: 17
        case .wrongPassword: 18
        case .signingFailed: 19
        }
    }
}

extension HTTPExchangeFailure: DescribedError {
    public static let errorDomain = "Countersign.HTTPExchangeFailure"
    public var errorCode: Int {
        switch self {
        case .unsupportedAddress: 1
        case .tooSlow: 2
        case .unreachable: 3
        case .status: 4
        case .tooLong: 5
        }
    }
}

extension TimestampError: DescribedError {
    public static let errorDomain = "Countersign.TimestampError"
    public var errorCode: Int {
        switch self {
        case .noTimestamp: 1
        case .noAuthority: 2
        }
    }
}

extension TimestampFailure: DescribedError {
    public static let errorDomain = "Countersign.TimestampFailure"
    public var errorCode: Int {
        switch self {
        case .exchange: 1
        case .damaged: 2
        case .refused: 3
        case .wrongNonce: 4
        case .wrongImprint: 5
        case .wrongPolicy: 6
        case .unsound: 7
        }
    }
}
