import DescribedErrors

extension DemoError: DescribedError {
    package static let errorDomain = "Countersign.DemoError"
    package var numberedCode: (number: Int, code: String) {
        switch self {
        case .unexpectedAnswer: (1, "unexpected-answer")
        case .missing: (2, "missing")
        case .notCompleted: (3, "not-completed")
        case .notVerified: (4, "not-verified")
        case .unwritable: (5, "unwritable")
        }
    }
}
