import DescribedErrors

extension PageImageError: DescribedError {
    public static let errorDomain = "Countersign.PageImageError"
    public var errorCode: Int {
        switch self {
        case .programMissing: 1
        case .unrenderable: 2
        case .programFailed: 3
        case .timedOut: 4
        case .widthOutOfRange: 5
        case .badHash: 6
        case .fileProblem: 7
        }
    }
}

extension FairSlots.Full: DescribedError {
    public static let errorDomain = "Countersign.FairSlots"
    public var errorCode: Int { 1 }
    public var description: String { "Too much is waiting already; try again later." }
}
