import Foundation

/// The state of an envelope: what its events add up to, and nothing else.
///
/// Made only by ``apply(_:to:)``. The same events always give an equal value.
public struct Envelope: Hashable, Sendable, Codable {
    public let id: EnvelopeID
    public let definition: EnvelopeDefinition
    public internal(set) var status: EnvelopeStatus
    /// One for each recipient.
    public internal(set) var recipientStates: [RecipientID: RecipientState]
    /// Every stored version of every document, oldest first: as received, after each signer, sealed.
    public internal(set) var versions: [DocumentID: [BlobHash]]
    /// All sealed documents in one file.
    public internal(set) var combined: BlobHash?
    /// The certificate of completion.
    public internal(set) var certificate: BlobHash?
    public let createdAt: Date
    public internal(set) var sentAt: Date?
    public internal(set) var deliveredAt: Date?
    /// When the last recipient signed.
    public internal(set) var signedAt: Date?
    /// When it was sealed.
    public internal(set) var completedAt: Date?
    public internal(set) var declinedAt: Date?
    public internal(set) var voidedAt: Date?
    public internal(set) var voidedReason: String?
    public internal(set) var statusChangedAt: Date
    /// When the last event happened.
    public internal(set) var lastModifiedAt: Date
    /// The number of the last event.
    public internal(set) var lastSequence: Int
    /// The hash of the last event.
    public internal(set) var lastHash: BlobHash
    /// What has happened under each idempotency key: a digest of the content of every event.
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
    public var accountID: String { definition.accountID }
    public var sender: Sender { definition.sender }
    public var emailSubject: String { definition.emailSubject }
    public var emailBlurb: String? { definition.emailBlurb }
    public var documents: [EnvelopeDocument] { definition.documents }
    public var recipients: [Recipient] { definition.recipients }
    public var tabs: [EnvelopeTab] { definition.tabs }

    public func document(_ id: DocumentID) -> EnvelopeDocument? { documents.first { $0.id == id } }

    public func recipient(_ id: RecipientID) -> Recipient? { recipients.first { $0.id == id } }

    public func state(of id: RecipientID) -> RecipientState? { recipientStates[id] }

    public func tab(_ id: TabID) -> EnvelopeTab? { tabs.first { $0.id == id } }

    public func tabs(of id: RecipientID) -> [EnvelopeTab] { tabs.filter { $0.recipientID == id } }

    /// The newest stored version of a document.
    public func latestVersion(of id: DocumentID) -> BlobHash? { versions[id]?.last }

    /// What stands in a tab: what the recipient filled in or the service wrote, else what the sender gave; for
    /// full-name and e-mail tabs what is known of the recipient. Nil for artwork and for a date not yet signed.
    public func value(of tab: EnvelopeTab) -> String? {
        if tab.kind.isArtwork { return nil }
        if let value = recipientStates[tab.recipientID]?.values[tab.id] { return value }
        switch tab.kind {
        case .fullName: return recipient(tab.recipientID)?.name
        case .email: return recipient(tab.recipientID)?.email
        case .text, .checkbox, .radio, .list: return tab.value
        case .signHere, .initialHere, .dateSigned: return nil
        }
    }

    /// What is told of a tab that is not shown: what the sender gave, and nothing once the recipient has finished,
    /// because it is in no document.
    public func hiddenValue(of tab: EnvelopeTab) -> String? {
        recipientStates[tab.recipientID]?.hasFinished == true ? nil : tab.value
    }

    /// Whether a tab needs nothing more from its recipient; an optional one may still be empty. Adopted artwork stands
    /// in the tabs of its kind that its ``AdoptionScope`` names, and in those where the recipient put it.
    public func isFilled(_ tab: EnvelopeTab) -> Bool {
        if let kind = tab.kind.adoptedKind {
            guard let state = recipientStates[tab.recipientID], state.artwork(kind) != nil else { return false }
            guard isPlacedByHand(tab) else { return true }
            return state.values[tab.id].map { $0 == "true" } ?? (state.scope(kind) == .everyField)
        }
        switch tab.kind {
        case .checkbox: return value(of: tab) == "true"
        case .radio: return chosen(with: tab) != nil
        case .text, .list: return value(of: tab).map { !TextRules.isBlank($0) } ?? false
        default: return true
        }
    }

    /// What an adoption has to say of its scope: that of an earlier one stays, since it filled fields already.
    public func adoptionScope(of kind: AdoptedKind, by id: RecipientID) -> AdoptionScope {
        guard let state = recipientStates[id], state.artwork(kind) != nil else { return .chosenFields }
        return state.scope(kind)
    }

    /// Whether the recipient puts adopted artwork into this tab themselves. An adoption of an earlier version of the
    /// ceremony fills every required tab at once.
    public func isPlacedByHand(_ tab: EnvelopeTab) -> Bool {
        guard let kind = tab.kind.adoptedKind else { return false }
        guard tab.required, let state = recipientStates[tab.recipientID], state.artwork(kind) != nil else {
            return true
        }
        return state.scope(kind) == .chosenFields
    }

    /// The radio buttons of a button's group, itself among them.
    public func buttons(with tab: EnvelopeTab) -> [EnvelopeTab] {
        guard let group = tab.choice?.group else { return [] }
        return tabs.filter { $0.kind == .radio && $0.choice?.group == group && $0.recipientID == tab.recipientID }
    }

    /// The chosen button of a radio button's group.
    public func chosen(with tab: EnvelopeTab) -> EnvelopeTab? { buttons(with: tab).first { value(of: $0) == "true" } }

    /// Whether the recipient may only read a tab: it is locked, or of a radio group whose chosen button is.
    public func isLocked(_ tab: EnvelopeTab) -> Bool {
        tab.locked || tab.kind == .radio && chosen(with: tab)?.locked == true
    }

    /// The tabs that keep a recipient from finishing: required ones without a value, a tick or artwork, and of a radio
    /// group its first button. Locked tabs are the sender's and never count, nor do tabs that are not shown.
    public func missingTabs(of id: RecipientID) -> [EnvelopeTab] {
        var groups: Set<String> = []
        let shown = shownTabs(of: id)
        return tabs(of: id).filter { tab in
            guard tab.required, !tab.locked, shown.contains(tab.id), !isFilled(tab) else { return false }
            return tab.choice.map { groups.insert($0.group).inserted } ?? true
        }
    }

    /// The routing order whose recipients may act now; nil when all have signed.
    public var currentRoutingOrder: Int? {
        recipients.filter { recipientStates[$0.id]?.hasFinished != true }.map(\.routingOrder).min()
    }

    /// Whether it is this recipient's turn: the envelope is out, they have not finished, and nobody with a lower
    /// routing order is missing.
    public func isTurn(of id: RecipientID) -> Bool {
        guard status.isInProcess, let recipient = recipient(id), recipientStates[id]?.hasFinished == false else {
            return false
        }
        return recipient.routingOrder == currentRoutingOrder
    }

    /// Whether every recipient has signed, so that only the seal is missing.
    public var isReadyToSeal: Bool { status == .signed }
}
