import Foundation

/// The user of an account, as `/oauth/userinfo` describes them. An app stores this to log in again.
public struct AccountDetails: Sendable, Hashable, Codable {
    /// `account_id`: the account that all calls of the session name.
    public var accountID: String
    /// `sub`: the user's id at the server.
    public var userID: String
    /// The user's name. Recipients are matched by this and the e-mail address.
    public var userName: String
    /// `email`. Recipients are matched by this, ignoring case, and the name.
    public var email: String
    /// `account_name`; `nil` if the server gave none.
    public var accountName: String?
    /// The account's own server, ending in `/restapi`, if it differs from the configured one.
    public var server: URL?

    /// - Parameters:
    ///   - accountID: `account_id`
    ///   - userID: `sub`
    ///   - userName: `name`
    ///   - email: `email`
    ///   - accountName: `account_name`
    ///   - server: `base_uri` followed by `/restapi`
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
