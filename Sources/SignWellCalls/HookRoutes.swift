import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import SignWellDialect

/// The calls about hooks. A key of an API application sees and makes the hooks of that application only.
struct HookRoutes {
    let settings: ConnectSettings
    let store: SQLHookStore
    let applications: SQLApplicationStore
    let secrets: any SecretBox
    let requestLimit: Int
    let now: @Sendable () -> Date

    private static let all = "\(SignWell.base)/hooks"

    var routes: [APIRoute] {
        [
            APIRoute(.get, Self.all) { try await list($0) },
            APIRoute(.post, Self.all) { try await create($0) },
            APIRoute(.delete, "\(Self.all)/:hookId") { try await remove($0) },
        ]
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let hooks = try await store.hooks(of: try request.requireIdentity().accountID)
        return try .json(hooks.filter { Self.isSeen($0, by: request) }.map(answer))
    }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let accountID = try request.requireIdentity().accountID
        let problems = RequestProblems()
        let body = SignWell.HookRequest(reading: try await request.signWellBody(limit: requestLimit, problems))
        let application = body.apiApplicationID?.lowercased()
        if let own = request.applicationID, let application, application != own.lowercased() {
            problems.add("The API key belongs to another application.", at: ["api_application_id"])
        }
        if let application, !problems.has(["api_application_id"]),
            try await applications.application(application, of: accountID) == nil
        {
            problems.add("There is no application with this id.", at: ["api_application_id"])
        }
        if let url = body.callbackURL, let problem = settings.problem(with: url) {
            problems.add(problem.description, at: ["callback_url"])
        }
        try problems.check()
        guard let url = body.callbackURL else {
            throw SignWell.ErrorBody.invalidParameter("The parameter callback_url is missing.")
        }
        let id = UUID.random().uuidString.lowercased()
        let hook = Hook(
            accountID: accountID, applicationID: application ?? request.applicationID, url: url,
            sealedID: try secrets.seal(id, for: ConnectSecret.hook(of: accountID)), createdAt: now())
        guard let stored = try await store.add(hook, id: Secret(text: id)) else {
            throw SignWell.ErrorBody(
                errors: .members([
                    "base": .sentences(["An account has at most \(Hook.mostInAccount) hooks; delete one first."])
                ]))
        }
        return try .json(answer(stored), status: 201)
    }

    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let accountID = try request.requireIdentity().accountID
        let id = Secret(text: (request.parameters["hookId"] ?? "").lowercased())
        guard let hook = try await store.hook(id, of: accountID), Self.isSeen(hook, by: request),
            try await store.remove(hook.number, of: accountID)
        else { throw SignWell.ErrorBody.notFound("hook") }
        return HTTPReply(status: 204)
    }

    private static func isSeen(_ hook: Hook, by request: ServiceCall) -> Bool {
        request.applicationID == nil || hook.applicationID == request.applicationID
    }

    private func answer(_ hook: Hook) throws -> SignWell.Hook {
        SignWell.Hook(
            id: try secrets.text(hook.sealedID, for: ConnectSecret.hook(of: hook.accountID)), callbackURL: hook.url,
            apiApplicationID: hook.applicationID)
    }
}
