import DescribedErrors

extension PDFError: DescribedError {
    public static let errorDomain = "Countersign.PDFError"
    public var errorCode: Int {
        switch self {
        case .unreadable: 1
        case .notAPDF: 2
        case .encrypted: 3
        case .notPermitted: 4
        case .needsRepair: 5
        case .xfaForm: 6
        case .beyondLimits: 7
        case .damaged: 8
        case .damagedObject: 9
        case .additionsForbidden: 10
        case .earlierSignature: 11
        case .noPages: 12
        case .noSuchPage: 13
        case .unsupported: 14
        case .unshowableCharacter: 15
        case .invalidField: 16
        case .invalidImage: 17
        case .signatureTooLong: 18
        }
    }
}

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

extension LongTermError: DescribedError {
    public static let errorDomain = "Countersign.LongTermError"
    public var errorCode: Int {
        switch self {
        case .revoked: 1
        case .noRevocationData: 2
        case .issuerMissing: 3
        case .unsigned: 4
        case .broken: 5
        case .tooLate: 6
        case .outsideValidity: 7
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

extension TextShapingError: DescribedError {
    public var description: String {
        switch self {
        case .unshowable(let character): "The text cannot be set: no font shows the character “\(character)”."
        case .unusable(let reason): "The text cannot be set: \(reason)."
        }
    }
    public static let errorDomain = "Countersign.TextShapingError"
    public var errorCode: Int {
        switch self {
        case .unshowable: 1
        case .unusable: 2
        }
    }
}
