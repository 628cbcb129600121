/// Why a command cannot be carried out. Nothing has happened.
public enum EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Everything that is wrong with a definition, at once; never empty.
    case invalid([EnvelopeProblem])
    /// There is no envelope to act on.
    case noEnvelope
    /// An envelope with this id exists already.
    case alreadyCreated(EnvelopeID)
    /// The envelope's status does not allow what would make this event happen.
    case wrongStatus(EnvelopeStatus, EventBody.Kind)
    case unknownRecipient(RecipientID)
    /// The one who acts may not do this.
    case notAllowed(EventActor, EventBody.Kind)
    case notRecipientsTurn(RecipientID)
    /// The recipient has already signed or declined.
    case alreadyFinished(RecipientID)
    /// The recipient has not agreed to electronic records.
    case consentMissing(RecipientID)
    case unknownTab(TabID)
    /// The tab belongs to somebody else.
    case foreignTab(EnvelopeTab, RecipientID)
    case lockedTab(EnvelopeTab)
    /// The tab's condition is not met, so that nobody sees it.
    case hiddenTab(EnvelopeTab)
    /// The tab is not filled in by hand: artwork, a date, a name, or an e-mail address.
    case notFilledByHand(EnvelopeTab)
    /// The tab is not filled in by the service.
    case notFilledByService(EnvelopeTab)
    /// An optional signature or initials cannot be placed before they were adopted.
    case nothingAdopted(EnvelopeTab)
    /// `limit` in UTF-16 code units.
    case valueTooLong(EnvelopeTab, limit: Int)
    /// The value holds a character that cannot be seen, such as a line break.
    case controlCharacter(EnvelopeTab)
    /// A checkbox takes `true` or `false` only.
    case notTrueOrFalse(EnvelopeTab)
    /// A radio button is chosen, with `true`; it is given up by choosing another.
    case onlyChosen(EnvelopeTab)
    /// A list has no option of this value.
    case notAnOption(EnvelopeTab, String)
    /// Groups of checkboxes with too few or too many ticks; never empty.
    case groupsUnmet([TabGroup])
    /// Required tabs without a value, a tick or artwork; all of them, never empty.
    case requiredTabsEmpty([EnvelopeTab])
    /// Pages that the recipient has to be shown before they sign; all that are missing, never empty.
    case pagesNotShown([DocumentPage])
    /// A page among those shown that no document has.
    case unknownPage(DocumentPage)
    /// A signature that covers no document.
    case nothingSigned(RecipientID)
    case unknownDocument(DocumentID)
    /// The version handed in is the one already stored, so nothing was added to it.
    case unchangedDocument(DocumentID)
    /// A seal that leaves these documents out.
    case documentsNotSealed([DocumentID])
    /// A range of events that does not end with the newest.
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
    /// The idempotency key was used before, for a command with other content.
    case keyReused
    /// The stored history does not hold together.
    case history(HistoryError)

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
        case .unknownTab(let id): "The envelope has no tab \(id)."
        case .foreignTab(let tab, let id): "\(tab.reference) does not belong to recipient \(id)."
        case .lockedTab(let tab): "\(tab.reference) is locked."
        case .hiddenTab(let tab): "\(tab.reference) is not shown: its condition is not met."
        case .notFilledByHand(let tab): "\(tab.reference) is not filled in by hand."
        case .notFilledByService(let tab): "\(tab.reference) is not filled in by the service."
        case .nothingAdopted(let tab): "\(tab.reference) stays empty until something is adopted for it."
        case .valueTooLong(let tab, let limit): "\(tab.reference) takes at most \(limit) characters."
        case .controlCharacter(let tab): "\(tab.reference) takes no control characters but line breaks."
        case .notTrueOrFalse(let tab): "\(tab.reference) takes only true or false."
        case .onlyChosen(let tab): "\(tab.reference) takes only true; choose another of its group instead."
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
        case .unchangedDocument(let id): "Document \(id) was handed in without a new version."
        case .documentsNotSealed(let ids):
            "The seal is missing on document \(ids.map(\.rawValue).joined(separator: ", "))."
        case .notTheNewestEvents(let first, let last): "Events \(first) to \(last) are not the newest of the envelope."
        case .tooManyAdoptions(let id, let limit):
            "Recipient \(id) has adopted a signature or initials \(limit) times, the most that is possible."
        case .tooManyEntries(let id, let limit):
            "Recipient \(id) has changed entries \(limit) times, the most that is possible in this envelope."
        case .reasonMissing: "A reason must be given."
        case .reasonTooLong(let limit): "The reason has more than \(limit) characters."
        case .reasonWithControlCharacter: "The reason holds control characters."
        case .keyTooLong(let limit): "The idempotency key has more than \(limit) characters."
        case .keyReused: "The idempotency key was used before, for another request."
        case .history(let error): error.description
        }
    }
}

extension EnvelopeTab {
    /// The tab as a sentence names it.
    var reference: String { "The \(kind.name) tab “\(label)”" }
}

extension EventBody.Kind {
    /// The words for people, after "cannot".
    fileprivate var verb: String {
        switch self {
        case .created: "be created"
        case .sent: "be sent"
        case .viewed: "be opened"
        case .consented: "be consented to"
        case .signatureAdopted: "take a signature"
        case .fieldFilled: "be filled in"
        case .signed: "be signed"
        case .declined: "be declined"
        case .finishedLater: "be left for later"
        case .voided: "be voided"
        case .levelLowered: "take a signature of a lower level"
        case .sealed: "be sealed"
        case .historyTaken: "take a history"
        }
    }
}
