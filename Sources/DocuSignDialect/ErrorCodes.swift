import DescribedErrors

extension APIError: DescribedError {
    package static let errorDomain = "Countersign.APIError"
    /// The HTTP status, and the API's own code.
    package var numberedCode: (number: Int, code: String) { (status, errorCode) }
}
