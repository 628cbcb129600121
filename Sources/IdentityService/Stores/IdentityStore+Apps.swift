import Crypto
import Essentials
import Foundation
import Ledger

extension IdentityStore {
    /// Creates an application with the usual settings.
    ///
    /// - Throws: ``HubError`` for a name that is blank, too long, or has control characters
    public func createApp(named name: String, at date: Date) async throws -> AppCredentials {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !TextRules.isBlank(name), !TextRules.isLonger(name, than: 100), !TextRules.holdsControlCharacter(name)
        else { throw HubError.unusable("An application needs a name of 1 to 100 characters.") }
        let made = AppCredentials(
            appId: Self.newID("app_"), appKey: "key_" + Secret.random().text,
            appSecret: "secret_" + Secret.random().text)
        let settings = try JSONEncoder().encode(AppSettings())
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO identityApp (id, name, publicKey, secretHash, settings, createdAt) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [made.appId, name, made.appKey, Secret(text: made.appSecret).hash, settings, date])
        }
        return made
    }

    /// Returns all applications that somebody made, the oldest first.
    public func apps() async throws -> [IdentityApp] {
        try await database.read { connection in
            try connection.rows("SELECT * FROM identityApp WHERE id <> ? ORDER BY createdAt, id", [Self.ownID])
                .map(Self.app)
        }
    }

    /// Nobody changes or deletes the service's own application: it holds the users of the sign-in page.
    private static let ownID = "app_own"

    /// Returns the application that stands for the service itself. Nobody knows its key.
    func ownApp(at date: Date) async throws -> IdentityApp {
        if let app = try await app(Self.ownID) { return app }
        let settings = try JSONEncoder().encode(AppSettings(passkeys: false, guests: false, signing: false))
        let (key, secret) = ("key_" + Secret.random().text, Secret.random())
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO identityApp (id, name, publicKey, secretHash, settings, createdAt)
                VALUES (?, 'Countersign', ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                """, [Self.ownID, key, secret.hash, settings, date])
        }
        guard let app = try await app(Self.ownID) else { throw HubError.nothing("application") }
        return app
    }

    /// Returns an application; `nil` if there is none with this id.
    public func app(_ id: String) async throws -> IdentityApp? {
        try await database.read { try $0.row("SELECT * FROM identityApp WHERE id = ?", [id]).map(Self.app) }
    }

    /// Returns the application of a public key.
    func app(key: String) async throws -> IdentityApp? {
        try await database.read { try $0.row("SELECT * FROM identityApp WHERE publicKey = ?", [key]).map(Self.app) }
    }

    /// Whether a text is an application's secret.
    func isSecret(_ text: String, of app: String) async throws -> Bool {
        let stored: Data? = try await database.read {
            try $0.value("SELECT secretHash FROM identityApp WHERE id = ?", [app])
        }
        return Secret(text: text).hash.isEqualInConstantTime(to: stored ?? Data())
    }

    /// Replaces an application's key and secret. The old ones end at once.
    ///
    /// - Returns: `nil` if there is no such application
    public func rotate(_ id: String) async throws -> AppCredentials? {
        guard id != Self.ownID else { return nil }
        let made = AppCredentials(
            appId: id, appKey: "key_" + Secret.random().text, appSecret: "secret_" + Secret.random().text)
        return try await database.write { connection in
            let count = try connection.run(
                "UPDATE identityApp SET publicKey = ?, secretHash = ? WHERE id = ?",
                [made.appKey, Secret(text: made.appSecret).hash, id])
            return count == 1 ? made : nil
        }
    }

    /// Replaces an application's settings.
    ///
    /// - Returns: whether there is such an application
    /// - Throws: ``HubError`` with every problem of the settings
    public func set(_ settings: AppSettings, of id: String) async throws -> Bool {
        let problems = settings.problems()
        guard problems.isEmpty else { throw HubError(400, "E_SETTINGS", problems) }
        guard id != Self.ownID else { return false }
        let body = try JSONEncoder().encode(settings)
        return try await database.write {
            try $0.run("UPDATE identityApp SET settings = ? WHERE id = ?", [body, id]) == 1
        }
    }

    /// Deletes an application with its users, sessions and passkeys.
    ///
    /// - Returns: whether there was one
    public func deleteApp(_ id: String) async throws -> Bool {
        guard id != Self.ownID else { return false }
        return try await database.write { try $0.run("DELETE FROM identityApp WHERE id = ?", [id]) == 1 }
    }

    private static func app(_ row: SQLRow) throws -> IdentityApp {
        IdentityApp(
            id: try row["id"], name: try row["name"], key: try row["publicKey"],
            settings: try JSONDecoder().decode(AppSettings.self, from: try row["settings"]),
            createdAt: try row["createdAt"])
    }
}
