import DescribedErrors

extension CountersignError: DescribedError {
    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.CountersignError"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unreachable: (1, "unreachable")
        case .refused: (2, "refused")
        case .unreadableAnswer: (3, "unreadable-answer")
        case .cancelled: (4, "cancelled")
        case .invalidConfiguration: (5, "invalid-configuration")
        case .sessionEnded: (6, "session-ended")
        case .needsLogIn: (7, "needs-log-in")
        case .noSavedSession: (8, "no-saved-session")
        case .accountMismatch: (9, "account-mismatch")
        case .noToken: (10, "no-token")
        case .authorizationRefused: (11, "authorization-refused")
        case .authorizationForged: (12, "authorization-forged")
        case .credentials: (13, "credentials")
        case .storage: (14, "storage")
        case .exportIncomplete: (15, "export-incomplete")
        case .recipientNotUnique: (16, "recipient-not-unique")
        case .unusableAddress: (17, "unusable-address")
        case .alreadyPresenting: (18, "already-presenting")
        case .signingFailed: (19, "signing-failed")
        case .signingNotConfirmed: (20, "signing-not-confirmed")
        case .invalidDraft: (21, "invalid-draft")
        case .draftIDInUse: (22, "draft-id-in-use")
        case .alreadyMade: (23, "already-made")
        case .unsyncedHere: (24, "unsynced-here")
        case .store: (25, "store")
        case .notPossibleOffline: (26, "not-possible-offline")
        case .templateNotCached: (27, "template-not-cached")
        case .templateNotUsable: (28, "template-not-usable")
        case .templateDefaults: (29, "template-defaults")
        case .cannotPresent: (30, "cannot-present")
        }
    }
}

extension DraftProblem: DescribedError {
    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.DraftProblem"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .definition: (1, "definition")
        case .unreadableFile: (2, "unreadable-file")
        case .fileTooLarge: (3, "file-too-large")
        case .notLoaded: (4, "not-loaded")
        case .notAPDF: (5, "not-apdf")
        case .passwordProtected: (6, "password-protected")
        case .tooManyPages: (7, "too-many-pages")
        case .damagedDocument: (8, "damaged-document")
        case .markupInName: (9, "markup-in-name")
        case .duplicateSigner: (10, "duplicate-signer")
        case .badScale: (11, "bad-scale")
        case .badFontSize: (12, "bad-font-size")
        case .emptyName: (13, "empty-name")
        case .radioGroupWithoutButtons: (14, "radio-group-without-buttons")
        case .lockedRequiredEmpty: (15, "locked-required-empty")
        case .customFieldWithoutValue: (16, "custom-field-without-value")
        case .notPossibleOffline: (17, "not-possible-offline")
        case .unshowable: (18, "unshowable")
        }
    }
}

extension OfflineObstacle: DescribedError {
    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.OfflineObstacle"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .notSignable: (1, "not-signable")
        case .notCached: (2, "not-cached")
        case .nobodyLeftHere: (3, "nobody-left-here")
        case .noDocument: (4, "no-document")
        case .documentTooLarge: (5, "document-too-large")
        case .noTabs: (6, "no-tabs")
        case .signerWithoutTabs: (7, "signer-without-tabs")
        case .samePersonTwice: (8, "same-person-twice")
        case .recipientNeedsServer: (9, "recipient-needs-server")
        case .unsupported: (10, "unsupported")
        case .readyToSync: (11, "ready-to-sync")
        case .notReadyToSync: (12, "not-ready-to-sync")
        case .inConflict: (13, "in-conflict")
        case .changedOnServer: (14, "changed-on-server")
        case .foreign: (15, "foreign")
        case .recipientsFixed: (16, "recipients-fixed")
        case .recipientHasActed: (17, "recipient-has-acted")
        case .unknownRecipient: (18, "unknown-recipient")
        case .serverWithoutHistories: (19, "server-without-histories")
        case .systemLacks: (20, "system-lacks")
        }
    }
}

extension StoreProblem: DescribedError {
    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.StoreProblem"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .file: (1, "file")
        case .database: (2, "database")
        case .notCached: (3, "not-cached")
        case .alreadyCached: (4, "already-cached")
        case .conflict: (5, "conflict")
        case .missingBlob: (6, "missing-blob")
        case .damagedBlob: (7, "damaged-blob")
        case .damaged: (8, "damaged")
        case .unsyncedSignatures: (9, "unsynced-signatures")
        case .syncing: (10, "syncing")
        case .wrongState: (11, "wrong-state")
        }
    }
}

extension SyncFailure: DescribedError {
    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.SyncFailure"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unreachable: (1, "unreachable")
        case .busy: (2, "busy")
        case .refusedForNow: (3, "refused-for-now")
        case .blobMissing: (4, "blob-missing")
        case .loginNeeded: (5, "login-needed")
        case .conflict: (6, "conflict")
        case .cancelled: (7, "cancelled")
        case .notPending: (8, "not-pending")
        case .other: (9, "other")
        }
    }
}

extension TemplateObstacle: DescribedError {
    /// The `NSError` domain of every reason.
    public static let errorDomain = "Countersign.TemplateObstacle"
    /// Numbers and words that never change, for comparisons and logs; they follow from the reason alone.
    public var numberedCode: (number: Int, code: String) {
        switch reason {
        case .unsupportedTab: (1, "unsupported-tab")
        case .payment: (2, "payment")
        case .formula: (3, "formula")
        case .anchored: (4, "anchored")
        case .lockedRequiredEmpty: (5, "locked-required-empty")
        case .missing: (6, "missing")
        case .unsupportedMember: (7, "unsupported-member")
        case .unsupportedRecipient: (8, "unsupported-recipient")
        case .recipientNeedsServer: (9, "recipient-needs-server")
        case .freeForm: (10, "free-form")
        case .noDocuments: (11, "no-documents")
        case .unusableDocument: (12, "unusable-document")
        case .regulated: (13, "regulated")
        case .reminders: (14, "reminders")
        case .invalid: (15, "invalid")
        }
    }
}
