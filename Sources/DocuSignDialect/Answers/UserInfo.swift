import Foundation

/// The answer to `GET /oauth/userinfo`. Unlike the rest of the API, it has real Booleans.
package struct UserInfo: Codable, Hashable, Sendable {
    package var sub: String
    package var name: String
    package var givenName: String
    package var familyName: String
    package var created: String
    package var email: String
    package var accounts: [Account]

    /// An account that the user belongs to.
    package struct Account: Codable, Hashable, Sendable {
        package var accountID: String
        package var isDefault: Bool
        package var accountName: String
        /// Scheme, host and port; clients add `/restapi`.
        package var baseURI: String

        package init(accountID: String, isDefault: Bool, accountName: String, baseURI: String) {
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
    package init(userID: String, name: String, email: String, created: Date, accounts: [Account]) {
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
