import DocuSignDialect
import Foundation
import ServiceCalls

/// What programs ask first: which versions there are, and which accounts a user has.
struct ServiceRoutes {
    private static let newest = "restapi/v2.1"
    private static let older = "restapi/v2"

    var routes: [APIRoute] {
        [
            APIRoute(.get, "restapi/service_information", needsToken: false) { call in
                try .json(ServiceInformation(base: call.base.absoluteString))
            },
            APIRoute(.get, Self.newest, needsToken: false) { call in
                try .json(ResourceInformation(root: Self.root(of: call)))
            },
            .dialect(
                .get, "\(Self.newest)/login_information", reading: ["include_account_id_guid"]
            ) { call in
                let user = try call.requireIdentity()
                return try .json(
                    LoginInformation(
                        accountID: user.accountID, accountName: user.accountName, userID: user.userID,
                        userName: user.name, email: user.email, root: Self.root(of: call)))
            },
        ]
    }

    /// Returns the address of the version that a call names.
    private static func root(of call: ServiceCall) -> String {
        let version = call.path.split(separator: "/").dropFirst().first ?? "v2.1"
        return "\(call.base.absoluteString)/restapi/\(version == "v2" ? "v2" : "v2.1")"
    }

    /// Returns a route, and the same under the older version's path: programs for it make the same calls.
    static func withAlias(_ route: APIRoute) -> [APIRoute] {
        guard route.path == newest || route.path.hasPrefix(newest + "/") else { return [route] }
        return [
            route,
            APIRoute(
                route.method, older + route.path.dropFirst(newest.count), needsToken: route.needsToken,
                answersHead: route.answersHead, contextual: route.handler),
        ]
    }
}
