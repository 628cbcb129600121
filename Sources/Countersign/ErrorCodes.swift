import DescribedErrors

extension CountersignError: DescribedError {
    public static let errorDomain = "Countersign.CountersignError"
    public var errorCode: Int {
        switch self {
        case .unreachable: 1
        case .refused: 2
        case .unreadableAnswer: 3
        case .cancelled: 4
        case .invalidConfiguration: 5
        case .sessionEnded: 6
        case .needsLogIn: 7
        case .noSavedSession: 8
        case .accountMismatch: 9
        case .noToken: 10
        case .authorizationRefused: 11
        case .authorizationForged: 12
        case .credentials: 13
        case .storage: 14
        case .exportIncomplete: 15
        case .recipientNotUnique: 16
        case .unusableAddress: 17
        case .alreadyPresenting: 18
        case .signingFailed: 19
        case .signingNotConfirmed: 20
        case .invalidDraft: 21
        case .draftIDInUse: 22
        case .alreadyMade: 23
        case .unsyncedHere: 24
        case .store: 25
        case .notPossibleOffline: 26
        case .templateNotCached: 27
        case .templateNotUsable: 28
        case .templateDefaults: 29
        }
    }
}

extension DraftProblem: DescribedError {
    public static let errorDomain = "Countersign.DraftProblem"
    public var errorCode: Int {
        switch self {
        case .definition: 1
        case .unreadableFile: 2
        case .fileTooLarge: 3
        case .notLoaded: 4
        case .notAPDF: 5
        case .passwordProtected: 6
        case .tooManyPages: 7
        case .damagedDocument: 8
        case .markupInName: 9
        case .duplicateSigner: 10
        case .badScale: 11
        case .badFontSize: 12
        case .emptyName: 13
        case .radioGroupWithoutButtons: 14
        case .lockedRequiredEmpty: 15
        case .customFieldWithoutValue: 16
        case .notPossibleOffline: 17
        case .unshowable: 18
        }
    }
}

extension OfflineObstacle: DescribedError {
    public static let errorDomain = "Countersign.OfflineObstacle"
    public var errorCode: Int {
        switch self {
        case .notSignable: 1
        case .notCached: 2
        case .nobodyLeftHere: 3
        case .noDocument: 4
        case .documentTooLarge: 5
        case .noTabs: 6
        case .signerWithoutTabs: 7
        case .samePersonTwice: 8
        case .recipientNeedsServer: 9
        case .unsupported: 10
        case .readyToSync: 11
        case .notReadyToSync: 12
        case .setAside: 13
        case .changedOnServer: 14
        case .foreign: 15
        case .recipientsFixed: 16
        case .recipientHasActed: 17
        case .unknownRecipient: 18
        case .serverWithoutHistories: 19
        }
    }
}

extension StoreProblem: DescribedError {
    public static let errorDomain = "Countersign.StoreProblem"
    public var errorCode: Int {
        switch self {
        case .file: 1
        case .database: 2
        case .notCached: 3
        case .alreadyCached: 4
        case .conflict: 5
        case .missingBlob: 6
        case .damagedBlob: 7
        case .damaged: 8
        case .unsyncedSignatures: 9
        case .syncing: 10
        case .wrongState: 11
        }
    }
}

extension SyncFailure: DescribedError {
    /// One sentence: the server's own, where it gave one.
    public var description: String { message }
    public static let errorDomain = "Countersign.SyncFailure"
    public var errorCode: Int {
        switch self {
        case .unreachable: 1
        case .busy: 2
        case .refusedForNow: 3
        case .blobMissing: 4
        case .loginNeeded: 5
        case .setAside: 6
        }
    }
}

extension TemplateObstacle: DescribedError {
    public static let errorDomain = "Countersign.TemplateObstacle"
    public var errorCode: Int {
        switch reason {
        case .unsupportedTab: 1
        case .payment: 2
        case .formula: 3
        case .anchored: 4
        case .lockedRequiredEmpty: 5
        case .missing: 6
        case .unsupportedMember: 7
        case .unsupportedRecipient: 8
        case .recipientNeedsServer: 9
        case .freeForm: 10
        case .noDocuments: 11
        case .unusableDocument: 12
        case .regulated: 13
        case .reminders: 14
        case .invalid: 15
        }
    }
}
