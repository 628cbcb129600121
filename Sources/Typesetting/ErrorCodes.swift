import DescribedErrors

extension TypesettingError: DescribedError {
    public static let errorDomain = "Countersign.TypesettingError"
    public var errorCode: Int {
        switch self {
        case .fontMissing: 1
        case .fontUnreadable: 2
        case .unknownFace: 3
        case .noGlyph: 4
        case .noFont: 5
        case .subsetFailed: 6
        case .nothingToDraw: 7
        case .textTooLong: 8
        }
    }
}
