import DescribedErrors

extension CeremonyVisit.Refusal: DescribedError {
    /// The `NSError` domain of every refusal.
    public static let errorDomain = "Countersign.CeremonyVisit"
    /// The status of the answer.
    public var numberedCode: (number: Int, code: String) { (status, "refused") }
}
