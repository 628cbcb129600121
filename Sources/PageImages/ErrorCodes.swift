import DescribedErrors
import Essentials

extension PageImageError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.PageImageError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .programMissing: (1, "program-missing")
        case .unrenderable: (2, "unrenderable")
        case .programFailed: (3, "program-failed")
        case .timedOut: (4, "timed-out")
        case .widthOutOfRange: (5, "width-out-of-range")
        case .badHash: (6, "bad-hash")
        case .fileProblem: (7, "file-problem")
        }
    }
}

extension FairSlots.Full: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.FairSlots"
    /// The only code: too many requests wait.
    public var numberedCode: (number: Int, code: String) { (1, "too-much-waiting") }
    /// One English sentence for the person who waits.
    public var description: String { "Too many requests are waiting; try again later." }
}
