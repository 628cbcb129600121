import Envelopes
import Foundation

/// Selects envelopes of an account for a list.
public struct EnvelopeQuery: Sendable, Hashable {
    /// The account whose envelopes are listed.
    public var accountID: String
    /// What has to have happened within the time limits.
    public var moment = Moment.statusChange
    /// Only envelopes for which the moment was stored at this time or later.
    public var changedFrom: Date?
    /// Only envelopes for which the moment was stored at this time or earlier.
    public var changedTo: Date?
    /// Only envelopes with these statuses; `nil` for any.
    public var statuses: Set<EnvelopeStatus>?
    /// Whether envelopes that their sender has deleted are listed too, besides those with the `statuses`. Those that
    /// ``ids`` names, or that lie in the ``places``, are listed in any case.
    public var includesDeleted = false
    /// Whether envelopes are left out that were voided before they were sent.
    public var leavesOutNeverSent = false
    /// Only these envelopes; `nil` for any.
    public var ids: [EnvelopeID]?
    /// Words that all have to stand in the subject, in names and addresses of the sender and the recipients, or in custom
    /// fields, at any place, ignoring case and accents; `nil` for any.
    public var text: String?
    /// Only envelopes that have this custom field; `nil` for any.
    public var customField: Field?
    /// Only envelopes of this sender, named by user id; `nil` for any.
    public var senderID: String?
    /// Only envelopes of this sender, named by address; `nil` for any.
    public var senderEmail: String?
    /// Only envelopes of this sender, named without case and accents; `nil` for any.
    public var senderName: String?
    /// Only envelopes with which ``viewer`` has to do in this way; `nil` for any.
    public var role: ViewerRole?
    /// Only envelopes in one of these places of the ``viewer``; `nil` for any. Of several lists, each has to hold.
    public var places: [[EnvelopePlace]] = []
    /// The user who asks. Needed for ``role``, ``places`` and ``Order/actionRequired``.
    public var viewer: EnvelopeViewer?
    /// The number of envelopes to skip.
    public var start: Int
    /// The maximum number of envelopes to return.
    public var count: Int
    /// What the list is sorted by.
    public var order = Order.statusChange
    /// Whether the oldest or smallest comes first; otherwise the newest or greatest.
    public var ascending: Bool
    /// The maximum total size of the stored states, in bytes; `nil` for no limit. The first envelope is returned
    /// whatever its size.
    public var bytes: Int?

    /// Something that happens to an envelope at most once, or the last change of its status. Lists go by the time at which
    /// it was stored.
    public enum Moment: Sendable, Hashable, CaseIterable {
        case statusChange, created, sent, delivered, signed, completed, declined, voided, deleted
    }

    /// What a list is sorted by. Envelopes without it come last.
    public enum Order: Sendable, Hashable, CaseIterable {
        case statusChange, created, sent, completed, lastModified, expiry, status
        /// The subject, without case and accents.
        case subject
        /// The sender's name, without case and accents.
        case sender
        /// The recipients' names, in the sender's order.
        case recipients
        /// Whether the viewer has to act; then the last change of the status.
        case actionRequired
    }

    /// What a user has to do with an envelope.
    public enum ViewerRole: Sendable, Hashable { case sender, recipient, onlyRecipient }

    /// A custom field's name and value, compared without case and accents.
    public struct Field: Sendable, Hashable {
        /// The field's name.
        public var name: String
        /// Its whole value.
        public var value: String

        /// Compares with fields that have this name and this whole value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Without further arguments, selects the account's hundred envelopes whose status changed last.
    public init(
        accountID: String, changedFrom: Date? = nil, changedTo: Date? = nil, statuses: Set<EnvelopeStatus>? = nil,
        ids: [EnvelopeID]? = nil, start: Int = 0, count: Int = 100, ascending: Bool = false, bytes: Int? = nil
    ) {
        self.accountID = accountID
        self.changedFrom = changedFrom
        self.changedTo = changedTo
        self.statuses = statuses
        self.ids = ids
        self.start = start
        self.count = count
        self.ascending = ascending
        self.bytes = bytes
    }
}

/// A user for whom a list is made.
public struct EnvelopeViewer: Sendable, Hashable {
    /// The user's id, by which they are a sender.
    public var userID: String
    /// The address by which the user is a recipient.
    public var email: String

    /// Checks neither the id nor the address.
    public init(userID: String, email: String) {
        self.userID = userID
        self.email = email
    }
}

/// Where a user finds an envelope: a folder, or a list that is made for them. The recycle bin and a user's own folders
/// hold what was put there; the other folders hold what nobody has moved.
public enum EnvelopePlace: Sendable, Hashable {
    /// Envelopes that have reached the user as a recipient.
    case inbox
    /// The user's envelopes that are no longer drafts.
    case sent
    /// The user's drafts.
    case drafts
    case recycleBin
    /// One of the user's own folders.
    case folder(id: String)
    /// All of the user's own folders.
    case ownFolders
    /// Envelopes for which the user has to act.
    case awaitingViewer
    /// The user's envelopes for which others have to act.
    case outForSignature
    /// Envelopes of the user, or waiting for them, whose time to sign ends before this moment.
    case expiring(before: Date)
    /// Completed envelopes of the user, or of which they are a recipient.
    case completed
}

/// One page of a list of envelopes, with their total number.
public struct EnvelopePage: Sendable {
    /// The envelopes of this page, in the order of the list.
    public let ids: [EnvelopeID]
    /// The number of envelopes on all pages.
    public let total: Int

    /// `total` counts the envelopes of all pages, not only those in `ids`.
    public init(ids: [EnvelopeID], total: Int) {
        self.ids = ids
        self.total = total
    }
}
