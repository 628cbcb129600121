import Foundation

/// A change that somebody requests.
public enum Command: Hashable, Sendable {
    /// Creates an envelope, and sends it at once if `send` is `true`.
    case create(EnvelopeID, EnvelopeDefinition, send: Bool = false)
    /// Sends a draft.
    case send
    /// A recipient opens the envelope.
    case view(recipientID: RecipientID)
    /// The recipient of a certified delivery has been shown the pages `shown`, and so received it.
    case receive(recipientID: RecipientID, shown: ShownPages)
    /// A recipient agrees to electronic records; `disclosure` is the hash of the text that was shown.
    case consent(recipientID: RecipientID, disclosure: BlobHash)
    /// A recipient adopts a signature or initials, held in the blob `artwork`.
    case adopt(recipientID: RecipientID, kind: AdoptedKind, artwork: BlobHash, method: AdoptionMethod)
    /// A recipient types into a text tab, ticks a checkbox, or places adopted artwork in a tab (`true`) or removes it
    /// (`false`).
    case fill(recipientID: RecipientID, tabID: TabID, value: String)
    /// A recipient finishes. `documents` are the new versions with their fields and signature, already stored; `values`
    /// are the texts that the service wrote into date-signed, full-name and e-mail tabs; `shown` are the pages that
    /// they were shown.
    case sign(
        recipientID: RecipientID, documents: [DocumentID: BlobHash], values: [TabID: String] = [:],
        shown: ShownPages)
    /// A recipient declines.
    case decline(recipientID: RecipientID, reason: String)
    /// A recipient leaves and will return.
    case finishLater(recipientID: RecipientID)
    /// The sender voids the envelope.
    case void(reason: String)
    /// A signature reached a lower level than ordered. Recorded as the act of ``EventActor/service``.
    case noteLowerLevel(wanted: String, reached: String, cause: LevelCause)
    /// The service has sealed every document; all blobs are already stored. Recorded as the act of
    /// ``EventActor/service``, even if somebody else's request caused it.
    case seal(documents: [DocumentID: BlobHash], combined: BlobHash, certificate: BlobHash)

    /// The service has accepted the newest events, numbered `first` to `last`, from a device. `device` is the device's
    /// public key (P-256, X9.63, in base64), and `uploadedBy` is the user who uploaded them. The device drew the
    /// values of the tabs `otherFonts` in fonts that the service lacks. Recorded as the act of ``EventActor/service``.
    case takeHistory(device: String, first: Int, last: Int, uploadedBy: Sender, otherFonts: [TabID] = [])
    /// A recipient has proved who they are in one of the ways that the sender asked for.
    case identify(recipientID: RecipientID, identification: Identification)
    /// A recipient has given a wrong code.
    case failIdentification(recipientID: RecipientID, method: Identification.Method)
    /// Has the service send recipients a message that no other event causes.
    case notify(recipientIDs: [RecipientID], message: MessageKind)
    /// The time to sign has expired. Recorded as a void by ``EventActor/service``.
    case expire
    /// A mail server has accepted a message. Recorded as the act of ``EventActor/service``.
    case noteMailing(Mailing)
    /// A message could not be delivered. Recorded as the act of ``EventActor/service``.
    case noteUndelivered(Undelivered)
    /// A recipient without tabs puts their adopted signature on a page, or moves one to another place.
    case place(recipientID: RecipientID, tabID: TabID, on: DocumentPage, frame: TabFrame)
    /// A recipient removes a signature that they placed.
    case unplace(recipientID: RecipientID, tabID: TabID)
    /// A recipient attaches a file that the sender asked for, in place of an earlier one; its blob is already stored.
    case attach(recipientID: RecipientID, tabID: TabID, file: AttachedFile)
    /// A recipient removes a file that they attached.
    case detach(recipientID: RecipientID, tabID: TabID)
    /// The sender changes the envelope.
    case correct(Correction)
    /// The sender locks the envelope to change it, or extends the lock with the same token.
    case lock(EditLock)
    /// The sender releases the lock.
    case unlock
    /// A recipient puts somebody else in their place.
    case delegate(recipientID: RecipientID, delegation: Delegation)
    /// The sender, or the time, ends the pause before a routing order.
    case resume(before: Int)
    /// The sender gives the envelope another workflow, or none.
    case changeWorkflow(Workflow?)

    /// The kind of event that answers the command.
    public var answer: EventBody.Kind { answerBody.kind }

    /// The body of the event that answers the command.
    var answerBody: EventBody {
        switch self {
        case .create(_, let definition, _): .created(definition)
        case .send: .sent
        case .view(let id): .viewed(recipientID: id)
        case .receive(let id, let shown): .received(recipientID: id, shown: shown)
        case .consent(let id, let disclosure): .consented(recipientID: id, disclosure: disclosure)
        case .adopt(let id, let kind, let artwork, let method):
            .signatureAdopted(recipientID: id, kind: kind, artwork: artwork, method: method)
        case .fill(let id, let tabID, let value): .fieldFilled(recipientID: id, tabID: tabID, value: value)
        case .sign(let id, let documents, let values, let shown):
            .signed(recipientID: id, documents: documents, values: values, shown: shown)
        case .decline(let id, let reason): .declined(recipientID: id, reason: reason)
        case .finishLater(let id): .finishedLater(recipientID: id)
        case .void(let reason): .voided(reason: reason)
        case .noteLowerLevel(let wanted, let reached, let cause):
            .levelLowered(wanted: wanted, reached: reached, cause: cause)
        case .seal(let documents, let combined, let certificate):
            .sealed(documents: documents, combined: combined, certificate: certificate)
        case .takeHistory(let device, let first, let last, let user, let otherFonts):
            .historyTaken(device: device, first: first, last: last, uploadedBy: user, otherFonts: otherFonts)
        case .identify(let id, let identification): .identified(recipientID: id, identification: identification)
        case .failIdentification(let id, let method): .identificationFailed(recipientID: id, method: method)
        case .notify(let ids, let message): .notified(recipientIDs: ids, message: message)
        case .expire: .voided(reason: Command.expiryReason)
        case .noteMailing(let mailing): .mailed(mailing)
        case .noteUndelivered(let undelivered): .undelivered(undelivered)
        case .place(let id, let tabID, let page, let frame):
            .placed(recipientID: id, tab: .placedSignature(tabID, by: id, on: page, frame))
        case .unplace(let id, let tabID): .unplaced(recipientID: id, tabID: tabID)
        case .attach(let id, let tabID, let file): .attached(recipientID: id, tabID: tabID, file: file)
        case .detach(let id, let tabID): .detached(recipientID: id, tabID: tabID)
        case .correct(let correction): .corrected(correction)
        case .lock(let lock): .locked(lock)
        case .unlock: .unlocked
        case .delegate(let id, let delegation): .delegated(recipientID: id, delegation: delegation)
        case .resume(let order): .resumed(before: order)
        case .changeWorkflow(let workflow): .workflowChanged(workflow)
        }
    }

    /// The reason stored for an envelope whose time to sign has expired.
    package static let expiryReason = "The time to sign has expired."

    /// Whether the command is always the service's own act.
    var isService: Bool {
        switch self {
        case .seal, .noteLowerLevel, .takeHistory, .expire, .noteMailing, .noteUndelivered: true
        default: false
        }
    }

    /// The recipient whose act it is; `nil` if it is the sender's or the service's.
    var recipientID: RecipientID? {
        switch self {
        case .create, .send, .void, .noteLowerLevel, .seal, .takeHistory, .notify, .expire, .noteMailing,
            .noteUndelivered, .resume, .changeWorkflow:
            nil
        case .correct, .lock, .unlock: nil
        case .view(let id), .receive(let id, _), .consent(let id, _), .adopt(let id, _, _, _), .fill(let id, _, _),
            .sign(let id, _, _, _),
            .decline(let id, _), .finishLater(let id), .identify(let id, _), .failIdentification(let id, _),
            .place(let id, _, _, _), .unplace(let id, _), .attach(let id, _, _), .detach(let id, _),
            .delegate(let id, _):
            id
        }
    }
}

/// The actor of a command, its time and its idempotency key.
public struct CommandContext: Hashable, Sendable {
    /// Rounded to the millisecond.
    public var at: Date
    /// Who asks for the change; trusted as given.
    public var actor: EventActor
    /// Identifies one request. A retry of the same command under the same key changes nothing. A different command is
    /// rejected if this actor already has an event with the key. A command that changed nothing leaves no event and
    /// does not use up the key. At most 200 characters.
    public var key: String?
    /// The statement of the device that records the events, not yet signed (``signed(_:by:)``); `nil` on a service.
    public var evidence: DeviceEvidence?
    /// Limits on how much one recipient may add; `nil` for no limits.
    public var limits: ActLimits?
    /// The hash of the secret that the holder of a lock shows (``EditLock/token``); `nil` for anybody else.
    public var editToken: BlobHash?

    /// Without `limits`, a recipient may add any number of events.
    public init(
        at: Date, actor: EventActor, key: String? = nil, evidence: DeviceEvidence? = nil, limits: ActLimits? = nil,
        editToken: BlobHash? = nil
    ) {
        self.at = at
        self.actor = actor
        self.key = key
        self.evidence = evidence
        self.limits = limits
        self.editToken = editToken
    }
}
