import Foundation

/// A recipient's part, passed on to somebody else.
public struct Delegation: Hashable, Sendable, Codable {
    /// The new person.
    public var name: String
    /// The new person's address. None of the earlier holders may have it, in whatever case.
    public var email: String
    /// Why the recipient passed it on; the new person and the sender read it.
    public var reason: String

    /// Checked by the command that passes the part on: the name is not blank, the address is valid.
    public init(name: String, email: String, reason: String) {
        self.name = name
        self.email = email
        self.reason = reason
    }
}

/// A person who passed their part on, and when.
public struct EarlierHolder: Hashable, Sendable, Codable {
    /// The name that the recipient had until then.
    public var name: String
    /// The address that the recipient had until then.
    public var email: String
    /// The reason that they gave.
    public var reason: String
    /// The time of the event that passed the part on.
    public var at: Date

    package init(name: String, email: String, reason: String, at: Date) {
        self.name = name
        self.email = email
        self.reason = reason
        self.at = at
    }
}

extension Recipient {
    /// Whether this kind of recipient can pass their part on. The sender's own program names those who sign inside it,
    /// and a host sits beside those who sign in person.
    var isReplaceable: Bool { kind == .signer && clientUserID == nil && !email.isEmpty }

    /// Puts another person in this one's place. The sender's words to the earlier person do not go to the new one.
    mutating func pass(to delegation: Delegation) {
        name = delegation.name
        email = delegation.email
        note = nil
        offlineAttributes = nil
        emailNotification = emailNotification?.language.map { EmailNotification(language: $0) }
    }
}

extension Envelope {
    /// Whether a recipient may pass their part on now, apart from who the new person is.
    public func mayDelegate(_ id: RecipientID, limit: Int = ActLimits().delegations) -> Bool {
        definition.allowsReassigning && isTurn(of: id) && recipient(id)?.isReplaceable == true
            && (state(of: id)?.earlierHolders.count ?? 0) < limit
    }
}
