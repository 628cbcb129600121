import DocuSignDialect
import Foundation
import ServiceCalls

/// The user of an access token, and the base address of their account.
struct UserInfoRoute {
    var routes: [APIRoute] {
        [
            APIRoute(.get, "oauth/userinfo") { request in
                let identity = try request.requireIdentity()
                let account = UserInfo.Account(
                    accountID: identity.accountID, isDefault: true, accountName: identity.accountName,
                    baseURI: request.base.absoluteString)
                return try .json(
                    UserInfo(
                        userID: identity.userID, name: identity.name, email: identity.email,
                        created: identity.createdAt, accounts: [account]))
            }
        ]
    }
}
