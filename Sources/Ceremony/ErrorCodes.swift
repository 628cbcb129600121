import DescribedErrors

extension CeremonyError: DescribedError {
    public static let errorDomain = "Countersign.CeremonyError"
    public var errorCode: Int {
        switch self {
        case .notFound: 1
        case .methodNotAllowed: 2
        case .bodyTooLarge: 3
        case .notJSON: 4
        case .malformed: 5
        case .crossSite: 6
        case .keyReused: 7
        case .unknownRecipient: 8
        case .notInTurn: 9
        case .alreadySigned: 10
        case .alreadyDeclined: 11
        case .voided: 12
        case .consentMissing: 13
        case .requiredFieldsEmpty: 14
        case .groupsUnmet: 15
        case .unknownField: 16
        case .fieldLocked: 17
        case .fieldHidden: 18
        case .tooManyAdoptions: 19
        case .tooManyEntries: 20
        case .refused: 21
        case .characterNotInFont: 22
        case .characterNotInFace: 23
        case .valueTooLong: 24
        case .noRoom: 25
        case .signatureEmpty: 26
        case .signatureTextTooLong: 27
        case .unknownFace: 28
        case .drawingUnusable: 29
        case .signatureMissing: 30
        case .artworkUnreadable: 31
        case .laterNotOffered: 32
        case .reasonMissing: 33
        case .reasonTooLong: 34
        case .levelOutOfReach: 35
        case .pageUnavailable: 36
        case .pagesUnavailable: 37
        case .busy: 38
        case .pagesUnseen: 39
        case .declined: 40
        case .clockWrong: 41
        case .certificateNotValid: 42
        }
    }
}

extension IntakeError: DescribedError {
    public static let errorDomain = "Countersign.IntakeError"
    public var errorCode: Int {
        switch self {
        case .notAPDF: 1
        case .encrypted: 2
        case .damaged: 3
        case .noPages: 4
        case .tooManyPages: 5
        case .launchesPrograms: 6
        case .holdsProgram: 7
        }
    }
}

extension FieldText.UnshowableValue: DescribedError {
    public static let errorDomain = "Countersign.UnshowableValue"
    public var errorCode: Int {
        switch reason {
        case .noFont: 1
        case .noRoom: 2
        }
    }
}
