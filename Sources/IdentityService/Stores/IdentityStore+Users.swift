import Crypto
import Foundation
import Ledger
import RowndDialect

extension IdentityStore {
    private static let select = """
        SELECT identityUser.*, byMail.value AS email, byMail.verifiedAt AS emailVerifiedAt,
            byPhone.value AS phone, byPhone.verifiedAt AS phoneVerifiedAt
        FROM identityUser
            LEFT JOIN identityIdentifier AS byMail ON byMail.userID = identityUser.id AND byMail.kind = 'email'
            LEFT JOIN identityIdentifier AS byPhone ON byPhone.userID = identityUser.id AND byPhone.kind = 'phone'
        """

    func user(_ id: String, of app: String) async throws -> IdentityUser? {
        try await database.read { try Self.user(id, of: app, in: $0) }
    }

    static func user(_ id: String, of app: String, in connection: any SQLConnection) throws -> IdentityUser? {
        try connection.row(select + " WHERE identityUser.id = ? AND identityUser.appID = ?", [id, app]).map(user)
    }

    /// Returns the user whom an address signs in.
    static func user(
        with address: SignInAddress, of app: String, in connection: any SQLConnection
    ) throws -> IdentityUser? {
        let id: String? = try connection.value(
            "SELECT userID FROM identityIdentifier WHERE appID = ? AND kind = ? AND value = ?",
            [app, address.kind.rawValue, address.text])
        return try id.flatMap { try user($0, of: app, in: connection) }
    }

    /// Returns users in the order of their ids.
    ///
    /// - Parameters:
    ///   - last: the id after which the list begins
    ///   - ids: only these
    ///   - address: only the user of this address
    func users(
        of app: String, after last: String?, count: Int, ids: [String]? = nil, address: SignInAddress? = nil
    ) async throws -> (users: [IdentityUser], total: Int) {
        try await database.read { connection in
            if let address {
                let found = try Self.user(with: address, of: app, in: connection).map { [$0] } ?? []
                return (found, found.count)
            }
            if let ids {
                let found = try ids.sorted().compactMap { try Self.user($0, of: app, in: connection) }
                return (found.filter { $0.id > last ?? "" }.prefix(count).map(\.self), found.count)
            }
            let total: Int? = try connection.value("SELECT count(*) FROM identityUser WHERE appID = ?", [app])
            let rows = try connection.rows(
                Self.select + " WHERE identityUser.appID = ? AND identityUser.id > ? ORDER BY identityUser.id LIMIT ?",
                [app, last ?? "", count])
            return (try rows.map(Self.user), total ?? 0)
        }
    }

    /// Stores what `change` makes of a user.
    ///
    /// - Returns: the user afterward; `nil` if there is none
    /// - Throws: ``HubError`` 409 if a unique value is another user's
    func change(
        _ id: String, of app: IdentityApp, at date: Date,
        _ change: @escaping @Sendable (inout IdentityUser) throws -> Void
    ) async throws -> IdentityUser? {
        try await database.write { connection in
            guard var user = try Self.user(id, of: app.id, in: connection) else { return nil }
            try change(&user)
            user.body.modifiedAt = date
            try Self.update(user, of: app, in: connection)
            return user
        }
    }

    /// Creates a user with a profile, for an application's server.
    func create(
        _ id: String, of app: IdentityApp, data: [String: JSONValue], at date: Date
    ) async throws -> IdentityUser {
        try await database.write { connection in
            var user = try Self.insert(id, of: app, beganAs: nil, at: date, in: connection)
            user.body.data = data
            try Self.update(user, of: app, in: connection)
            return try Self.user(id, of: app.id, in: connection) ?? user
        }
    }

    /// Deletes a user with their profile, identifiers, passkeys and sessions.
    ///
    /// - Returns: the number of removed rows by kind; `nil` if there is no such user
    func delete(_ id: String, of app: String) async throws -> [String: Int]? {
        try await database.write { connection in
            guard let user = try Self.user(id, of: app, in: connection) else { return nil }
            try removeProofs(of: user, in: connection)
            var counts: [String: Int] = [:]
            for (name, table) in [
                ("identifiers", "identityIdentifier"), ("passkeys", "identityPasskey"), ("sessions", "identitySession"),
                ("unique_values", "identityValue"),
            ] {
                counts[name] = try connection.run("DELETE FROM \(table) WHERE userID = ?", [id])
            }
            try connection.run("DELETE FROM identityChallenge WHERE guestID = ?", [id])
            // Sign-ins that were begun with the address.
            for address in [user.email, user.phone].compactMap(\.self) {
                try connection.run("DELETE FROM identityChallenge WHERE appID = ? AND address = ?", [app, address])
            }
            try connection.run("DELETE FROM identityPasskeyChallenge WHERE userID = ?", [id])
            counts["profiles"] = try connection.run("DELETE FROM identityUser WHERE id = ?", [id])
            return counts
        }
    }

    /// Removes the sign-ins that wait for a user whom another service has named.
    private func removeProofs(of user: IdentityUser, in connection: any SQLConnection) throws {
        let known = try connection.rows(
            "SELECT kind, value FROM identityIdentifier WHERE userID = ?", [user.id]
        ).map { [try $0["kind"], try $0["value"]] as [String] }
        let waiting = try connection.rows(
            "SELECT hash, proven FROM identityChallenge WHERE appID = ? AND proven IS NOT NULL", [user.appID])
        for row in waiting {
            let identity = try JSONDecoder().decode(ProvenIdentity.self, from: row["proven"])
            guard
                identity.issuer == ProvenIdentity.here && identity.subject == user.id
                    || known.contains(["issuer:\(identity.issuer)", identity.subject])
                    || identity.email.map({ known.contains(["email", $0]) }) ?? false
            else { continue }
            let hash: Data = try row["hash"]
            try connection.run("DELETE FROM identityChallenge WHERE hash = ?", [hash])
        }
    }

    // MARK: In a transaction

    static func insert(
        _ id: String = newID("user_"), of app: IdentityApp, beganAs beginning: IdentityUser.Beginning?, at date: Date,
        in connection: any SQLConnection
    ) throws -> IdentityUser {
        let body = IdentityUser.Body(beganAs: beginning, modifiedAt: date)
        try connection.run(
            "INSERT INTO identityUser (id, appID, createdAt, body) VALUES (?, ?, ?, ?)",
            [id, app.id, date, try JSONEncoder().encode(body)])
        return IdentityUser(id: id, appID: app.id, createdAt: date, body: body)
    }

    /// Stores a user's profile, and keeps the tables of identifiers and unique values in step.
    static func update(_ user: IdentityUser, of app: IdentityApp, in connection: any SQLConnection) throws {
        try connection.run(
            "UPDATE identityUser SET body = ? WHERE id = ? AND appID = ?",
            [try JSONEncoder().encode(user.body), user.id, app.id])
        // Where a schema of old lets users write a number, it identifies nobody.
        for kind in SignInAddress.Kind.allCases where app.settings.schema[kind.field]?.writer != .user {
            let written = user.body.data[kind.field]?.string.flatMap { SignInAddress.typed($0, as: kind) }
            guard written?.text != user[kind] else { continue }
            try connection.run(
                "DELETE FROM identityIdentifier WHERE userID = ? AND kind = ?", [user.id, kind.rawValue])
            if let written { try add(written, to: user, verifiedAt: nil, of: app, in: connection) }
        }
        try connection.run("DELETE FROM identityValue WHERE userID = ?", [user.id])
        let identifiers = SignInAddress.Kind.allCases.map(\.field)
        for (name, field) in app.settings.schema where field.unique && !identifiers.contains(name) {
            guard let value = user.body.data[name] else { continue }
            let hash = Data(SHA256.hash(data: try value.bytes()))
            let count = try connection.run(
                """
                INSERT INTO identityValue (appID, field, hash, userID) VALUES (?, ?, ?, ?)
                ON CONFLICT (appID, field, hash) DO NOTHING
                """, [app.id, name, hash, user.id])
            guard count == 1 else { throw taken(name) }
        }
    }

    /// Gives a user an address that signs them in.
    static func add(
        _ address: SignInAddress, to user: IdentityUser, verifiedAt date: Date?, of app: IdentityApp,
        in connection: any SQLConnection
    ) throws {
        let count = try connection.run(
            """
            INSERT INTO identityIdentifier (appID, kind, value, userID, verifiedAt) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (appID, kind, value) DO UPDATE SET verifiedAt = excluded.verifiedAt
                WHERE identityIdentifier.userID = excluded.userID
            """, [app.id, address.kind.rawValue, address.text, user.id, date])
        guard count == 1 else { throw taken(address.kind.field) }
    }

    private static func taken(_ field: String) -> HubError {
        HubError(409, "E_PROFILE", "“\(field)” is already another user's.")
    }

    private static func user(_ row: SQLRow) throws -> IdentityUser {
        IdentityUser(
            id: try row["id"], appID: try row["appID"], createdAt: try row["createdAt"],
            body: try JSONDecoder().decode(IdentityUser.Body.self, from: try row["body"]),
            email: try row["email"], isEmailVerified: try (row["emailVerifiedAt"] as Date?) != nil,
            phone: try row["phone"], isPhoneVerified: try (row["phoneVerifiedAt"] as Date?) != nil)
    }
}
