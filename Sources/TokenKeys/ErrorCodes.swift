import DescribedErrors

extension TokenKeyError: DescribedError {
    public static let errorDomain = "Countersign.TokenKeyError"
    public var errorCode: Int {
        switch self {
        case .malformedURI: 1
        case .noModule: 2
        case .noToken: 3
        case .severalTokens: 4
        case .noKey: 5
        case .severalKeys: 6
        case .noCertificate: 7
        case .noPIN: 8
        case .wrongPIN: 9
        case .lockedPIN: 10
        case .unreadablePIN: 11
        case .wrongSignature: 12
        case .failed: 13
        }
    }
}
