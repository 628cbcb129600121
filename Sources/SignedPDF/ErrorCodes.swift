import DescribedErrors

extension LongTermError: DescribedError {
    public static let errorDomain = "Countersign.LongTermError"
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .revoked: (1, "revoked")
        case .noRevocationData: (2, "no-revocation-data")
        case .issuerMissing: (3, "issuer-missing")
        case .unsigned: (4, "unsigned")
        case .broken: (5, "broken")
        case .tooLate: (6, "too-late")
        case .outsideValidity: (7, "outside-validity")
        }
    }
}
