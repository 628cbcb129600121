import DescribedErrors

extension EnvelopeError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.EnvelopeError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .invalid: (1, "invalid")
        case .noEnvelope: (2, "no-envelope")
        case .alreadyCreated: (3, "already-created")
        case .wrongStatus: (4, "wrong-status")
        case .unknownRecipient: (5, "unknown-recipient")
        case .notAllowed: (6, "not-allowed")
        case .notRecipientsTurn: (7, "not-recipients-turn")
        case .alreadyFinished: (8, "already-finished")
        case .consentMissing: (9, "consent-missing")
        case .unknownTab: (10, "unknown-tab")
        case .foreignTab: (11, "foreign-tab")
        case .lockedTab: (12, "locked-tab")
        case .hiddenTab: (13, "hidden-tab")
        case .notFilledByHand: (14, "not-filled-by-hand")
        case .notFilledByService: (15, "not-filled-by-service")
        case .nothingAdopted: (16, "nothing-adopted")
        case .valueTooLong: (17, "value-too-long")
        case .controlCharacter: (18, "control-character")
        case .notTrueOrFalse: (19, "not-true-or-false")
        case .onlyChosen: (20, "only-chosen")
        case .notAnOption: (21, "not-an-option")
        case .groupsUnmet: (22, "groups-unmet")
        case .requiredTabsEmpty: (23, "required-tabs-empty")
        case .nothingSigned: (24, "nothing-signed")
        case .unknownDocument: (25, "unknown-document")
        case .unchangedDocument: (26, "unchanged-document")
        case .documentsNotSealed: (27, "documents-not-sealed")
        case .notTheNewestEvents: (28, "not-the-newest-events")
        case .tooManyAdoptions: (29, "too-many-adoptions")
        case .tooManyEntries: (30, "too-many-entries")
        case .reasonMissing: (31, "reason-missing")
        case .reasonTooLong: (32, "reason-too-long")
        case .reasonWithControlCharacter: (33, "reason-with-control-character")
        case .keyTooLong: (34, "key-too-long")
        case .keyReused: (35, "key-reused")
        case .history: (36, "history")
        case .pagesNotShown: (37, "pages-not-shown")
        case .unknownPage: (38, "unknown-page")
        case .identificationMissing: (39, "identification-missing")
        case .identificationLocked: (40, "identification-locked")
        case .beingChanged: (41, "being-changed")
        case .notLockOwner: (42, "not-lock-owner")
        case .alreadyLocked: (43, "already-locked")
        case .notLocked: (44, "not-locked")
        case .lockTimeOutOfRange: (45, "lock-time-out-of-range")
        case .lockAppUnusable: (46, "lock-app-unusable")
        case .orderPassed: (47, "order-passed")
        case .nobodyLeftToSign: (48, "nobody-left-to-sign")
        case .documentOpened: (49, "document-opened")
        case .documentsFixed: (50, "documents-fixed")
        case .fieldsFixed: (51, "fields-fixed")
        case .cannotPlace: (52, "cannot-place")
        case .nothingPlaced: (53, "nothing-placed")
        case .delegationNotAllowed: (60, "delegation-not-allowed")
        case .alreadyHeld: (61, "already-held")
        case .tooManyDelegations: (62, "too-many-delegations")
        case .doesNotSign: (63, "does-not-sign")
        case .notPaused: (64, "not-paused")
        case .decliningNotAllowed: (65, "declining-not-allowed")
        case .valueUnfit: (66, "value-unfit")
        case .takesNoFile: (67, "takes-no-file")
        case .attachmentNameUnusable: (68, "attachment-name-unusable")
        case .attachmentEmpty: (69, "attachment-empty")
        case .missingDay: (70, "missing-day")
        }
    }
}

extension EnvelopeProblem: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.EnvelopeProblem"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .noDocument: (1, "no-document")
        case .noSigner: (2, "no-signer")
        case .emptySubject: (3, "empty-subject")
        case .empty: (4, "empty")
        case .tooLong: (5, "too-long")
        case .controlCharacter: (6, "control-character")
        case .tooMany: (7, "too-many")
        case .badIdentifier: (8, "bad-identifier")
        case .duplicateDocument: (9, "duplicate-document")
        case .reservedDocument: (10, "reserved-document")
        case .duplicateRecipient: (11, "duplicate-recipient")
        case .duplicateTab: (12, "duplicate-tab")
        case .duplicateCustomField: (13, "duplicate-custom-field")
        case .documentWithoutPages: (14, "document-without-pages")
        case .badPageSize: (15, "bad-page-size")
        case .notAnEmail: (16, "not-an-email")
        case .undeliverableEmail: (58, "undeliverable-email")
        case .daysOutOfRange: (49, "days-out-of-range")
        case .routingOrderBelowOne: (17, "routing-order-below-one")
        case .unknownDocument: (18, "unknown-document")
        case .unknownRecipient: (19, "unknown-recipient")
        case .pageOutOfRange: (20, "page-out-of-range")
        case .noSize: (21, "no-size")
        case .negativePosition: (22, "negative-position")
        case .offPage: (23, "off-page")
        case .badFontSize: (24, "bad-font-size")
        case .maxLengthBelowOne: (25, "max-length-below-one")
        case .maxLengthWithoutText: (26, "max-length-without-text")
        case .valueNotAllowed: (27, "value-not-allowed")
        case .notTrueOrFalse: (28, "not-true-or-false")
        case .hostMissing: (29, "host-missing")
        case .hostNotAllowed: (30, "host-not-allowed")
        case .hostNotAnEmail: (31, "host-not-an-email")
        case .tabForCopy: (32, "tab-for-copy")
        case .radioWithoutGroup: (33, "radio-without-group")
        case .choiceWithoutRadio: (34, "choice-without-radio")
        case .duplicateChoice: (35, "duplicate-choice")
        case .severalChosen: (36, "several-chosen")
        case .radioGroupOnSeveralDocuments: (37, "radio-group-on-several-documents")
        case .listWithoutOptions: (38, "list-without-options")
        case .optionsWithoutList: (39, "options-without-list")
        case .duplicateOption: (40, "duplicate-option")
        case .valueNotOffered: (41, "value-not-offered")
        case .conditionWithoutParent: (42, "condition-without-parent")
        case .conditionNeverMet: (43, "condition-never-met")
        case .conditionInCircle: (44, "condition-in-circle")
        case .duplicateTabGroup: (45, "duplicate-tab-group")
        case .badTabGroup: (46, "bad-tab-group")
        case .unknownTabGroup: (47, "unknown-tab-group")
        case .customFieldValueNotOffered: (48, "custom-field-value-not-offered")
        case .duplicateDocumentField: (50, "duplicate-document-field")
        case .replyToNotAnEmail: (51, "reply-to-not-an-email")
        case .tabForDelivery: (60, "tab-for-delivery")
        case .unknownExclusion: (61, "unknown-exclusion")
        case .tabOnExcludedDocument: (62, "tab-on-excluded-document")
        case .nothingVisible: (63, "nothing-visible")
        case .duplicateStep: (64, "duplicate-step")
        case .stepWithoutRecipient: (65, "step-without-recipient")
        case .delayOutOfRange: (66, "delay-out-of-range")
        case .dateOutOfRange: (67, "date-out-of-range")
        case .notAnAddress: (80, "not-an-address")
        case .valueUnfit: (81, "value-unfit")
        case .formWithoutText: (82, "form-without-text")
        }
    }
}

extension HistoryError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.HistoryError"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .empty: (1, "empty")
        case .unreadable: (2, "unreadable")
        case .unwritable: (3, "unwritable")
        case .notCanonical: (4, "not-canonical")
        case .wrongSequence: (5, "wrong-sequence")
        case .foreignEnvelope: (6, "foreign-envelope")
        case .wrongPreviousHash: (7, "wrong-previous-hash")
        case .wrongHash: (8, "wrong-hash")
        case .wrongDeviceSignature: (9, "wrong-device-signature")
        case .impossible: (10, "impossible")
        }
    }
}

extension TemplateProblem: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TemplateProblem"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .definition: (1, "definition")
        case .emptyName: (2, "empty-name")
        case .tooLong: (3, "too-long")
        case .controlCharacter: (4, "control-character")
        case .nobody: (5, "nobody")
        case .duplicateRole: (6, "duplicate-role")
        case .emptyFolderName: (7, "empty-folder-name")
        }
    }
}

extension TemplateFillingError: DescribedError {
    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.TemplateFillingError"
    /// One code for all: ``problems`` says what is wrong.
    public var numberedCode: (number: Int, code: String) { (1, "template-filling") }
}
