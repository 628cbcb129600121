import DescribedErrors

extension LongTermError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.LongTermError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
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
