import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import SignWellDialect

/// `GET` and `DELETE /api_applications/{id}`. Applications are made on the command line.
struct ApplicationRoutes {
    let applications: SQLApplicationStore

    var routes: [APIRoute] {
        let path = SignWell.base + "/api_applications/:id"
        return [
            APIRoute(.get, path) { call in
                let identity = try call.requireIdentity()
                guard let found = try await applications.application(id(call), of: identity.accountID) else {
                    throw SignWell.ErrorBody.notFound("api_application")
                }
                return try .json(
                    SignWell.Application(
                        id: found.id, name: found.name, createdAt: found.createdAt, updatedAt: found.updatedAt,
                        owner: .init(
                            id: identity.userID, accountID: identity.accountID, name: identity.name,
                            email: identity.email)))
            },
            APIRoute(.delete, path) { call in
                let account = try call.requireIdentity().accountID
                guard try await applications.removeApplication(id(call), of: account) else {
                    throw SignWell.ErrorBody.notFound("api_application")
                }
                return HTTPReply(status: 204)
            },
        ]
    }

    private func id(_ call: ServiceCall) -> String { (call.parameters["id"] ?? "").lowercased() }
}
