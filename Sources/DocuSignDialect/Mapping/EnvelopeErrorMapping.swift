import Envelopes

extension APIError {
    /// Translates a domain error into the API's codes, with the domain's own message.
    ///
    /// An invalid definition can have several problems. The message then has a sentence for each, and the code is that
    /// of the first. The status is 400, because the URL was right and the body wrong.
    package init(_ error: EnvelopeError) {
        let code: Code
        switch error {
        case .invalid(let problems):
            let code = problems.first.map(Self.code) ?? .invalidRequestParameter
            self.init(status: 400, errorCode: code.rawValue, message: error.description)
            return
        case .noEnvelope: code = .envelopeDoesNotExist
        case .wrongStatus(_, .voided): code = .envelopeCannotVoid
        case .wrongStatus(_, .locked): code = .lockInvalidState
        case .beingChanged, .notLockOwner: code = .notLockOwner
        case .alreadyLocked: code = .alreadyLocked
        case .notLocked: code = .notLocked
        case .documentOpened, .documentsFixed: code = .documentUploadNotAllowed
        case .fieldsFixed, .nobodyLeftToSign: code = .envelopeInvalidStatus
        case .lockTimeOutOfRange, .lockAppUnusable, .orderPassed: code = .invalidRequestParameter
        case .alreadyCreated, .wrongStatus, .notPaused, .alreadyFinished, .consentMissing, .identificationMissing,
            .identificationLocked:
            code = .envelopeInvalidStatus
        case .unknownRecipient: code = .unknownEnvelopeRecipient
        case .notRecipientsTurn: code = .recipientNotInSequence
        case .unknownDocument: code = .documentDoesNotExist
        case .requiredTabsEmpty, .groupsUnmet, .pagesNotShown, .nothingPlaced: code = .envelopeIsIncomplete
        case .history: code = .unspecifiedError
        case .notAllowed, .unknownTab, .foreignTab, .lockedTab, .hiddenTab, .notFilledByHand, .notFilledByService,
            .nothingAdopted, .valueTooLong, .controlCharacter, .notTrueOrFalse, .onlyChosen, .notAnOption,
            .nothingSigned, .unchangedDocument, .unknownPage,
            .documentsNotSealed, .notTheNewestEvents, .tooManyAdoptions, .tooManyEntries,
            .reasonMissing, .reasonTooLong, .reasonWithControlCharacter, .keyTooLong, .keyReused, .cannotPlace,
            .doesNotSign, .delegationNotAllowed, .alreadyHeld, .tooManyDelegations, .decliningNotAllowed, .valueUnfit,
            .missingDay, .takesNoFile, .attachmentNameUnusable, .attachmentEmpty:
            code = .invalidRequestParameter
        }
        self.init(code, error.description)
    }

    private static func code(_ problem: EnvelopeProblem) -> Code {
        switch problem {
        case .noDocument: .noDocumentReceived
        case .noSigner, .emptySubject: .envelopeIsIncomplete
        case .notAnEmail, .hostNotAnEmail, .replyToNotAnEmail, .undeliverableEmail: .invalidEmailAddress
        case .duplicateRecipient, .unknownRecipient: .invalidRecipientID
        case .unknownDocument, .unknownExclusion: .documentDoesNotExist
        case .pageOutOfRange, .offPage: .tabOutOfBounds
        case .documentWithoutPages, .badPageSize: .unableToLoadDocument
        case .empty, .tooLong, .controlCharacter, .tooMany, .badIdentifier, .duplicateDocument, .reservedDocument,
            .duplicateTab,
            .duplicateCustomField, .routingOrderBelowOne, .daysOutOfRange, .noSize, .negativePosition, .badFontSize,
            .maxLengthBelowOne, .maxLengthWithoutText, .valueNotAllowed, .notTrueOrFalse, .hostMissing,
            .hostNotAllowed, .tabForCopy, .tabForDelivery, .tabOnExcludedDocument, .nothingVisible,
            .duplicateStep, .stepWithoutRecipient, .delayOutOfRange, .dateOutOfRange, .radioWithoutGroup,
            .choiceWithoutRadio, .duplicateChoice, .severalChosen,
            .radioGroupOnSeveralDocuments, .listWithoutOptions, .optionsWithoutList, .duplicateOption,
            .valueNotOffered, .conditionWithoutParent, .conditionNeverMet, .conditionInCircle, .duplicateTabGroup,
            .badTabGroup, .unknownTabGroup, .customFieldValueNotOffered, .duplicateDocumentField, .notAnAddress,
            .valueUnfit, .formWithoutText:
            .invalidRequestParameter
        }
    }
}
