import DescribedErrors

extension APIError: DescribedError {
    public static let errorDomain = "Countersign.APIError"
    /// The HTTP status, and the API's own code.
    public var numberedCode: (number: Int, code: String) { (status, errorCode) }
}
