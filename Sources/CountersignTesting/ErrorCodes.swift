import DescribedErrors

extension CeremonyVisit.Refusal: DescribedError {
    public static let errorDomain = "Countersign.CeremonyVisit"
    /// The status.
    public var errorCode: Int { status }
}
