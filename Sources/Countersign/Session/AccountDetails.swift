import Foundation

/// Who uses an account: what `/oauth/userinfo` says, and what an app keeps to log in again.
public struct AccountDetails: Sendable, Hashable, Codable {
    public var accountID: String
    public var userID: String
    /// The user's name and e-mail address, as recipients are compared with.
    public var userName: String
    public var email: String
    public var accountName: String?
    /// The account's own server, ending in `/restapi`, where it is not the configured one.
    public var server: URL?

    /// - Parameters:
    ///   - accountID: `account_id`.
    ///   - userID: `sub`.
    ///   - userName: `name`.
    ///   - email: `email`.
    ///   - accountName: `account_name`.
    ///   - server: `base_uri` followed by `/restapi`.
    public init(
        accountID: String, userID: String, userName: String, email: String, accountName: String? = nil,
        server: URL? = nil
    ) {
        self.accountID = accountID
        self.userID = userID
        self.userName = userName
        self.email = email
        self.accountName = accountName
        self.server = server
    }
}
