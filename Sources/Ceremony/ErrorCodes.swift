import DescribedErrors

extension CeremonyError: DescribedError {
    /// The domain of these errors as `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.CeremonyError"
    /// The numbers and words of the cases; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .notFound: (1, "not-found")
        case .methodNotAllowed: (2, "method-not-allowed")
        case .bodyTooLarge: (3, "body-too-large")
        case .notJSON: (4, "not-json")
        case .malformed: (5, "malformed")
        case .crossSite: (6, "cross-site")
        case .keyReused: (7, "key-reused")
        case .unknownRecipient: (8, "unknown-recipient")
        case .storageFull: (74, "storage-full")
        case .visitEnded: (73, "visit-ended")
        case .notInTurn: (9, "not-in-turn")
        case .alreadySigned: (10, "already-signed")
        case .alreadyDeclined: (11, "already-declined")
        case .voided: (12, "voided")
        case .consentMissing: (13, "consent-missing")
        case .requiredFieldsEmpty: (14, "required-fields-empty")
        case .groupsUnmet: (15, "groups-unmet")
        case .unknownField: (16, "unknown-field")
        case .fieldLocked: (17, "field-locked")
        case .fieldHidden: (18, "field-hidden")
        case .tooManyAdoptions: (19, "too-many-adoptions")
        case .tooManyEntries: (20, "too-many-entries")
        case .refused: (21, "refused")
        case .characterNotInFont: (22, "character-not-in-font")
        case .characterNotInFace: (23, "character-not-in-face")
        case .valueTooLong: (24, "value-too-long")
        case .noRoom: (25, "no-room")
        case .signatureEmpty: (26, "signature-empty")
        case .signatureTextTooLong: (27, "signature-text-too-long")
        case .unknownFace: (28, "unknown-face")
        case .drawingUnusable: (29, "drawing-unusable")
        case .signaturePictureUnusable: (75, "signature-picture-unusable")
        case .signaturePictureBlank: (76, "signature-picture-blank")
        case .signaturePictureFull: (77, "signature-picture-full")
        case .signatureMissing: (30, "signature-missing")
        case .artworkUnreadable: (31, "artwork-unreadable")
        case .laterNotOffered: (32, "later-not-offered")
        case .reasonMissing: (33, "reason-missing")
        case .reasonTooLong: (34, "reason-too-long")
        case .levelOutOfReach: (35, "level-out-of-reach")
        case .pageUnavailable: (36, "page-unavailable")
        case .markRefused: (44, "signature-place-refused")
        case .markMissing: (45, "signature-not-placed")
        case .pagesUnavailable: (37, "pages-unavailable")
        case .busy: (38, "busy")
        case .beingChanged: (46, "being-changed")
        case .pagesUnseen: (39, "pages-unseen")
        case .declined: (40, "declined")
        case .clockWrong: (41, "clock-wrong")
        case .certificateNotValid: (42, "certificate-not-valid")
        case .fontsUnusable: (43, "fonts-unusable")
        case .delegationNotOffered: (60, "delegation-not-offered")
        case .newNameUnusable: (61, "new-name-unusable")
        case .newEmailNotValid: (62, "new-email-not-valid")
        case .newEmailUsedBefore: (63, "new-email-used-before")
        case .tooManyDelegations: (64, "too-many-delegations")
        case .delegationReasonMissing: (65, "delegation-reason-missing")
        case .valueUnfit: (66, "value-unfit")
        case .notAFile: (67, "not-a-file")
        case .attachmentTooLarge: (68, "attachment-too-large")
        case .attachmentRefused: (69, "attachment-refused")
        case .attachmentsNotOffered: (70, "attachments-not-offered")
        case .missingDay: (71, "missing-day")
        case .picturesBusy: (72, "pictures-busy")
        }
    }
}

extension IntakeError: DescribedError {
    /// The domain of these errors as `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.IntakeError"
    /// The numbers and words of the cases; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .notAPDF: (1, "not-apdf")
        case .encrypted: (2, "encrypted")
        case .damaged: (3, "damaged")
        case .noPages: (4, "no-pages")
        case .tooManyPages: (5, "too-many-pages")
        case .launchesPrograms: (6, "launches-programs")
        case .holdsProgram: (7, "holds-program")
        }
    }
}

extension FieldText.UnshowableValue: DescribedError {
    package static let errorDomain = "Countersign.UnshowableValue"
    package var numberedCode: (number: Int, code: String) {
        switch reason {
        case .noFont: (1, "no-font")
        case .noRoom: (2, "no-room")
        }
    }
}
