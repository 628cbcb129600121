import Foundation

/// An authenticated API user: a user of an account.
public struct Identity: Sendable, Hashable, Codable {
    /// The account's id, a lower-case GUID.
    public let accountID: String
    /// The user's id, a lower-case GUID.
    public let userID: String
    /// The account's name.
    public let accountName: String
    /// The user's name.
    public let name: String
    /// The user's e-mail address.
    public let email: String
    /// When the user was added to the account.
    public let createdAt: Date

    /// Checks nothing; a store that looks a token up makes it.
    public init(
        accountID: String, userID: String, accountName: String, name: String, email: String, createdAt: Date
    ) {
        self.accountID = accountID
        self.userID = userID
        self.accountName = accountName
        self.name = name
        self.email = email
        self.createdAt = createdAt
    }
}
