import Essentials
import Foundation
import HTTPMessages
import RowndDialect
import ServiceCalls

/// What users may do with their own profile, sessions and account.
struct ProfileRoutes {
    let service: IdentityService

    private static let base = "me/applications/:app"

    var routes: [APIRoute] {
        let base = Self.base
        return [
            APIRoute(.get, "me", needsToken: false) { try .json(userInfo(try await service.caller(of: $0))) },
            APIRoute(.get, base + "/data", needsToken: false) { call in
                try .json(try await service.caller(of: call).user.profile)
            },
            APIRoute(.put, base + "/data", needsToken: false) { try .json(try await set($0, merges: false)) },
            APIRoute(.post, base + "/data/merge", needsToken: false) { try .json(try await set($0, merges: true)) },
            APIRoute(.delete, base + "/data", needsToken: false) { try .json(try await delete($0)) },
            APIRoute(.get, base + "/data/fields/:field", needsToken: false) { try .json(try await field($0)) },
            APIRoute(.put, base + "/data/fields/:field", needsToken: false) { try .json(try await setField($0)) },
            APIRoute(.post, base + "/signout", needsToken: false) { try await signOut($0) },
            APIRoute(.get, base + "/sessions", needsToken: false) { try .json(try await sessions($0)) },
            APIRoute(.delete, base + "/sessions/:session", needsToken: false) { try await endSession($0) },
            APIRoute(.get, "me/meta", needsToken: false) { call in
                try .json(["meta": try await service.caller(of: call).user.profile.meta ?? [:]])
            },
            APIRoute(.put, "me/meta", needsToken: false) { try .json(try await setMeta($0)) },
        ]
    }

    private var limit: Int { service.configuration.requestLimit }

    /// Claims about the user, as OpenID Connect has them.
    private func userInfo(_ caller: IdentityService.Caller) -> [String: JSONValue] {
        var info: [String: JSONValue] = ["sub": .string(caller.user.id), "auth_level": .string(caller.user.level)]
        if let email = caller.user.email {
            (info["email"], info["email_verified"]) = (.string(email), .bool(caller.user.isEmailVerified))
        }
        if let phone = caller.user.phone {
            (info["phone_number"], info["phone_number_verified"]) = (.string(phone), .bool(caller.user.isPhoneVerified))
        }
        info["given_name"] = caller.user.body.data["first_name"]
        info["family_name"] = caller.user.body.data["last_name"]
        return info
    }

    private func set(_ call: ServiceCall, merges: Bool) async throws -> HubProfile {
        let caller = try await service.caller(of: call)
        let body = try await HubBody(call, limit: limit)
        guard let data = try body.object("data") else { throw HubError.unusable("data is missing.") }
        return try await change(caller, data, merges: merges).profile
    }

    private func change(
        _ caller: IdentityService.Caller, _ data: [String: JSONValue], merges: Bool
    ) async throws -> IdentityUser {
        let check = ProfileCheck(
            schema: caller.app.settings.schema,
            limit: service.configuration.profileLimit(ofGuest: caller.user.isAnonymous), writer: .user)
        let changed = try await service.stores.identity.change(caller.user.id, of: caller.app, at: service.now()) {
            $0.body.data = try check.profile(data, on: $0.body.data, merges: merges)
        }
        guard let changed else { throw HubError.noToken }
        return changed
    }

    /// Returns the field that the path names.
    private func named(_ call: ServiceCall, _ caller: IdentityService.Caller) throws(HubError) -> String {
        let name = call.parameters["field"] ?? ""
        guard name == "user_id" || caller.app.settings.schema[name] != nil else { throw .nothing("field") }
        return name
    }

    private func field(_ call: ServiceCall) async throws -> [String: JSONValue] {
        let caller = try await service.caller(of: call)
        let name = try named(call, caller)
        return ["value": caller.user.profile.data[name] ?? .null]
    }

    private func setField(_ call: ServiceCall) async throws -> [String: JSONValue] {
        let caller = try await service.caller(of: call)
        let name = try named(call, caller)
        let body = try await HubBody(call, limit: limit)
        guard let value = body.members["value"] else { throw HubError.unusable("value is missing.") }
        let user = try await change(caller, [name: value], merges: true)
        return ["value": user.profile.data[name] ?? .null]
    }

    private func setMeta(_ call: ServiceCall) async throws -> [String: [String: JSONValue]] {
        let caller = try await service.caller(of: call)
        let body = try await HubBody(call, limit: 16 * 1024)
        guard let meta = try body.object("meta") else { throw HubError.unusable("meta is missing.") }
        let own = ["created", "modified", "first_sign_in_method", "last_sign_in_method", "last_sign_in"]
        let changed = try await service.stores.identity.change(caller.user.id, of: caller.app, at: service.now()) {
            $0.body.meta = meta.filter { !own.contains($0.key) }
        }
        return ["meta": changed?.profile.meta ?? [:]]
    }

    /// Deletes the account of the user.
    private func delete(_ call: ServiceCall) async throws -> DeletionReceipt {
        let caller = try await service.caller(of: call)
        guard let counts = try await service.stores.identity.delete(caller.user.id, of: caller.app.id) else {
            throw HubError.noToken
        }
        return DeletionReceipt(caller.user.id, counts, at: service.now())
    }

    // MARK: Sessions

    private func signOut(_ call: ServiceCall) async throws -> HTTPReply {
        let caller = try await service.caller(of: call)
        let body = try await HubBody(call, limit: limit)
        try await service.stores.identity.endSessions(
            of: caller.user, only: body.flag("sign_out_all") ? nil : caller.claims.sessionID)
        return HTTPReply(status: 204, headers: [.cacheControl: "no-store"])
    }

    private func sessions(_ call: ServiceCall) async throws -> [String: [JSONValue]] {
        let caller = try await service.caller(of: call)
        let found = try await service.stores.identity.sessions(of: caller.user, at: service.now())
        return [
            "sessions": found.map { session in
                [
                    "id": .string(session.id), "is_current": .bool(session.id == caller.claims.sessionID),
                    "method": .string(session.method), "user_agent": session.userAgent.map { .string($0) } ?? .null,
                    "created": .string(session.createdAt.formatted(.iso8601)),
                    "last_used": .string(session.lastUsedAt.formatted(.iso8601)),
                ]
            }
        ]
    }

    private func endSession(_ call: ServiceCall) async throws -> HTTPReply {
        let caller = try await service.caller(of: call)
        let count = try await service.stores.identity.endSessions(
            of: caller.user, only: call.parameters["session"] ?? "")
        guard count == 1 else { throw HubError.nothing("session") }
        return HTTPReply(status: 204, headers: [.cacheControl: "no-store"])
    }
}

/// What was deleted with a user.
struct DeletionReceipt: Encodable, Sendable {
    let userID: String
    let deletedAt: String
    /// The number of removed rows by kind.
    let removed: [String: Int]

    init(_ userID: String, _ removed: [String: Int], at date: Date) {
        self.userID = userID
        self.removed = removed
        deletedAt = date.formatted(.iso8601)
    }

    private enum CodingKeys: String, CodingKey {
        case removed
        case userID = "user_id"
        case deletedAt = "deleted_at"
    }
}
