import DescribedErrors

extension TextShapingError: DescribedError {
    /// One English sentence.
    public var description: String {
        switch self {
        case .unshowable(let character): "The text cannot be set: no font shows the character “\(character)”."
        case .unusable(let reason): "The text cannot be set: \(reason)."
        }
    }
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TextShapingError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unshowable: (1, "unshowable")
        case .unusable: (2, "unusable")
        }
    }
}
