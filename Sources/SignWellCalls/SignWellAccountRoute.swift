import HTTPMessages
import ServiceCalls
import SignWellDialect

/// `GET /me`: whose key it is.
struct SignWellAccountRoute {
    var routes: [APIRoute] {
        [
            APIRoute(.get, SignWell.base + "/me") { call in
                let identity = try call.requireIdentity()
                let user = SignWell.Me.User(id: identity.userID, name: identity.name, email: identity.email)
                return try .json(
                    SignWell.Me(user, account: .init(id: identity.accountID, name: identity.accountName, users: [user]))
                )
            }
        ]
    }
}
