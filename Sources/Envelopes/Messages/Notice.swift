/// A message that an event causes.
public struct Notice: Hashable, Sendable, Codable {
    /// What the message is about.
    public var message: MessageKind
    /// The recipient who gets it; `nil` for the sender.
    public var recipientID: RecipientID?

    /// Without a recipient, the message goes to the sender.
    public init(_ message: MessageKind, to recipientID: RecipientID? = nil) {
        self.message = message
        self.recipientID = recipientID
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case recipientID = "recipientId"
    }
}

/// Which messages the sender gets.
public struct SenderNotices: Hashable, Sendable, Codable {
    /// A recipient opened the documents for the first time.
    public var viewed: Bool
    /// A recipient declined.
    public var declined: Bool
    /// The sender voided the envelope. The sender hears of an expiry in any case.
    public var voided: Bool
    /// Everybody has signed and the documents are sealed.
    public var completed: Bool
    /// A message to a recipient was given up as undeliverable.
    public var undeliverable: Bool
    /// A recipient put somebody else in their place.
    public var delegated: Bool

    /// The defaults leave out what the sender did or need not hear: opening, and their own voiding.
    public init(
        viewed: Bool = false, declined: Bool = true, voided: Bool = false, completed: Bool = true,
        undeliverable: Bool = true, delegated: Bool = true
    ) {
        self.viewed = viewed
        self.declined = declined
        self.voided = voided
        self.completed = completed
        self.undeliverable = undeliverable
        self.delegated = delegated
    }

    /// A kind that was not known when the value was stored is as usual.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let usual = SenderNotices()
        viewed = try members.decodeIfPresent(Bool.self, forKey: .viewed) ?? usual.viewed
        declined = try members.decodeIfPresent(Bool.self, forKey: .declined) ?? usual.declined
        voided = try members.decodeIfPresent(Bool.self, forKey: .voided) ?? usual.voided
        completed = try members.decodeIfPresent(Bool.self, forKey: .completed) ?? usual.completed
        undeliverable = try members.decodeIfPresent(Bool.self, forKey: .undeliverable) ?? usual.undeliverable
        delegated = try members.decodeIfPresent(Bool.self, forKey: .delegated) ?? usual.delegated
    }
}

extension Notice {
    /// Returns the messages that an event causes. A pure function.
    ///
    /// - Parameters:
    ///   - before: the envelope before the event; `nil` before the first
    ///   - after: the envelope after it
    public static func all(
        for event: Event, _ before: Envelope?, _ after: Envelope, to sender: SenderNotices = SenderNotices()
    ) -> [Notice] {
        var notices = called(before, after)
        switch event.body {
        case .viewed(let id):
            if sender.viewed, before?.state(of: id)?.deliveredAt == nil { notices.append(Notice(.viewed)) }
        case .declined(let id, _):
            notices += asked(after, except: id).map { Notice(.declined, to: $0) }
            if sender.declined { notices.append(Notice(.declined)) }
        case .voided:
            notices += asked(after).map { Notice(.voided, to: $0) }
            if sender.voided || event.actor.kind == .service { notices.append(Notice(.voided)) }
        case .sealed where after.definition.options.announcesCompletion:
            notices += after.recipients.filter(\.getsMail).map { Notice(.completed, to: $0.id) }
            if sender.completed { notices.append(Notice(.completed)) }
        case .notified(let ids, let message):
            notices += ids.filter { after.recipient($0)?.getsMail == true }.map { Notice(message, to: $0) }
        case .undelivered(let undelivered):
            if sender.undeliverable, undelivered.recipientID != nil, undelivered.waitsUntil == nil {
                notices.append(Notice(.undeliverable))
            }
        case .identificationFailed(let id, _):
            if after.state(of: id)?.isLocked == true { notices.append(Notice(.locked)) }
        case .corrected: if let before { notices += corrected(before, after) }
        case .delegated(let id, _):
            notices.append(Notice(.invitation, to: id))
            if sender.delegated { notices.append(Notice(.delegated)) }
        default: break
        }
        return notices
    }

    /// The recipients whose turn the event brought.
    private static func called(_ before: Envelope?, _ after: Envelope) -> [Notice] {
        let first = after.recipients.map(\.routingOrder).min()
        return after.recipients.filter { recipient in
            // A copy is news of the end, like completion.
            guard recipient.acts || after.definition.options.announcesCompletion else { return false }
            // Whose first message waits gets it later, if they have not finished by then.
            return recipient.getsMail && recipient.mailDelay == nil && before?.state(of: recipient.id)?.sentAt == nil
                && after.state(of: recipient.id)?.sentAt != nil
        }.map { recipient in
            let message: MessageKind =
                !recipient.acts ? .copy : recipient.routingOrder == first ? .invitation : .yourTurn
            return Notice(message, to: recipient.id)
        }
    }

    /// An invitation for those who have a new address, and the news for others who have to look again.
    private static func corrected(_ before: Envelope, _ after: Envelope) -> [Notice] {
        after.recipients.filter { recipient in
            recipient.signs && recipient.getsMail && after.isTurn(of: recipient.id)
                && before.state(of: recipient.id)?.sentAt != nil
        }.compactMap { recipient in
            let old = before.recipient(recipient.id)
            if old?.email != recipient.email || old?.getsMail != true {
                return Notice(.invitation, to: recipient.id)
            }
            let isSeenAnew =
                before.documents.map(\.blob) != after.documents.map(\.blob)
                || before.tabs(of: recipient.id) != after.tabs(of: recipient.id)
            return isSeenAnew ? Notice(.corrected, to: recipient.id) : nil
        }
    }

    /// The recipients who got a message before.
    private static func asked(_ envelope: Envelope, except id: RecipientID? = nil) -> [RecipientID] {
        envelope.recipients.filter { recipient in
            recipient.id != id && recipient.getsMail && envelope.state(of: recipient.id)?.sentAt != nil
        }.map(\.id)
    }
}
