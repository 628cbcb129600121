import DescribedErrors

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
