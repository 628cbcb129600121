import Envelopes

/// Somebody who can stand in an ``EnvelopeDraft``: ``Signer``, ``InPersonSigner``, ``CarbonCopy``.
public protocol DraftRecipient: Sendable {
    var draft: RecipientDraft { get }
}

/// A recipient with everything that they have to do.
public struct RecipientDraft: DraftRecipient, Hashable, Sendable {
    public var recipient: Recipient
    public var tabs: [TabDraft]
    /// How many of which checkboxes have to be ticked.
    public var groups: [TabGroup]
    /// Names of radio groups that were given no button.
    var emptyRadioGroups: [String] = []

    public init(_ recipient: Recipient, tabs: [TabDraft] = [], groups: [TabGroup] = []) {
        self.recipient = recipient
        self.tabs = tabs
        self.groups = groups
    }

    init(_ recipient: Recipient, parts: [RecipientDraft.Tabs]) {
        self.recipient = recipient
        tabs = parts.flatMap(\.tabs)
        emptyRadioGroups = parts.flatMap(\.emptyRadioGroups)
        groups = parts.flatMap(\.groups).map { group in
            TabGroup(
                label: group.label, recipientID: recipient.id, rule: group.rule, minimum: group.minimum,
                maximum: group.maximum, message: group.message)
        }
    }

    public var draft: RecipientDraft { self }
}

/// Somebody who signs.
public struct Signer: DraftRecipient, Hashable {
    public var draft: RecipientDraft

    /// - Parameters:
    ///   - routingOrder: from 1; those with equal numbers act in any order, lower numbers act first.
    ///   - clientUserID: for somebody who signs inside the app.
    ///   - note: a message to this recipient alone.
    public init(
        id: RecipientID, name: String, email: String, routingOrder: Int = 1, clientUserID: String? = nil,
        note: String? = nil, @RecipientDraft.TabsBuilder tabs: () -> [RecipientDraft.Tabs] = { [] }
    ) {
        let recipient = Recipient(
            id: id, name: name, email: email, routingOrder: routingOrder, clientUserID: clientUserID, note: note)
        draft = RecipientDraft(recipient, parts: tabs())
    }
}

/// Somebody who signs on a device that a host hands over.
public struct InPersonSigner: DraftRecipient, Hashable {
    public var draft: RecipientDraft

    /// - Parameter email: where a copy goes; may be empty.
    public init(
        id: RecipientID, name: String, email: String = "", host: Recipient.Host, routingOrder: Int = 1,
        clientUserID: String? = nil, note: String? = nil,
        @RecipientDraft.TabsBuilder tabs: () -> [RecipientDraft.Tabs] = { [] }
    ) {
        let recipient = Recipient(
            id: id, name: name, email: email, routingOrder: routingOrder, clientUserID: clientUserID, note: note,
            kind: .inPersonSigner, host: host)
        draft = RecipientDraft(recipient, parts: tabs())
    }
}

/// Somebody who gets a copy when their turn comes.
public struct CarbonCopy: DraftRecipient, Hashable {
    public var draft: RecipientDraft

    public init(id: RecipientID, name: String, email: String, routingOrder: Int = 1, note: String? = nil) {
        draft = RecipientDraft(
            Recipient(
                id: id, name: name, email: email, routingOrder: routingOrder, note: note, kind: .carbonCopy))
    }
}
