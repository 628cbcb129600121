import Accounts
import Essentials
import Foundation
import Ledger

/// Applications with their secrets, redirect addresses and keys.
extension AuthorizationStore {
    /// The maximum number of redirect addresses of an application.
    static let mostRedirects = 20
    /// The maximum number of keys of an application: an old and a new one, with some to spare.
    static let mostKeys = 5

    /// Registers an application.
    ///
    /// - Parameter keys: the public keys with which its assertions are checked
    /// - Returns: the application, and its secret if it is confidential; the secret is shown only once
    /// - Throws: ``OAuthApplicationError``; ``AccountError`` if the name is not valid
    func register(
        name: String, redirectURIs: [String], isConfidential: Bool, keys: [IntegrationKey] = [], at date: Date
    ) async throws -> (application: OAuthApplication, secret: Secret?) {
        let name = try AccountStore.checked(name: name)
        try Self.check(redirectURIs)
        let secret = isConfidential ? Secret.random() : nil
        let application = OAuthApplication(
            id: UUID.random().uuidString.lowercased(), name: name, isConfidential: isConfidential,
            redirectURIs: redirectURIs, hasKeys: !keys.isEmpty)
        try await database.write { connection in
            try connection.run(
                "INSERT INTO application (id, name, secret, redirectURIs, createdAt) VALUES (?, ?, ?, ?, ?)",
                [application.id, name, secret?.hash, try Self.text(redirectURIs), date])
            for key in keys { try Self.add(key, to: application.id, at: date, in: connection) }
        }
        return (application, secret)
    }

    func application(_ id: String) async throws -> OAuthApplication? {
        try await database.read { try $0.row(Self.selected + " WHERE id = ?", [id]).map(Self.application) }
    }

    /// Returns the application with this key if the secret matches. An application without a secret must not present
    /// one.
    func application(_ id: String, secret: Secret?) async throws -> OAuthApplication? {
        try await database.read { connection in
            guard let found = try connection.row(Self.selected + " WHERE id = ?", [id]) else { return nil }
            let kept: Data? = try found["secret"]
            switch (kept, secret?.hash) {
            case (nil, nil): break
            case (let kept?, let shown?) where kept.isEqualInConstantTime(to: shown): break
            default: return nil
            }
            return try Self.application(found)
        }
    }

    /// Returns every application, oldest first.
    func applications() async throws -> [OAuthApplication] {
        try await database.read { connection in
            try connection.rows(Self.selected + " ORDER BY createdAt, id").map(Self.application)
        }
    }

    /// Returns the keys of an application, oldest first.
    func keys(of id: String) async throws -> [(key: IntegrationKey, createdAt: Date)] {
        try await database.read { connection in
            try connection.rows(
                "SELECT publicKey, createdAt FROM applicationKey WHERE applicationID = ? ORDER BY createdAt, id", [id]
            ).map { (try IntegrationKey(der: try $0["publicKey"]), try $0["createdAt"]) }
        }
    }

    // MARK: Changes

    /// Adds a key, after which two work: the app can begin to use the new one before the old one is removed.
    ///
    /// - Throws: ``OAuthApplicationError``
    func add(_ key: IntegrationKey, to id: String, at date: Date) async throws {
        try await changing(id) { _, connection in try Self.add(key, to: id, at: date, in: connection) }
    }

    /// Removes a key at once. Access tokens that it led to live on until they expire, at most an hour.
    ///
    /// - Throws: ``OAuthApplicationError``
    func removeKey(_ key: String, of id: String) async throws {
        try await changing(id) { _, connection in
            let count = try connection.run(
                "DELETE FROM applicationKey WHERE applicationID = ? AND id = ?", [id, key.lowercased()])
            guard count == 1 else { throw OAuthApplicationError.keyNotThere(id: key) }
        }
    }

    /// - Throws: ``OAuthApplicationError``
    func addRedirect(_ address: String, to id: String) async throws {
        try await changing(id) { application, connection in
            guard !application.redirectURIs.contains(address) else {
                throw OAuthApplicationError.redirectThere(address)
            }
            try Self.store(application.redirectURIs + [address], of: id, in: connection)
        }
    }

    /// - Throws: ``OAuthApplicationError``, also for the last one
    func removeRedirect(_ address: String, of id: String) async throws {
        try await changing(id) { application, connection in
            guard application.redirectURIs.contains(address) else {
                throw OAuthApplicationError.redirectNotThere(address)
            }
            try Self.store(application.redirectURIs.filter { $0 != address }, of: id, in: connection)
        }
    }

    /// Gives an application a new secret; the former one no longer works.
    ///
    /// - Throws: ``OAuthApplicationError``
    func renewSecret(of id: String) async throws -> Secret {
        let secret = Secret.random()
        try await changing(id) { _, connection in
            try connection.run("UPDATE application SET secret = ? WHERE id = ?", [secret.hash, id])
        }
        return secret
    }

    /// Removes an application with everything that people allowed it. Its tokens end at once.
    ///
    /// - Throws: ``OAuthApplicationError``
    func remove(_ id: String) async throws {
        try await changing(id) { _, connection in
            let own = "authorizationID IN (SELECT id FROM appAuthorization WHERE applicationID = ?)"
            // Referring rows are deleted first.
            for statement in [
                "DELETE FROM token WHERE \(own)", "DELETE FROM refreshToken WHERE \(own)",
                "DELETE FROM applicationConsent WHERE applicationID = ?",
                "DELETE FROM applicationKey WHERE applicationID = ?",
                "DELETE FROM appAuthorization WHERE applicationID = ?", "DELETE FROM application WHERE id = ?",
            ] {
                try connection.run(statement, [id])
            }
        }
    }

    /// - Throws: ``OAuthApplicationError/unknown(id:)``
    func changing(
        _ id: String, _ change: @escaping @Sendable (OAuthApplication, any SQLConnection) throws -> Void
    ) async throws {
        try await database.write { connection in
            guard let row = try connection.row(Self.selected + " WHERE id = ?", [id]) else {
                throw OAuthApplicationError.unknown(id: id)
            }
            try change(try Self.application(row), connection)
        }
    }

    // MARK: Rows

    private static let selected = """
        SELECT application.*,
            EXISTS (SELECT 1 FROM applicationKey WHERE applicationID = application.id) AS hasKeys
        FROM application
        """

    private static func application(_ row: SQLRow) throws -> OAuthApplication {
        let addresses: String = try row["redirectURIs"]
        let secret: Data? = try row["secret"]
        let hasKeys: Int64 = try row["hasKeys"]
        return OAuthApplication(
            id: try row["id"], name: try row["name"], isConfidential: secret != nil,
            redirectURIs: try JSONDecoder().decode([String].self, from: Data(addresses.utf8)), hasKeys: hasKeys != 0)
    }

    private static func check(_ redirectURIs: [String]) throws(OAuthApplicationError) {
        guard !redirectURIs.isEmpty else { throw .noRedirect }
        guard redirectURIs.count <= mostRedirects else { throw .tooManyRedirects(limit: mostRedirects) }
        for text in redirectURIs {
            if let reason = RedirectURI.fault(text) { throw .badRedirect(text, reason: reason) }
        }
    }

    private static func text(_ redirectURIs: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(redirectURIs), as: UTF8.self)
    }

    private static func store(_ redirectURIs: [String], of id: String, in connection: any SQLConnection) throws {
        try check(redirectURIs)
        try connection.run(
            "UPDATE application SET redirectURIs = ? WHERE id = ?", [try text(redirectURIs), id])
    }

    private static func add(
        _ key: IntegrationKey, to id: String, at date: Date, in connection: any SQLConnection
    ) throws {
        let ids: [String] = try connection.values("SELECT id FROM applicationKey WHERE applicationID = ?", [id])
        guard !ids.contains(key.id) else { throw OAuthApplicationError.keyThere(id: key.id) }
        guard ids.count < mostKeys else { throw OAuthApplicationError.tooManyKeys(limit: mostKeys) }
        try connection.run(
            "INSERT INTO applicationKey (applicationID, id, publicKey, createdAt) VALUES (?, ?, ?, ?)",
            [id, key.id, key.der, date])
    }
}
