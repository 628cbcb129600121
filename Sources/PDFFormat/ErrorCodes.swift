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
