import Envelopes

/// A recipient in an ``EnvelopeDraft``: ``Signer``, ``InPersonSigner``, ``CarbonCopy``.
public protocol DraftRecipient: Sendable {
    /// The recipient with their tabs, which becomes part of the envelope's draft.
    var draft: RecipientDraft { get }
}

/// A recipient with their tabs and groups.
public struct RecipientDraft: DraftRecipient, Hashable, Sendable {
    /// Checked by ``EnvelopeDraft/validate(sending:)``, not here.
    public var recipient: Recipient
    /// The recipient's tabs. Their order does not matter to where they stand.
    public var tabs: [TabDraft]
    /// Rules for how many checkboxes of a group have to be ticked.
    package var groups: [TabGroup]
    /// Names of radio groups without buttons.
    var emptyRadioGroups: [String] = []

    /// Creates a recipient whose tabs belong to no group of checkboxes.
    public init(_ recipient: Recipient, tabs: [TabDraft] = []) {
        self.init(recipient, tabs: tabs, groups: [])
    }

    package init(_ recipient: Recipient, tabs: [TabDraft], groups: [TabGroup]) {
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

    /// Itself.
    public var draft: RecipientDraft { self }
}

/// A person who signs.
public struct Signer: DraftRecipient, Hashable {
    /// The recipient, of the kind `signer`.
    public var draft: RecipientDraft

    /// - Parameters:
    ///   - routingOrder: from 1; lower numbers act first, equal numbers in any order
    ///   - clientUserID: set for a person who signs inside the app
    ///   - note: a message to this recipient alone
    public init(
        id: RecipientID, name: String, email: String, routingOrder: Int = 1, clientUserID: String? = nil,
        note: String? = nil, @RecipientDraft.TabsBuilder tabs: () -> [RecipientDraft.Tabs] = { [] }
    ) {
        let recipient = Recipient(
            id: id, name: name, email: email, routingOrder: routingOrder, clientUserID: clientUserID, note: note)
        draft = RecipientDraft(recipient, parts: tabs())
    }
}

/// A person who signs on a device that a host hands to them.
public struct InPersonSigner: DraftRecipient, Hashable {
    /// The recipient, of the kind `inPersonSigner`.
    public var draft: RecipientDraft

    /// - Parameter email: the address for a copy; may be empty
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

/// A person who gets a copy when their turn comes.
public struct CarbonCopy: DraftRecipient, Hashable {
    /// The recipient, of the kind `carbonCopy`; without tabs.
    public var draft: RecipientDraft

    /// - Parameters:
    ///   - routingOrder: from 1; lower numbers act first
    ///   - note: a message to this recipient alone; `nil` for none
    public init(id: RecipientID, name: String, email: String, routingOrder: Int = 1, note: String? = nil) {
        draft = RecipientDraft(
            Recipient(
                id: id, name: name, email: email, routingOrder: routingOrder, note: note, kind: .carbonCopy))
    }
}
