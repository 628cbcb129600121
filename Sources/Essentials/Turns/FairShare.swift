/// The account and visitor that a costly operation is charged to. ``FairSlots`` divides capacity between them.
public struct FairShare: Sendable, Hashable {
    /// The account that owns the documents.
    public let account: String
    /// The visitor who makes the request.
    public let visitor: String

    /// Without a visitor, all requests of the account share its capacity.
    public init(account: String, visitor: String = "") {
        self.account = account
        self.visitor = visitor
    }

    /// The share for a process that serves a single user.
    public static let sole = FairShare(account: "")
}
