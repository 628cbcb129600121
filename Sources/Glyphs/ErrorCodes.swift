import DescribedErrors

extension TextShapingError: DescribedError {
    public var description: String {
        switch self {
        case .unshowable(let character): "The text cannot be set: no font shows the character “\(character)”."
        case .unusable(let reason): "The text cannot be set: \(reason)."
        }
    }
    public static let errorDomain = "Countersign.TextShapingError"
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unshowable: (1, "unshowable")
        case .unusable: (2, "unusable")
        }
    }
}
