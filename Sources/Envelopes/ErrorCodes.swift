import DescribedErrors

extension EnvelopeError: DescribedError {
    public static let errorDomain = "Countersign.EnvelopeError"
    public var errorCode: Int {
        switch self {
        case .invalid: 1
        case .noEnvelope: 2
        case .alreadyCreated: 3
        case .wrongStatus: 4
        case .unknownRecipient: 5
        case .notAllowed: 6
        case .notRecipientsTurn: 7
        case .alreadyFinished: 8
        case .consentMissing: 9
        case .unknownTab: 10
        case .foreignTab: 11
        case .lockedTab: 12
        case .hiddenTab: 13
        case .notFilledByHand: 14
        case .notFilledByService: 15
        case .nothingAdopted: 16
        case .valueTooLong: 17
        case .controlCharacter: 18
        case .notTrueOrFalse: 19
        case .onlyChosen: 20
        case .notAnOption: 21
        case .groupsUnmet: 22
        case .requiredTabsEmpty: 23
        case .nothingSigned: 24
        case .unknownDocument: 25
        case .unchangedDocument: 26
        case .documentsNotSealed: 27
        case .notTheNewestEvents: 28
        case .tooManyAdoptions: 29
        case .tooManyEntries: 30
        case .reasonMissing: 31
        case .reasonTooLong: 32
        case .reasonWithControlCharacter: 33
        case .keyTooLong: 34
        case .keyReused: 35
        case .history: 36
        case .pagesNotShown: 37
        case .unknownPage: 38
        }
    }
}

extension EnvelopeProblem: DescribedError {
    public static let errorDomain = "Countersign.EnvelopeProblem"
    public var errorCode: Int {
        switch self {
        case .noDocument: 1
        case .noSigner: 2
        case .emptySubject: 3
        case .empty: 4
        case .tooLong: 5
        case .controlCharacter: 6
        case .tooMany: 7
        case .badIdentifier: 8
        case .duplicateDocument: 9
        case .reservedDocument: 10
        case .duplicateRecipient: 11
        case .duplicateTab: 12
        case .duplicateCustomField: 13
        case .documentWithoutPages: 14
        case .badPageSize: 15
        case .notAnEmail: 16
        case .routingOrderBelowOne: 17
        case .unknownDocument: 18
        case .unknownRecipient: 19
        case .pageOutOfRange: 20
        case .noSize: 21
        case .negativePosition: 22
        case .offPage: 23
        case .badFontSize: 24
        case .maxLengthBelowOne: 25
        case .maxLengthWithoutText: 26
        case .valueNotAllowed: 27
        case .notTrueOrFalse: 28
        case .hostMissing: 29
        case .hostNotAllowed: 30
        case .hostNotAnEmail: 31
        case .tabForCopy: 32
        case .radioWithoutGroup: 33
        case .choiceWithoutRadio: 34
        case .duplicateChoice: 35
        case .severalChosen: 36
        case .radioGroupOnSeveralDocuments: 37
        case .listWithoutOptions: 38
        case .optionsWithoutList: 39
        case .duplicateOption: 40
        case .valueNotOffered: 41
        case .conditionWithoutParent: 42
        case .conditionNeverMet: 43
        case .conditionInCircle: 44
        case .duplicateTabGroup: 45
        case .badTabGroup: 46
        case .unknownTabGroup: 47
        case .customFieldValueNotOffered: 48
        }
    }
}

extension HistoryError: DescribedError {
    public static let errorDomain = "Countersign.HistoryError"
    public var errorCode: Int {
        switch self {
        case .empty: 1
        case .unreadable: 2
        case .unwritable: 3
        case .notCanonical: 4
        case .wrongSequence: 5
        case .foreignEnvelope: 6
        case .wrongPreviousHash: 7
        case .wrongHash: 8
        case .wrongDeviceSignature: 9
        case .impossible: 10
        }
    }
}

extension TemplateProblem: DescribedError {
    public static let errorDomain = "Countersign.TemplateProblem"
    public var errorCode: Int {
        switch self {
        case .definition: 1
        case .emptyName: 2
        case .tooLong: 3
        case .controlCharacter: 4
        case .nobody: 5
        case .duplicateRole: 6
        case .emptyFolderName: 7
        }
    }
}

extension TemplateFillingError: DescribedError {
    public static let errorDomain = "Countersign.TemplateFillingError"
    public var errorCode: Int { 1 }
}
