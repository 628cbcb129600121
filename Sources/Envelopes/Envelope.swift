import Essentials
import Foundation

/// The state of an envelope, derived from its events alone.
///
/// Only ``apply(_:to:)`` makes it. The same events always give an equal value.
public struct Envelope: Hashable, Sendable, Codable {
    /// Given by the client or service that created it; never changes.
    public let id: EnvelopeID
    /// What the sender decided, with all corrections so far.
    public internal(set) var definition: EnvelopeDefinition
    /// The status in the words of the eSignature REST API.
    public internal(set) var status: EnvelopeStatus
    /// The state of each recipient.
    public internal(set) var recipientStates: [RecipientID: RecipientState]
    /// Every stored version of every document, oldest first: as received, after each signer, sealed.
    public internal(set) var versions: [DocumentID: [BlobHash]]
    /// All sealed documents in one file.
    public internal(set) var combined: BlobHash?
    /// The certificate of completion.
    public internal(set) var certificate: BlobHash?
    /// The time of the first event.
    public let createdAt: Date
    /// When it was sent; `nil` for a draft.
    public internal(set) var sentAt: Date?
    /// When every recipient had opened it, or was done; `nil` before.
    public internal(set) var deliveredAt: Date?
    /// When the last recipient signed.
    public internal(set) var signedAt: Date?
    /// When it was sealed.
    public internal(set) var completedAt: Date?
    /// When a recipient declined; `nil` if nobody did.
    public internal(set) var declinedAt: Date?
    /// When the sender withdrew it or its time ended; `nil` if neither happened.
    public internal(set) var voidedAt: Date?
    /// The sender's reason for voiding it, or the service's own words if the time to sign ended (``hasExpired``).
    public internal(set) var voidedReason: String?
    /// When recipients were warned that the time to sign ends soon.
    public internal(set) var expiryWarnedAt: Date?
    /// When a recipient first opened it.
    public internal(set) var openedAt: Date?
    /// The last lock; it may have ended (``lock(at:)``).
    var lock: EditLock?
    /// When it is to be sent by itself; `nil` if it is not, and once it is sent.
    public internal(set) var scheduledAt: Date?
    var held: HeldOrder?
    /// The routing orders whose pauses are over.
    var released: [Int]?
    /// When ``status`` last changed.
    public internal(set) var statusChangedAt: Date
    /// When the last event happened.
    public internal(set) var lastModifiedAt: Date
    /// The number of the last event.
    public internal(set) var lastSequence: Int
    /// The hash of the last event.
    public internal(set) var lastHash: BlobHash
    /// For each idempotency key, the content digests of the events under it.
    package internal(set) var answeredKeys: [AnsweredKey: Set<BlobHash>]

    init(id: EnvelopeID, definition: EnvelopeDefinition, event: Event) {
        self.id = id
        self.definition = definition
        status = .created
        recipientStates = Dictionary(
            definition.recipients.map { ($0.id, RecipientState()) }, uniquingKeysWith: { first, _ in first })
        versions = Dictionary(
            definition.documents.map { ($0.id, [$0.blob]) }, uniquingKeysWith: { first, _ in first })
        createdAt = event.at
        statusChangedAt = event.at
        lastModifiedAt = event.at
        lastSequence = 0
        lastHash = .none
        answeredKeys = [:]
    }
}

extension Envelope {
    /// The account that it belongs to.
    public var accountID: String { definition.accountID }
    /// The sender whom people see.
    public var sender: Sender { definition.sender }
    /// The subject of messages about it.
    public var emailSubject: String { definition.emailSubject }
    /// The sender's message to all recipients; `nil` for none.
    public var emailBlurb: String? { definition.emailBlurb }
    /// The sender's documents and those that recipients attached.
    public var documents: [EnvelopeDocument] { definition.documents }
    /// All recipients, in the sender's order. ``Recipient/routingOrder`` says who acts when.
    public var recipients: [Recipient] { definition.recipients }
    /// The sender's tabs, and those that recipients without any placed themselves.
    public var tabs: [EnvelopeTab] {
        definition.tabs + recipients.flatMap { recipientStates[$0.id]?.placed ?? [] }
    }

    /// The document with an id; `nil` if there is none.
    public func document(_ id: DocumentID) -> EnvelopeDocument? { documents.first { $0.id == id } }

    /// Whether the time to sign ended, and nobody withdrew the envelope.
    public var hasExpired: Bool { status == .voided && voidedReason == Command.expiryReason }

    /// The recipient with an id; `nil` if there is none.
    public func recipient(_ id: RecipientID) -> Recipient? { recipients.first { $0.id == id } }

    /// What a recipient has done so far; `nil` for an unknown id.
    public func state(of id: RecipientID) -> RecipientState? { recipientStates[id] }

    /// The tab with an id, placed by the sender or a recipient; `nil` if there is none.
    public func tab(_ id: TabID) -> EnvelopeTab? { tabs.first { $0.id == id } }

    /// A recipient's tabs, shown or hidden; empty for an unknown id.
    public func tabs(of id: RecipientID) -> [EnvelopeTab] { tabs.filter { $0.recipientID == id } }

    /// The newest stored version of a document.
    public func latestVersion(of id: DocumentID) -> BlobHash? { versions[id]?.last }

    /// The value of a tab: the recipient's or the service's, else the sender's. For full-name and e-mail tabs, the
    /// recipient's known name or address. `nil` for artwork and for a date not yet signed.
    public func value(of tab: EnvelopeTab) -> String? {
        if tab.kind.isArtwork { return nil }
        if let value = recipientStates[tab.recipientID]?.values[tab.id] { return value }
        switch tab.kind {
        case .fullName: return recipient(tab.recipientID).map { tab.detail.part(ofName: $0.name) }
        case .email: return recipient(tab.recipientID)?.email
        case .text, .checkbox, .radio, .list: return tab.value
        case .signerAttachment: return attachedFile(in: tab)?.name
        case .signHere, .initialHere, .dateSigned: return nil
        }
    }

    /// The value to report for a tab that is not shown: the sender's. `nil` once the recipient has finished, because
    /// the tab is in no document.
    public func hiddenValue(of tab: EnvelopeTab) -> String? {
        recipientStates[tab.recipientID]?.hasFinished == true ? nil : tab.value
    }

    /// Whether a tab needs nothing more from its recipient; an optional tab may still be empty. Adopted artwork fills
    /// the tabs of its kind in which the recipient placed it.
    public func isFilled(_ tab: EnvelopeTab) -> Bool {
        if let kind = tab.kind.adoptedKind {
            guard let state = recipientStates[tab.recipientID], state.artwork(kind) != nil else { return false }
            return state.values[tab.id] == "true"
        }
        switch tab.kind {
        case .checkbox: return value(of: tab) == "true"
        case .radio: return chosen(with: tab) != nil
        case .signerAttachment: return attachedFile(in: tab) != nil
        case .text, .list: return value(of: tab).map { !TextRules.isBlank($0) } ?? false
        default: return true
        }
    }

    /// The buttons of a radio button's group, including the button itself.
    public func buttons(with tab: EnvelopeTab) -> [EnvelopeTab] {
        guard let group = tab.choice?.group else { return [] }
        return tabs.filter { $0.kind == .radio && $0.choice?.group == group && $0.recipientID == tab.recipientID }
    }

    /// The chosen button of a radio button's group.
    public func chosen(with tab: EnvelopeTab) -> EnvelopeTab? { buttons(with: tab).first { value(of: $0) == "true" } }

    /// Whether the recipient may only read a tab: it is locked, or the chosen button of its radio group is.
    public func isLocked(_ tab: EnvelopeTab) -> Bool {
        tab.locked || tab.kind == .radio && chosen(with: tab)?.locked == true
    }

    /// The tabs that keep a recipient from finishing: required tabs without a value, a tick or artwork. A radio group
    /// counts once, by its first button. Locked tabs and tabs that are not shown never count.
    public func missingTabs(of id: RecipientID) -> [EnvelopeTab] {
        var groups: Set<String> = []
        let shown = shownTabs(of: id)
        return tabs(of: id).filter { tab in
            guard tab.required, !tab.locked, shown.contains(tab.id), !isFilled(tab) else { return false }
            return tab.choice.map { groups.insert($0.group).inserted } ?? true
        }
    }

    /// The lowest routing order with a recipient who has not finished; `nil` if all have finished.
    public var currentRoutingOrder: Int? {
        recipients.filter { recipientStates[$0.id]?.hasFinished != true }.map(\.routingOrder).min()
    }

    /// Whether it is this recipient's turn: the envelope is in process, they have not finished, everybody with a lower
    /// routing order has, and the workflow does not wait before theirs.
    public func isTurn(of id: RecipientID) -> Bool {
        guard status.isInProcess, let recipient = recipient(id), recipientStates[id]?.hasFinished == false else {
            return false
        }
        return recipient.routingOrder == currentRoutingOrder && held?.order != recipient.routingOrder
    }

    /// The proofs that the sender asked for and the recipient has not given.
    public func missingIdentifications(of id: RecipientID) -> [Identification.Method] {
        let given = state(of: id)?.identifications.map(\.method) ?? []
        return (recipient(id)?.askedIdentifications ?? []).filter { !given.contains($0) }
    }

    /// Whether every recipient has signed and only the seal is missing.
    public var isReadyToSeal: Bool { status == .signed }
}
