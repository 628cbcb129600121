import Essentials
import Foundation
import HTTPMessages
import RowndDialect
import ServiceCalls

/// What an application's servers may do with its users. Each call needs the application's key and secret.
struct AdministrationRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        let users = "applications/:app/users"
        return [
            APIRoute(.get, users + "/data", needsToken: false) { try .json(try await list($0)) },
            APIRoute(.get, users + "/:user/data", needsToken: false) { try .json(try await user($0).1.profile) },
            APIRoute(.put, users + "/:user/data", needsToken: false) { try .json(try await set($0, merges: false)) },
            APIRoute(.patch, users + "/:user/data", needsToken: false) { try .json(try await set($0, merges: true)) },
            APIRoute(.delete, users + "/:user/data", needsToken: false) { try .json(try await delete($0)) },
            APIRoute(.get, users + "/:user/data/fields/:field", needsToken: false) { call in
                let (app, user) = try await user(call)
                let name = try Self.field(call, app)
                return try .json(["value": user.profile.data[name] ?? .null])
            },
            APIRoute(.put, users + "/:user/data/fields/:field", needsToken: false) { call in
                let (app, user) = try await user(call)
                let name = try Self.field(call, app)
                let body = try await HubBody(call, limit: service.configuration.requestLimit)
                guard let value = body.members["value"] else { throw HubError.unusable("value is missing.") }
                let changed = try await change(user.id, of: app, [name: value], merges: true)
                return try .json(["value": changed.profile.data[name] ?? .null])
            },
            APIRoute(.post, users + "/:user/state", needsToken: false) { try .json(try await setState($0)) },
            APIRoute(.post, users + "/:user/signout", needsToken: false) { call in
                let (_, user) = try await user(call)
                try await service.stores.identity.endSessions(of: user)
                return HTTPReply(status: 204, headers: [.cacheControl: "no-store"])
            },
        ]
    }

    private static func field(_ call: ServiceCall, _ app: IdentityApp) throws(HubError) -> String {
        let name = call.parameters["field"] ?? ""
        guard name == "user_id" || app.settings.schema[name] != nil else { throw .nothing("field") }
        return name
    }

    private func user(_ call: ServiceCall) async throws -> (IdentityApp, IdentityUser) {
        let app = try await service.administeredApp(of: call)
        guard let user = try await service.stores.identity.user(call.parameters["user"] ?? "", of: app.id) else {
            throw HubError.nothing("user")
        }
        return (app, user)
    }

    private func list(_ call: ServiceCall) async throws -> [String: JSONValue] {
        let app = try await service.administeredApp(of: call)
        let query = call.query
        let count = query["page_size"].map { Int($0) } ?? 100
        guard let count, (1...1000).contains(count) else {
            throw HubError.unusable("page_size can be 1 to 1000.")
        }
        let ids = query["id_filter"].map { $0.split(separator: ",").prefix(1000).map(String.init) }
        let fields = query["fields"].map { Set($0.split(separator: ",").map(String.init)) }
        let address = query["lookup_filter"].map {
            SignInAddress.phone($0) ?? SignInAddress(stored: $0.lowercased())
        }
        let (found, total) = try await service.stores.identity.users(
            of: app.id, after: query["after"], count: count, ids: ids, address: address)
        let results = try found.map { user in
            var profile = user.profile
            if let fields { profile.data = profile.data.filter { fields.contains($0.key) || $0.key == "user_id" } }
            return try JSONValue(encoding: profile)
        }
        return ["total_results": .integer(total), "results": .array(results)]
    }

    private func set(_ call: ServiceCall, merges: Bool) async throws -> HubProfile {
        let app = try await service.administeredApp(of: call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        guard let data = try body.object("data") else { throw HubError.unusable("data is missing.") }
        let id = call.parameters["user"] ?? ""
        if try await service.stores.identity.user(id, of: app.id) == nil {
            guard !merges else { throw HubError.nothing("user") }
            let own = ["__default__", "__uuid__", "__objectid__", "__rowndid__"].contains(id)
            guard own || Self.isUserID(id) else {
                throw HubError.unusable("A user's id has 1 to 100 letters, digits, and the signs . _ - | and @.")
            }
            let checked = try check(app).profile(data, on: [:], merges: false)
            let created = try await service.stores.identity.create(
                own ? IdentityStore.newID("user_") : id, of: app, data: checked, at: service.now())
            if let created { return created.profile }
            // Another call has just created the user.
        }
        return try await change(id, of: app, data, merges: merges).profile
    }

    private static func isUserID(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                "._-|@".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            }
    }

    private func check(_ app: IdentityApp) -> ProfileCheck {
        ProfileCheck(schema: app.settings.schema, limit: service.configuration.profileLimit, writer: .app)
    }

    private func change(
        _ id: String, of app: IdentityApp, _ data: [String: JSONValue], merges: Bool
    ) async throws -> IdentityUser {
        let check = check(app)
        let changed = try await service.stores.identity.change(id, of: app, at: service.now()) { user in
            user.body.data = try check.profile(data, on: user.body.data, merges: merges)
        }
        guard let changed else { throw HubError.nothing("user") }
        return changed
    }

    private func setState(_ call: ServiceCall) async throws -> HubProfile {
        let (app, user) = try await user(call)
        let body = try await HubBody(call, limit: service.configuration.requestLimit)
        let state = try body.needed("state")
        guard ["enabled", "disabled"].contains(state) else {
            throw HubError.unusable("state can only be enabled or disabled.")
        }
        let changed = try await service.stores.identity.change(user.id, of: app, at: service.now()) {
            $0.body.isEnabled = state == "enabled"
        }
        if state == "disabled" { try await service.stores.identity.endSessions(of: user) }
        return changed?.profile ?? user.profile
    }

    private func delete(_ call: ServiceCall) async throws -> DeletionReceipt {
        let (app, user) = try await user(call)
        guard let counts = try await service.stores.identity.delete(user.id, of: app.id) else {
            throw HubError.nothing("user")
        }
        return DeletionReceipt(user.id, counts, at: service.now())
    }
}
