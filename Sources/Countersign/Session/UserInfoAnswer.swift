import Foundation

/// The members of `GET /oauth/userinfo` that a log-in needs; the same from any server.
struct UserInfoAnswer: Decodable {
    struct Account: Decodable {
        let id: String
        let isDefault: Bool
        let name: String?
        let base: URL?

        private enum CodingKeys: String, CodingKey {
            case id = "account_id"
            case isDefault = "is_default"
            case name = "account_name"
            case base = "base_uri"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.decode(String.self, forKey: .id)
            name = try? members.decode(String.self, forKey: .name)
            base = (try? members.decode(String.self, forKey: .base)).flatMap { URL(string: $0) }
            isDefault =
                (try? members.decode(Bool.self, forKey: .isDefault))
                ?? ((try? members.decode(String.self, forKey: .isDefault)) == "true")
        }
    }

    let sub: String
    let name: String
    let email: String
    let accounts: [Account]

    /// Returns the account to log in to: the named one, else the user's default, else the only one.
    ///
    /// - Throws: ``CountersignError/accountMismatch(what:)`` if there is no such account
    func details(
        userID: String?, accountID: String?, server: URL?, followsBase: Bool
    ) throws(CountersignError) -> AccountDetails {
        if let userID, userID.lowercased() != sub.lowercased() {
            throw .accountMismatch(what: "the token belongs to another user")
        }
        let found =
            if let accountID {
                accounts.first { $0.id.lowercased() == accountID.lowercased() }
            } else {
                accounts.first(where: \.isDefault) ?? (accounts.count == 1 ? accounts.first : nil)
            }
        guard let found else {
            throw .accountMismatch(
                what: accountID == nil ? "the user has no default account" : "the user is not in the account")
        }
        return AccountDetails(
            accountID: found.id, userID: sub, userName: name, email: email, accountName: found.name,
            server: server ?? (followsBase ? found.base?.appending(path: "restapi") : nil))
    }
}
