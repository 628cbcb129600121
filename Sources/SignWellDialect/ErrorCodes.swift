import DescribedErrors

extension SignWell.ErrorBody: DescribedError {
    public static let errorDomain = "Countersign.SignWellErrorBody"
    /// The HTTP status, as a number and as a word.
    public var numberedCode: (number: Int, code: String) { (status, "signwell-\(status)") }
}
