import Foundation

/// The answer to `GET /oauth/userinfo`. Unlike the rest of the API, it has real Booleans.
public struct UserInfo: Codable, Hashable, Sendable {
    public var sub: String
    public var name: String
    public var givenName: String
    public var familyName: String
    public var created: String
    public var email: String
    public var accounts: [Account]

    /// An account that the user belongs to.
    public struct Account: Codable, Hashable, Sendable {
        public var accountID: String
        public var isDefault: Bool
        public var accountName: String
        /// Scheme, host and port; clients add `/restapi`.
        public var baseURI: String

        public init(accountID: String, isDefault: Bool, accountName: String, baseURI: String) {
            self.accountID = accountID
            self.isDefault = isDefault
            self.accountName = accountName
            self.baseURI = baseURI
        }

        private enum CodingKeys: String, CodingKey {
            case accountID = "account_id"
            case isDefault = "is_default"
            case accountName = "account_name"
            case baseURI = "base_uri"
        }
    }

    /// - Parameter name: the last word becomes the family name, the others the given name
    public init(userID: String, name: String, email: String, created: Date, accounts: [Account]) {
        sub = userID
        self.name = name
        let words = name.split(separator: " ")
        givenName = words.dropLast().joined(separator: " ")
        familyName = words.last.map { String($0) } ?? ""
        if words.count == 1 { (givenName, familyName) = (familyName, "") }
        self.created = String(WireDate.text(created).dropLast())
        self.email = email
        self.accounts = accounts
    }

    private enum CodingKeys: String, CodingKey {
        case sub, name
        case givenName = "given_name"
        case familyName = "family_name"
        case created, email, accounts
    }
}
