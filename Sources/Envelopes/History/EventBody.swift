import Foundation

/// The content of an event.
///
/// Written as an object whose member `type` is the name of the case. The other members are named after the associated
/// values, with `Id` for `ID`.
public enum EventBody: Hashable, Sendable {
    case created(EnvelopeDefinition)
    case sent
    /// The recipient opened the envelope.
    case viewed(recipientID: RecipientID)
    /// The recipient of a certified delivery received it: they were shown the pages `shown`.
    case received(recipientID: RecipientID, shown: ShownPages)
    /// The recipient agreed to electronic records; `disclosure` is the hash of the text that was shown.
    case consented(recipientID: RecipientID, disclosure: BlobHash)
    /// The recipient adopted artwork; `artwork` is the hash of the blob that holds it. It fills no tab by
    /// itself.
    case signatureAdopted(recipientID: RecipientID, kind: AdoptedKind, artwork: BlobHash, method: AdoptionMethod)
    /// The recipient set the value of a tab. In a tab for a signature or initials, `true` places the adopted
    /// artwork and `false` removes it.
    case fieldFilled(recipientID: RecipientID, tabID: TabID, value: String)
    /// The recipient signed. `documents` are the new versions with their fields and signature. `values` are the texts
    /// that the service wrote into their date-signed, full-name and e-mail tabs. `shown` are the pages that they had
    /// been shown.
    case signed(
        recipientID: RecipientID, documents: [DocumentID: BlobHash], values: [TabID: String], shown: ShownPages)
    case declined(recipientID: RecipientID, reason: String)
    /// The recipient left without signing and means to return.
    case finishedLater(recipientID: RecipientID)
    case voided(reason: String)
    /// A signature or the seal reached a lower level than ordered, because a service failed. `wanted` and `reached` are
    /// levels of ETSI EN 319 142-1 §6, such as `B-T`.
    case levelLowered(wanted: String, reached: String, cause: LevelCause)
    /// The service sealed every document: the last versions, all of them in one file, and the certificate of
    /// completion.
    case sealed(documents: [DocumentID: BlobHash], combined: BlobHash, certificate: BlobHash)
    /// The service accepted the events numbered `first` to `last` from a device, signed by the key `device`: a P-256
    /// public key in X9.63 form (65 bytes), in base64. `uploadedBy` is the user whose access token authorized the
    /// upload. `otherFonts` are the tabs whose values the device drew in fonts that the service lacks; the member is
    /// left out if there are none.
    case historyTaken(device: String, first: Int, last: Int, uploadedBy: Sender, otherFonts: [TabID] = [])
    /// The recipient proved who they are in one of the ways that the sender asked for.
    case identified(recipientID: RecipientID, identification: Identification)
    /// The recipient gave a wrong code.
    case identificationFailed(recipientID: RecipientID, method: Identification.Method)
    /// The recipients are to get a message that follows from no other event: a reminder, a warning that the envelope
    /// expires, or their invitation once more.
    case notified(recipientIDs: [RecipientID], message: MessageKind)
    /// A mail server accepted a message.
    case mailed(Mailing)
    /// A message could not be delivered.
    case undelivered(Undelivered)
    /// The recipient, who has no tabs of the sender's, put their signature where they chose, or moved it. The tab is a
    /// signature tab, filled with what they adopted.
    case placed(recipientID: RecipientID, tab: EnvelopeTab)
    /// The recipient removed a signature that they had placed.
    case unplaced(recipientID: RecipientID, tabID: TabID)
    /// The recipient attached a file that the sender asked for, in place of an earlier one.
    case attached(recipientID: RecipientID, tabID: TabID, file: AttachedFile)
    /// The recipient removed a file that they had attached.
    case detached(recipientID: RecipientID, tabID: TabID)
    /// The sender changed the envelope.
    case corrected(Correction)
    /// The sender locked the envelope to change it, or extended the lock.
    case locked(EditLock)
    /// The sender released the lock.
    case unlocked
    /// The recipient put somebody else in their place, who begins anew.
    case delegated(recipientID: RecipientID, delegation: Delegation)
    /// The sender sent it, to go out at a later time.
    case scheduled(at: Date)
    /// The pause before a routing order ended.
    case resumed(before: Int)
    /// The sender gave it another workflow, or none.
    case workflowChanged(Workflow?)

    /// The name of the case.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case created, sent, viewed, received, consented, signatureAdopted, fieldFilled, signed, declined, finishedLater
        case voided, levelLowered, sealed, historyTaken
        case identified, identificationFailed, notified, mailed, undelivered
        case placed, unplaced
        case attached, detached
        case corrected, locked, unlocked
        case delegated
        case scheduled, resumed, workflowChanged
    }

    /// The case without its values; written as the member `type`.
    public var kind: Kind {
        switch self {
        case .created: .created
        case .sent: .sent
        case .viewed: .viewed
        case .received: .received
        case .consented: .consented
        case .signatureAdopted: .signatureAdopted
        case .fieldFilled: .fieldFilled
        case .signed: .signed
        case .declined: .declined
        case .finishedLater: .finishedLater
        case .voided: .voided
        case .levelLowered: .levelLowered
        case .sealed: .sealed
        case .historyTaken: .historyTaken
        case .identified: .identified
        case .identificationFailed: .identificationFailed
        case .notified: .notified
        case .mailed: .mailed
        case .undelivered: .undelivered
        case .placed: .placed
        case .unplaced: .unplaced
        case .attached: .attached
        case .detached: .detached
        case .corrected: .corrected
        case .locked: .locked
        case .unlocked: .unlocked
        case .delegated: .delegated
        case .scheduled: .scheduled
        case .resumed: .resumed
        case .workflowChanged: .workflowChanged
        }
    }

    /// The recipient whose act it is; `nil` if it is the sender's or the service's.
    public var recipientID: RecipientID? {
        switch self {
        case .created, .sent, .voided, .levelLowered, .sealed, .historyTaken, .notified, .mailed, .undelivered,
            .scheduled, .resumed, .workflowChanged, .corrected, .locked, .unlocked:
            nil
        case .viewed(let id), .received(let id, _), .consented(let id, _), .signatureAdopted(let id, _, _, _),
            .fieldFilled(let id, _, _),
            .signed(let id, _, _, _), .declined(let id, _), .finishedLater(let id), .identified(let id, _),
            .identificationFailed(let id, _), .placed(let id, _), .unplaced(let id, _),
            .delegated(let id, _), .attached(let id, _, _), .detached(let id, _):
            id
        }
    }

    /// The blobs that have to be stored before the event.
    public var blobs: [BlobHash] {
        switch self {
        case .created(let definition): definition.documents.flatMap(\.blobs)
        case .consented(_, let disclosure): [disclosure]
        case .signatureAdopted(_, _, let artwork, _): [artwork]
        case .signed(_, let documents, _, _): documents.values.sorted()
        case .attached(_, _, let file): [file.blob]
        case .sealed(let documents, let combined, let certificate):
            documents.values.sorted() + [combined, certificate]
        case .sent, .viewed, .received, .fieldFilled, .declined, .finishedLater, .voided, .levelLowered, .historyTaken,
            .identified, .identificationFailed, .notified, .mailed, .undelivered, .delegated, .placed, .unplaced,
            .detached, .scheduled, .resumed, .workflowChanged:
            []
        case .corrected(let correction): correction.documents.flatMap(\.blobs)
        case .locked, .unlocked: []
        }
    }
}

extension EventBody: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, definition
        case recipientID = "recipientId"
        case tabID = "tabId"
        case disclosure, kind, artwork, method, value, documents, values, reason, combined, certificate, wanted,
            reached, device, first, last, uploadedBy, otherFonts, shown, identification, message, mailing, undelivered,
            cause, tab, correction, lock
        case delegation
        case recipientIDs = "recipientIds"
        case at, before, workflow, file
    }

    /// Reads the case from the member `type`, and its values from the members beside it.
    ///
    /// - Throws: `DecodingError` for a type that this version does not know
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func recipient() throws -> RecipientID { try members.decode(RecipientID.self, forKey: .recipientID) }
        func hash(_ key: CodingKeys) throws -> BlobHash { try members.decode(BlobHash.self, forKey: key) }
        func text(_ key: CodingKeys) throws -> String { try members.decode(String.self, forKey: key) }
        func documents() throws -> [DocumentID: BlobHash] {
            try members.decode([DocumentID: BlobHash].self, forKey: .documents)
        }
        switch try members.decode(Kind.self, forKey: .type) {
        case .created: self = .created(try members.decode(EnvelopeDefinition.self, forKey: .definition))
        case .sent: self = .sent
        case .viewed: self = .viewed(recipientID: try recipient())
        case .received:
            self = .received(
                recipientID: try recipient(), shown: try members.decode(ShownPages.self, forKey: .shown))
        case .consented: self = .consented(recipientID: try recipient(), disclosure: try hash(.disclosure))
        case .signatureAdopted:
            self = .signatureAdopted(
                recipientID: try recipient(), kind: try members.decode(AdoptedKind.self, forKey: .kind),
                artwork: try hash(.artwork), method: try members.decode(AdoptionMethod.self, forKey: .method))
        case .fieldFilled:
            self = .fieldFilled(
                recipientID: try recipient(), tabID: try members.decode(TabID.self, forKey: .tabID),
                value: try text(.value))
        case .signed:
            self = .signed(
                recipientID: try recipient(), documents: try documents(),
                values: try members.decode([TabID: String].self, forKey: .values),
                shown: try members.decode(ShownPages.self, forKey: .shown))
        case .declined: self = .declined(recipientID: try recipient(), reason: try text(.reason))
        case .finishedLater: self = .finishedLater(recipientID: try recipient())
        case .voided: self = .voided(reason: try text(.reason))
        case .levelLowered:
            self = .levelLowered(
                wanted: try text(.wanted), reached: try text(.reached),
                cause: try members.decode(LevelCause.self, forKey: .cause))
        case .sealed:
            self = .sealed(
                documents: try documents(), combined: try hash(.combined), certificate: try hash(.certificate))
        case .historyTaken:
            self = .historyTaken(
                device: try text(.device), first: try members.decode(Int.self, forKey: .first),
                last: try members.decode(Int.self, forKey: .last),
                uploadedBy: try members.decode(Sender.self, forKey: .uploadedBy),
                otherFonts: try members.decodeIfPresent([TabID].self, forKey: .otherFonts) ?? [])
        case .identified:
            self = .identified(
                recipientID: try recipient(),
                identification: try members.decode(Identification.self, forKey: .identification))
        case .identificationFailed:
            self = .identificationFailed(
                recipientID: try recipient(),
                method: try members.decode(Identification.Method.self, forKey: .method))
        case .notified:
            self = .notified(
                recipientIDs: try members.decode([RecipientID].self, forKey: .recipientIDs),
                message: try members.decode(MessageKind.self, forKey: .message))
        case .mailed: self = .mailed(try members.decode(Mailing.self, forKey: .mailing))
        case .undelivered: self = .undelivered(try members.decode(Undelivered.self, forKey: .undelivered))
        case .placed:
            self = .placed(recipientID: try recipient(), tab: try members.decode(EnvelopeTab.self, forKey: .tab))
        case .unplaced:
            self = .unplaced(recipientID: try recipient(), tabID: try members.decode(TabID.self, forKey: .tabID))
        case .attached:
            self = .attached(
                recipientID: try recipient(), tabID: try members.decode(TabID.self, forKey: .tabID),
                file: try members.decode(AttachedFile.self, forKey: .file))
        case .detached:
            self = .detached(recipientID: try recipient(), tabID: try members.decode(TabID.self, forKey: .tabID))
        case .corrected: self = .corrected(try members.decode(Correction.self, forKey: .correction))
        case .locked: self = .locked(try members.decode(EditLock.self, forKey: .lock))
        case .unlocked: self = .unlocked
        case .delegated:
            self = .delegated(
                recipientID: try recipient(), delegation: try members.decode(Delegation.self, forKey: .delegation))
        case .scheduled: self = .scheduled(at: try members.decode(Date.self, forKey: .at))
        case .resumed: self = .resumed(before: try members.decode(Int.self, forKey: .before))
        case .workflowChanged:
            self = .workflowChanged(try members.decodeIfPresent(Workflow.self, forKey: .workflow))
        }
    }

    /// Writes the form that the event's hash covers.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .type)
        try members.encodeIfPresent(recipientID, forKey: .recipientID)
        switch self {
        case .created(let definition):
            try members.encode(definition, forKey: .definition)
        case .consented(_, let disclosure):
            try members.encode(disclosure, forKey: .disclosure)
        case .signatureAdopted(_, let kind, let artwork, let method):
            try members.encode(kind, forKey: .kind)
            try members.encode(artwork, forKey: .artwork)
            try members.encode(method, forKey: .method)
        case .fieldFilled(_, let tabID, let value):
            try members.encode(tabID, forKey: .tabID)
            try members.encode(value, forKey: .value)
        case .received(_, let shown):
            try members.encode(shown, forKey: .shown)
        case .signed(_, let documents, let values, let shown):
            try members.encode(documents, forKey: .documents)
            try members.encode(values, forKey: .values)
            try members.encode(shown, forKey: .shown)
        case .declined(_, let reason), .voided(let reason):
            try members.encode(reason, forKey: .reason)
        case .levelLowered(let wanted, let reached, let cause):
            try members.encode(wanted, forKey: .wanted)
            try members.encode(reached, forKey: .reached)
            try members.encode(cause, forKey: .cause)
        case .sealed(let documents, let combined, let certificate):
            try members.encode(documents, forKey: .documents)
            try members.encode(combined, forKey: .combined)
            try members.encode(certificate, forKey: .certificate)
        case .historyTaken(let device, let first, let last, let user, let otherFonts):
            try members.encode(device, forKey: .device)
            try members.encode(first, forKey: .first)
            try members.encode(last, forKey: .last)
            try members.encode(user, forKey: .uploadedBy)
            if !otherFonts.isEmpty { try members.encode(otherFonts, forKey: .otherFonts) }
        case .identified(_, let identification):
            try members.encode(identification, forKey: .identification)
        case .identificationFailed(_, let method):
            try members.encode(method, forKey: .method)
        case .notified(let recipients, let message):
            try members.encode(recipients, forKey: .recipientIDs)
            try members.encode(message, forKey: .message)
        case .mailed(let mailing):
            try members.encode(mailing, forKey: .mailing)
        case .undelivered(let undelivered):
            try members.encode(undelivered, forKey: .undelivered)
        case .delegated(_, let delegation):
            try members.encode(delegation, forKey: .delegation)
        case .scheduled(let date):
            try members.encode(date, forKey: .at)
        case .resumed(let order):
            try members.encode(order, forKey: .before)
        case .workflowChanged(let workflow):
            try members.encodeIfPresent(workflow, forKey: .workflow)
        case .placed(_, let tab):
            try members.encode(tab, forKey: .tab)
        case .unplaced(_, let tabID), .detached(_, let tabID):
            try members.encode(tabID, forKey: .tabID)
        case .attached(_, let tabID, let file):
            try members.encode(tabID, forKey: .tabID)
            try members.encode(file, forKey: .file)
        case .corrected(let correction):
            try members.encode(correction, forKey: .correction)
        case .locked(let lock):
            try members.encode(lock, forKey: .lock)
        case .sent, .viewed, .finishedLater, .unlocked:
            break
        }
    }
}
