import DescribedErrors

extension SignWell.ErrorBody: DescribedError {
    package static let errorDomain = "Countersign.SignWellErrorBody"
    /// The HTTP status, as a number and as a word.
    package var numberedCode: (number: Int, code: String) { (status, "signwell-\(status)") }
}
