import DocuSignDialect
import Foundation
import HTTPTypes
import Hummingbird

/// Who the token belongs to, and where its account is.
struct UserInfoRoute {
    let address: ServiceAddress

    func add(to table: inout MethodTable) {
        table.on(.get, "oauth/userinfo") { request, context in
            let identity = try context.requireIdentity()
            let account = UserInfo.Account(
                accountID: identity.accountID, isDefault: true, accountName: identity.accountName,
                baseURI: address.base(for: request).absoluteString)
            return try .json(
                UserInfo(
                    userID: identity.userID, name: identity.name, email: identity.email,
                    created: identity.createdAt, accounts: [account]))
        }
    }
}
