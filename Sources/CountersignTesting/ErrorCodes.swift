import DescribedErrors

extension CeremonyVisit.Refusal: DescribedError {
    public static let errorDomain = "Countersign.CeremonyVisit"
    /// The status of the answer.
    public var numberedCode: (number: Int, code: String) { (status, "refused") }
}
