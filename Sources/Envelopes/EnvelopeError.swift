import Essentials

/// The reason why a command is rejected. The envelope is unchanged.
public enum EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// All problems of a definition at once; never empty.
    case invalid([EnvelopeProblem])
    /// The envelope does not exist.
    case noEnvelope
    /// An envelope with this id exists already.
    case alreadyCreated(EnvelopeID)
    /// The envelope's status does not allow this event.
    case wrongStatus(EnvelopeStatus, EventBody.Kind)
    case unknownRecipient(RecipientID)
    /// The actor may not do this.
    case notAllowed(EventActor, EventBody.Kind)
    case notRecipientsTurn(RecipientID)
    /// The recipient has already signed or declined.
    case alreadyFinished(RecipientID)
    /// The recipient has not agreed to electronic records.
    case consentMissing(RecipientID)
    /// The recipient has not yet proved who they are in the way that the sender asked for.
    case identificationMissing(RecipientID, Identification.Method)
    /// The recipient gave wrong codes too often.
    case identificationLocked(RecipientID)
    case unknownTab(TabID)
    /// The tab belongs to another recipient.
    case foreignTab(EnvelopeTab, RecipientID)
    case lockedTab(EnvelopeTab)
    /// The tab's condition is not met, so the tab is hidden.
    case hiddenTab(EnvelopeTab)
    /// The tab is not filled in by hand: artwork, a date, a name, or an e-mail address.
    case notFilledByHand(EnvelopeTab)
    /// The tab is not filled in by the service.
    case notFilledByService(EnvelopeTab)
    /// A signature or initials cannot be placed before one is adopted.
    case nothingAdopted(EnvelopeTab)
    /// `limit` in UTF-16 code units.
    case valueTooLong(EnvelopeTab, limit: Int)
    /// The value contains an invisible character, such as a line break.
    case controlCharacter(EnvelopeTab)
    /// The value of a checkbox, or of a tab for artwork, is neither `true` nor `false`.
    case notTrueOrFalse(EnvelopeTab)
    /// A radio button accepts only `true`; choosing another button deselects it.
    case onlyChosen(EnvelopeTab)
    /// The list has no option with this value.
    case notAnOption(EnvelopeTab, String)
    /// Checkbox groups with too few or too many ticks; never empty.
    case groupsUnmet([TabGroup])
    /// All required tabs without a value, a tick or artwork; never empty.
    case requiredTabsEmpty([EnvelopeTab])
    /// All pages that the recipient has to see before signing and has not been shown; never empty.
    case pagesNotShown([DocumentPage])
    /// The shown pages include a page that no document has.
    case unknownPage(DocumentPage)
    /// The signature covers no document.
    case nothingSigned(RecipientID)
    case unknownDocument(DocumentID)
    /// The new version of the document is a stored one, so nothing was added.
    case unchangedDocument(DocumentID)
    /// The seal leaves out these documents.
    case documentsNotSealed([DocumentID])
    /// The range of events does not end with the newest.
    case notTheNewestEvents(first: Int, last: Int)
    /// The recipient has adopted as often as ``ActLimits/adoptions`` allows.
    case tooManyAdoptions(RecipientID, limit: Int)
    /// The recipient has used up their share of ``ActLimits/events``.
    case tooManyEntries(RecipientID, limit: Int)
    case reasonMissing
    /// `limit` in UTF-16 code units.
    case reasonTooLong(limit: Int)
    case reasonWithControlCharacter
    /// `limit` in UTF-16 code units.
    case keyTooLong(limit: Int)
    /// The idempotency key was already used for a different command.
    case keyReused
    /// The sender has locked the envelope to change it; recipients have to wait.
    case beingChanged(EditLock)
    /// Somebody else holds the lock.
    case notLockOwner(EditLock)
    case alreadyLocked(EditLock)
    case notLocked
    /// A lock for so many seconds is not possible.
    case lockTimeOutOfRange(Int)
    /// The name of the program that takes the lock; `limit` in UTF-16 code units.
    case lockAppUnusable(limit: Int)
    /// The recipient would come before somebody who has finished, whose routing order is given.
    case orderPassed(RecipientID, Int)
    /// The correction leaves nobody who still has to sign.
    case nobodyLeftToSign
    /// Somebody has opened the envelope, so the document can be neither replaced nor taken out.
    case documentOpened(DocumentID)
    /// Somebody has signed, so documents can be neither added nor renamed.
    case documentsFixed
    /// The document is signed, so its fields cannot change.
    case fieldsFixed(DocumentID)
    /// No pause of the workflow holds the envelope.
    case notPaused
    /// The recipient only receives the documents, and does not sign.
    case doesNotSign(RecipientID)
    /// The sender does not allow it, or the recipient signs inside the sender's product or in person.
    case delegationNotAllowed(RecipientID)
    /// The person with this address has, or had, this part already.
    case alreadyHeld(RecipientID, String)
    /// The part was passed on as often as ``ActLimits/delegations`` allows.
    case tooManyDelegations(RecipientID, limit: Int)
    /// The stored history is broken.
    case history(HistoryError)
    case cannotPlace(PlacingProblem)
    /// A recipient without tabs has placed no signature yet.
    case nothingPlaced(RecipientID)
    /// The sender does not let recipients decline.
    case decliningNotAllowed
    /// The tab asks for no file.
    case takesNoFile(EnvelopeTab)
    /// The name of an attached file is empty, holds control characters, or has more than `limit` UTF-16 code units.
    case attachmentNameUnusable(limit: Int)
    /// The attached file has no page.
    case attachmentEmpty(EnvelopeTab)
    /// The text is not what the tab takes.
    case valueUnfit(EnvelopeTab)
    /// The date has the tab's form, and the calendar has no such day.
    case missingDay(EnvelopeTab, String)

    /// One or more English sentences. ``invalid(_:)`` has a sentence for each problem.
    public var description: String {
        switch self {
        case .invalid(let problems): problems.map(\.description).joined(separator: " ")
        case .noEnvelope: "The envelope does not exist."
        case .alreadyCreated(let id): "The envelope \(id) exists already."
        case .wrongStatus(let status, let act): "The envelope is \(status.rawValue) and cannot \(act.verb)."
        case .unknownRecipient(let id): "The envelope has no recipient \(id)."
        case .notAllowed(let actor, let act): "The envelope cannot \(act.verb) by \(actor.kind.rawValue) \(actor.id)."
        case .notRecipientsTurn(let id): "It is not recipient \(id)'s turn yet."
        case .alreadyFinished(let id): "Recipient \(id) has already finished."
        case .consentMissing(let id): "Recipient \(id) has not agreed to electronic records and signatures."
        case .identificationMissing(let id, .accessCode): "Recipient \(id) has to enter their access code first."
        case .identificationMissing(let id, _): "Recipient \(id) has to enter the code from their mail first."
        case .identificationLocked(let id):
            "Recipient \(id) entered wrong codes too often. Only the sender can let them try again."
        case .unknownTab(let id): "The envelope has no tab \(id)."
        case .foreignTab(let tab, let id): "\(tab.reference) does not belong to recipient \(id)."
        case .lockedTab(let tab): "\(tab.reference) is locked."
        case .hiddenTab(let tab): "\(tab.reference) is not shown: its condition is not met."
        case .notFilledByHand(let tab): "\(tab.reference) is not filled in by hand."
        case .notFilledByService(let tab): "\(tab.reference) is not filled in by the service."
        case .nothingAdopted(let tab): "\(tab.reference) needs an adopted signature or initials first."
        case .valueTooLong(let tab, let limit): "\(tab.reference) takes at most \(limit) characters."
        case .controlCharacter(let tab): "\(tab.reference) rejects control characters other than line breaks."
        case .notTrueOrFalse(let tab): "\(tab.reference) takes only true or false."
        case .onlyChosen(let tab): "\(tab.reference) accepts only true; choose another of its group instead."
        case .notAnOption(let tab, let value): "\(tab.reference) offers no “\(value)”."
        case .groupsUnmet(let groups):
            groups.map { "“\($0.label)”: \($0.sentence)" }.joined(separator: " ")
        case .requiredTabsEmpty(let tabs):
            "Required fields are still empty: \(tabs.map { "“\($0.spokenLabel)”" }.joined(separator: ", "))."
        case .pagesNotShown(let pages):
            "These pages were not shown: "
                + pages.map { "page \($0.page) of document \($0.documentID)" }.joined(separator: ", ") + "."
        case .unknownPage(let page): "The envelope has no page \(page.page) of document \(page.documentID)."
        case .nothingSigned(let id): "Recipient \(id)'s signature covers no document."
        case .unknownDocument(let id): "The envelope has no document \(id)."
        case .unchangedDocument(let id): "Document \(id) was submitted without a new version."
        case .documentsNotSealed(let ids):
            "The seal is missing on document \(ids.map(\.rawValue).joined(separator: ", "))."
        case .notTheNewestEvents(let first, let last): "Events \(first) to \(last) are not the newest of the envelope."
        case .tooManyAdoptions(let id, let limit):
            "Recipient \(id) has adopted a signature or initials \(limit) times, which is the limit."
        case .tooManyEntries(let id, let limit):
            "Recipient \(id) has changed entries \(limit) times, which is the limit."
        case .reasonMissing: "A reason must be given."
        case .reasonTooLong(let limit): "The reason has more than \(limit) characters."
        case .reasonWithControlCharacter: "The reason holds control characters."
        case .keyTooLong(let limit): "The idempotency key has more than \(limit) characters."
        case .keyReused: "The idempotency key was used before, for another request."
        case .beingChanged(let lock):
            "\(lock.by.name) is changing the envelope, until \(Timestamp.text(lock.until)) at most."
        case .notLockOwner(let lock):
            "The envelope is locked by \(lock.by.name) until \(Timestamp.text(lock.until)). Only the holder of the lock's "
                + "token can change it until then."
        case .alreadyLocked(let lock):
            "The envelope is already locked by \(lock.by.name), until \(Timestamp.text(lock.until))."
        case .notLocked: "The envelope is not locked."
        case .lockTimeOutOfRange(let seconds):
            "A lock cannot last \(seconds) seconds, only \(EditLock.times.lowerBound) to \(EditLock.times.upperBound)."
        case .lockAppUnusable(let limit):
            "The name of the program has more than \(limit) characters, or control characters."
        case .orderPassed(let id, let order):
            "Recipient \(id) cannot come before routing order \(order), in which somebody has finished."
        case .nobodyLeftToSign: "Nobody would be left to sign. Void the envelope instead."
        case .documentOpened(let id):
            "Somebody has opened the envelope, so document \(id) can be neither replaced nor removed."
        case .documentsFixed: "Somebody has signed, so documents can no longer be added, renamed or moved."
        case .fieldsFixed(let id): "Document \(id) is signed, so its tabs can no longer change."
        case .notPaused: "The envelope is not paused."
        case .doesNotSign(let id): "Recipient \(id) only receives the documents, and does not sign."
        case .delegationNotAllowed(let id): "Recipient \(id) cannot assign their part to somebody else."
        case .alreadyHeld(let id, let email):
            "\(email) is or was recipient \(id) already; the part cannot go to the same person twice."
        case .tooManyDelegations(let id, let limit):
            "Recipient \(id)'s part was passed on \(limit) times, which is the limit."
        case .history(let error): error.description
        case .cannotPlace(let problem): problem.description
        case .nothingPlaced(let id): "Recipient \(id) has not placed a signature yet."
        case .decliningNotAllowed: "The sender does not let recipients decline."
        case .takesNoFile(let tab): "\(tab.reference) takes no file."
        case .attachmentNameUnusable(let limit):
            "The name of a file has 1 to \(limit) characters and no control characters."
        case .attachmentEmpty(let tab): "\(tab.reference) needs a file with at least one page."
        case .valueUnfit(let tab): "\(tab.reference) takes \(tab.wanted)."
        case .missingDay(let tab, let value):
            "\(tab.reference) cannot take \(value), which is not a day of the calendar."
        }
    }
}

extension EnvelopeTab {
    /// The tab as named in a sentence.
    var reference: String { "The \(kind.name) tab “\(label)”" }

    /// Whether a text tab takes a text.
    func takes(_ text: String) -> Bool {
        (text.isEmpty || dateFormat.map { $0.time(text) != nil } ?? true) && validation?.allows(text) ?? true
    }

    /// Whether a text is a date in the tab's form that is not in the calendar.
    func isMissingDay(_ text: String) -> Bool { dateFormat?.isMissingDay(text) ?? false }

    /// What a text tab takes, in words.
    package var wanted: String {
        dateFormat.map { "a date in the form \($0.rawValue)" } ?? validation?.wanted ?? "text"
    }
}

extension EventBody.Kind {
    /// The words that follow "cannot".
    fileprivate var verb: String {
        switch self {
        case .created: "be created"
        case .sent: "be sent"
        case .viewed: "be opened"
        case .received: "be received"
        case .consented: "be consented to"
        case .signatureAdopted: "accept a signature"
        case .fieldFilled: "be filled in"
        case .signed: "be signed"
        case .declined: "be declined"
        case .finishedLater: "be left for later"
        case .voided: "be voided"
        case .levelLowered: "accept a signature of a lower level"
        case .sealed: "be sealed"
        case .historyTaken: "accept a history"
        case .identified, .identificationFailed: "be opened with a code"
        case .notified, .mailed, .undelivered: "be mailed"
        case .placed: "accept a signature in a new place"
        case .unplaced: "lose a signature"
        case .attached: "accept a file"
        case .detached: "lose a file"
        case .corrected: "be changed"
        case .locked: "be locked"
        case .unlocked: "be unlocked"
        case .delegated: "be assigned to somebody else"
        case .scheduled: "be scheduled"
        case .resumed: "be resumed"
        case .workflowChanged: "get another workflow"
        }
    }
}
