import DescribedErrors
import Essentials

extension PageImageError: DescribedError {
    public static let errorDomain = "Countersign.PageImageError"
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
    public static let errorDomain = "Countersign.FairSlots"
    public var numberedCode: (number: Int, code: String) { (1, "too-much-waiting") }
    public var description: String { "Too many requests are waiting; try again later." }
}
