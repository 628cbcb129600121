// Made by scripts/words from Sources/Words/Catalogs; changes belong there.

/// The sentences about events of a history.
package enum EventText: String, CaseIterable, Sendable {
    case quoted
    case created
    case sent
    case viewed
    case received
    case consented
    case adoptedSignatureTyped = "adopted.signature.typed"
    case adoptedSignatureDrawn = "adopted.signature.drawn"
    case adoptedSignatureUploaded = "adopted.signature.uploaded"
    case adoptedInitialsTyped = "adopted.initials.typed"
    case adoptedInitialsDrawn = "adopted.initials.drawn"
    case adoptedInitialsUploaded = "adopted.initials.uploaded"
    case signed
    case signedNothing = "signed.nothing"
    case declined
    case finishedLater
    case voided
    case levelLowered
    case sealed
    case taken
    case takenFonts = "taken.fonts"
    case takenKey = "taken.key"
    case identifiedMailLink = "identified.mailLink"
    case identifiedAccessCode = "identified.accessCode"
    case identifiedMailCode = "identified.mailCode"
    case identifiedSignIn = "identified.signIn"
    case identifiedSender = "identified.sender"
    case identifiedSenderBy = "identified.senderBy"
    case wrongAccessCode = "wrong.accessCode"
    case wrongMailCode = "wrong.mailCode"
    case notifiedReminder = "notified.reminder"
    case notifiedExpiryWarning = "notified.expiryWarning"
    case notifiedInvitation = "notified.invitation"
    case placed
    case unplaced
    case attached
    case detached
    case mailed
    case mailedFile = "mailed.file"
    case undelivered
    case undeliveredWaits = "undelivered.waits"
    case messageInvitation = "message.invitation"
    case messageReminder = "message.reminder"
    case messageExpiryWarning = "message.expiryWarning"
    case messageViewed = "message.viewed"
    case messageDeclined = "message.declined"
    case messageVoided = "message.voided"
    case messageCompleted = "message.completed"
    case messageCopy = "message.copy"
    case messageOneTimeCode = "message.oneTimeCode"
    case messageUndeliverable = "message.undeliverable"
    case messageLocked = "message.locked"
    case messageCorrected = "message.corrected"
    case messageTargetPaused = "message.targetPaused"
    case messageDelegated = "message.delegated"
    case corrected
    case changeRecipient = "change.recipient"
    case changeRecipientRemoved = "change.recipientRemoved"
    case changeDocument = "change.document"
    case changeDocumentRemoved = "change.documentRemoved"
    case changeFields = "change.fields"
    case changeFieldsRemoved = "change.fieldsRemoved"
    case changeCheckboxes = "change.checkboxes"
    case changeSubject = "change.subject"
    case changeMessage = "change.message"
    case changeReminders = "change.reminders"
    case changeCustomFields = "change.customFields"
    case changeReplies = "change.replies"
    case changeSettings = "change.settings"
    case locked
    case unlocked
    case scheduled
    case resumed
    case workflowChanged
    case delegated
    case filledUnknown = "filled.unknown"
    case filledHidden = "filled.hidden"
    case filledSignature = "filled.signature"
    case filledOptionalSignature = "filled.optionalSignature"
    case filledInitials = "filled.initials"
    case filledOptionalInitials = "filled.optionalInitials"
    case emptiedSignature = "emptied.signature"
    case emptiedInitials = "emptied.initials"
    case ticked
    case unticked
    case chosen
    case emptied
    case filled
}
