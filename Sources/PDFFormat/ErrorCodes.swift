import DescribedErrors

extension PDFError: DescribedError {
    public static let errorDomain = "Countersign.PDFError"
    public var errorCode: Int {
        switch self {
        case .unreadable: 1
        case .notAPDF: 2
        case .encrypted: 3
        case .notPermitted: 4
        case .needsRepair: 5
        case .xfaForm: 6
        case .beyondLimits: 7
        case .damaged: 8
        case .damagedObject: 9
        case .additionsForbidden: 10
        case .earlierSignature: 11
        case .noPages: 12
        case .noSuchPage: 13
        case .unsupported: 14
        case .unshowableCharacter: 15
        case .invalidField: 16
        case .invalidImage: 17
        case .signatureTooLong: 18
        }
    }
}

extension TextShapingError: DescribedError {
    public var description: String {
        switch self {
        case .unshowable(let character): "The text cannot be set: no font shows the character “\(character)”."
        case .unusable(let reason): "The text cannot be set: \(reason)."
        }
    }
    public static let errorDomain = "Countersign.TextShapingError"
    public var errorCode: Int {
        switch self {
        case .unshowable: 1
        case .unusable: 2
        }
    }
}
