import Crypto
import Essentials
import Foundation
import Ledger
import RowndDialect

extension IdentityStore {
    static let select = """
        SELECT identityUser.*, byMail.value AS email, byMail.verifiedAt AS emailVerifiedAt,
            byPhone.value AS phone, byPhone.verifiedAt AS phoneVerifiedAt,
            CASE WHEN EXISTS (SELECT 1 FROM identityPasskey
                    WHERE identityPasskey.appID = identityUser.appID AND identityPasskey.userID = identityUser.id)
                OR EXISTS (SELECT 1 FROM identityIdentifier AS byIssuer
                    WHERE byIssuer.appID = identityUser.appID AND byIssuer.userID = identityUser.id
                        AND byIssuer.kind NOT IN ('email', 'phone'))
                THEN 1 ELSE 0 END AS signsInOtherwise
        FROM identityUser
            LEFT JOIN identityIdentifier AS byMail ON byMail.appID = identityUser.appID
                AND byMail.userID = identityUser.id AND byMail.kind = 'email'
            LEFT JOIN identityIdentifier AS byPhone ON byPhone.appID = identityUser.appID
                AND byPhone.userID = identityUser.id AND byPhone.kind = 'phone'
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
        try await database.readLong { connection in
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
    ///
    /// - Returns: `nil` if the application has a user with the id
    func create(
        _ id: String, of app: IdentityApp, data: [String: JSONValue], at date: Date
    ) async throws -> IdentityUser? {
        try await database.write { connection in
            guard var user = try Self.insert(id, of: app, beganAs: nil, at: date, in: connection) else { return nil }
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
            // Others may ask for messages to the same address: of the sign-ins that the user began, only their own go.
            let begun: [Data] = try connection.values(
                "SELECT linkHash FROM identityChallenge WHERE appID = ? AND guestID = ?", [app, id])
            let addresses = [user.email, user.phone].compactMap(\.self)
            try Self.removeMessages(to: Set(addresses), begunBy: Set(begun), of: app, in: connection)
            try Self.removeSignIns(of: user, in: connection)
            // Also those that nobody has proven yet.
            for address in addresses {
                try connection.run("DELETE FROM identityChallenge WHERE appID = ? AND address = ?", [app, address])
            }
            var counts: [String: Int] = [:]
            for (name, table) in [
                ("identifiers", "identityIdentifier"), ("passkeys", "identityPasskey"), ("sessions", "identitySession"),
                ("unique_values", "identityValue"),
            ] {
                counts[name] = try connection.run("DELETE FROM \(table) WHERE appID = ? AND userID = ?", [app, id])
            }
            counts["profiles"] = try connection.run("DELETE FROM identityUser WHERE appID = ? AND id = ?", [app, id])
            return counts
        }
    }

    // MARK: In a transaction

    /// Removes the messages with codes that have not been sent, or were given up.
    ///
    /// - Parameter links: the hashes of the links of further messages
    private static func removeMessages(
        to addresses: Set<String>, begunBy links: Set<Data>, of app: String, in connection: any SQLConnection
    ) throws {
        guard !addresses.isEmpty || !links.isEmpty else { return }
        let lanes = Set(links.map { CodeMessage.lane(of: app, link: $0) })
        try SQLJobQueue.remove([.identityMail, .identityText], in: connection) { lane, payload in
            guard lane.hasPrefix(CodeMessage.lanes(of: app)),
                let message = try? CanonicalJSON.value(CodeMessage.self, from: payload)
            else { return false }
            return addresses.contains(message.address) || lanes.contains(lane)
        }
    }

    /// Removes the sign-ins that would go on in a user's name: those that they began while they were signed in, and
    /// those whose code, link or provider has already shown who the person is.
    static func removeSignIns(of user: IdentityUser, in connection: any SQLConnection) throws {
        try removeProofs(of: user, in: connection)
        try connection.run(
            "DELETE FROM identityChallenge WHERE appID = ? AND guestID = ?", [user.appID, user.id])
        try connection.run(
            """
            DELETE FROM identityChallenge WHERE appID = ? AND metAt IS NOT NULL AND address IN
                (SELECT value FROM identityIdentifier WHERE appID = ? AND userID = ? AND kind IN ('email', 'phone'))
            """, [user.appID, user.appID, user.id])
        try connection.run(
            "DELETE FROM identityPasskeyChallenge WHERE appID = ? AND userID = ?", [user.appID, user.id])
    }

    /// Removes the sign-ins that wait for a user whom another service has named.
    private static func removeProofs(of user: IdentityUser, in connection: any SQLConnection) throws {
        let known = try connection.rows(
            "SELECT kind, value FROM identityIdentifier WHERE appID = ? AND userID = ?", [user.appID, user.id]
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

    /// Stores a new user.
    static func insert(
        of app: IdentityApp, beganAs beginning: IdentityUser.Beginning?, at date: Date, in connection: any SQLConnection
    ) throws -> IdentityUser {
        let id = newID("user_")
        guard let user = try insert(id, of: app, beganAs: beginning, at: date, in: connection) else {
            throw StorageError.database(reason: "there is a user with the new id \(id)")
        }
        return user
    }

    /// - Returns: `nil` if the application has a user with the id
    private static func insert(
        _ id: String, of app: IdentityApp, beganAs beginning: IdentityUser.Beginning?, at date: Date,
        in connection: any SQLConnection
    ) throws -> IdentityUser? {
        let body = IdentityUser.Body(beganAs: beginning, modifiedAt: date)
        let count = try connection.run(
            """
            INSERT INTO identityUser (id, appID, createdAt, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID, id) DO NOTHING
            """, [id, app.id, date, try JSONEncoder().encode(body)])
        return count == 1 ? IdentityUser(id: id, appID: app.id, createdAt: date, body: body) : nil
    }

    /// Stores a user's profile, and keeps the tables of identifiers and unique values in step.
    ///
    /// Only values that change are checked. Otherwise a field that becomes unique would keep those from signing in who
    /// had equal values before.
    static func update(_ user: IdentityUser, of app: IdentityApp, in connection: any SQLConnection) throws {
        let stored: Data? = try connection.value(
            "SELECT body FROM identityUser WHERE appID = ? AND id = ?", [app.id, user.id])
        let old = try stored.map { try JSONDecoder().decode(IdentityUser.Body.self, from: $0).data } ?? [:]
        try connection.run(
            "UPDATE identityUser SET body = ? WHERE id = ? AND appID = ?",
            [try JSONEncoder().encode(user.body), user.id, app.id])
        // Where a schema of old lets users write a number, it identifies nobody.
        for kind in SignInAddress.Kind.allCases
        where app.settings.schema[kind.field]?.writer != .user && user.body.data[kind.field] != old[kind.field] {
            let written = user.body.data[kind.field]?.string.flatMap { SignInAddress.typed($0, as: kind) }
            guard written?.text != user[kind] else { continue }
            try connection.run(
                "DELETE FROM identityIdentifier WHERE appID = ? AND userID = ? AND kind = ?",
                [app.id, user.id, kind.rawValue])
            if let written { try add(written, to: user, verifiedAt: nil, of: app, in: connection) }
        }
        try connection.run("DELETE FROM identityValue WHERE appID = ? AND userID = ?", [app.id, user.id])
        for (name, field) in app.settings.schema where field.unique && !identifiers.contains(name) {
            guard let value = user.body.data[name] else { continue }
            let count = try connection.run(
                """
                INSERT INTO identityValue (appID, field, hash, userID) VALUES (?, ?, ?, ?)
                ON CONFLICT (appID, field, hash) DO NOTHING
                """, [app.id, name, try hash(value), user.id])
            guard count == 1 || value == old[name] else { throw taken(name) }
        }
    }

    /// The fields of addresses that sign users in; their values have a table of their own.
    static let identifiers = SignInAddress.Kind.allCases.map(\.field)

    /// Whether a user has a value of a unique field.
    static func isTaken(
        _ value: JSONValue, of field: String, in app: IdentityApp, _ connection: any SQLConnection
    ) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM identityValue WHERE appID = ? AND field = ? AND hash = ?", [app.id, field, try hash(value)])
    }

    private static func hash(_ value: JSONValue) throws -> Data { Data(SHA256.hash(data: try value.bytes())) }

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

    static func user(_ row: SQLRow) throws -> IdentityUser {
        IdentityUser(
            id: try row["id"], appID: try row["appID"], createdAt: try row["createdAt"],
            body: try JSONDecoder().decode(IdentityUser.Body.self, from: try row["body"]),
            email: try row["email"], isEmailVerified: try (row["emailVerifiedAt"] as Date?) != nil,
            phone: try row["phone"], isPhoneVerified: try (row["phoneVerifiedAt"] as Date?) != nil,
            signsInOtherwise: try row["signsInOtherwise"])
    }
}
