import ClientSupport
import Foundation

/// A saved log-in, with which the user can continue offline.
///
/// Holds a refresh token only if the log-in used an authorization code with PKCE. An access token is never stored.
public struct SavedSession: Sendable, Hashable, Codable, Identifiable {
    /// The user who logged in, and their account.
    public let account: AccountDetails
    package let server: ServerAddress
    /// When the user last logged in, by the device's clock.
    public let savedAt: Date
    /// The server configured at the log-in; the account's own server may differ.
    let configured: ServerAddress
    var refreshToken: String?

    init(
        account: AccountDetails, server: ServerAddress, configured: ServerAddress, savedAt: Date,
        refreshToken: String? = nil
    ) {
        self.account = account
        self.server = server
        self.configured = configured
        self.savedAt = savedAt
        self.refreshToken = refreshToken
    }

    /// The user's ``SessionUser/key``.
    public var id: String { userKey }

    var userKey: String {
        SessionUser.key(server: server, accountID: account.accountID, userID: account.userID)
    }
}

/// The saved sessions on this device: the last user's, and those of others who have not logged out. Changes are made
/// one at a time.
struct SavedSessions: Sendable {
    let store: KeptSecrets
    private let turns = Turns()

    /// The name of the secret that identifies the last user.
    private static let current = "countersign.current"
    /// The name of the secret that lists all users, the last one first. A credential store cannot list its names.
    private static let index = "countersign.sessions"

    private static func name(_ key: String) -> String { "countersign.session.\(key)" }

    init(store: any CredentialStore) {
        self.store = KeptSecrets(store)
    }

    /// Returns the last user's session.
    func last() async throws(CountersignError) -> SavedSession? {
        guard let key = try await lastKey() else { return nil }
        return try await session(of: key)
    }

    /// Returns every user's session, the last user's first. An unreadable session is left out.
    func all() async throws(CountersignError) -> [SavedSession] {
        var keys = try await listed()
        if let last = try await lastKey(), !keys.contains(last) { keys.insert(last, at: 0) }
        var sessions: [SavedSession] = []
        for key in keys { if let session = try? await session(of: key) { sessions.append(session) } }
        return sessions
    }

    func session(of key: String) async throws(CountersignError) -> SavedSession? {
        guard let bytes = try await store.secret(named: Self.name(key)) else { return nil }
        let saved = try? JSONDecoder().decode(SavedSession.self, from: bytes)
        // A session under another user's name was not stored by this library.
        guard let saved, saved.userKey == key else {
            throw .credentials(reason: "the saved session cannot be read")
        }
        return saved
    }

    /// Saves a session as the last user's, unless the session has ended meanwhile.
    func save(_ session: SavedSession, of life: SessionLife) async throws(CountersignError) {
        try await turns.take { () async throws(CountersignError) in
            guard !life.hasEnded else { return }
            try await keep(session)
            try await putFirst(session.userKey)
        }
    }

    /// Makes a saved session's user the last user, unless the session has ended meanwhile.
    func use(_ key: String, of life: SessionLife) async throws(CountersignError) {
        try await turns.take { () async throws(CountersignError) in
            guard !life.hasEnded, try await store.secret(named: Self.name(key)) != nil else { return }
            try await putFirst(key)
        }
    }

    /// Stores the refresh token that replaced another. It is stored even if somebody else has logged in meanwhile,
    /// because the previous token is used up. It is not stored if the user has logged out or logged in again.
    ///
    /// - Returns: whether the token was stored
    func update(
        _ key: String, to refreshToken: String?, replacing previous: String?
    ) async throws(CountersignError) -> Bool {
        try await turns.take { () async throws(CountersignError) in
            guard var saved = try await session(of: key), saved.refreshToken == previous else { return false }
            saved.refreshToken = refreshToken
            try await keep(saved)
            return true
        }
    }

    func remove(_ key: String) async throws(CountersignError) {
        try await turns.take { () async throws(CountersignError) in
            try await store.remove(named: Self.name(key))
            if try await lastKey() == key { try await store.remove(named: Self.current) }
            let keys = try await listed()
            if keys.contains(key) { try await list(keys.filter { $0 != key }) }
        }
    }

    // MARK: Secrets

    private func keep(_ session: SavedSession) async throws(CountersignError) {
        guard let bytes = try? JSONEncoder().encode(session) else {
            throw .credentials(reason: "the session cannot be written")
        }
        try await store.keep(bytes, named: Self.name(session.userKey))
    }

    private func putFirst(_ key: String) async throws(CountersignError) {
        try await list([key] + listed().filter { $0 != key })
        try await store.keep(Data(key.utf8), named: Self.current)
    }

    /// The last user's ``SessionUser/key``.
    func lastKey() async throws(CountersignError) -> String? {
        try await store.secret(named: Self.current).map { String(decoding: $0, as: UTF8.self) }
    }

    private func listed() async throws(CountersignError) -> [String] {
        guard let bytes = try await store.secret(named: Self.index) else { return [] }
        return (try? JSONDecoder().decode([String].self, from: bytes)) ?? []
    }

    private func list(_ keys: [String]) async throws(CountersignError) {
        guard !keys.isEmpty, let bytes = try? JSONEncoder().encode(keys) else {
            return try await store.remove(named: Self.index)
        }
        try await store.keep(bytes, named: Self.index)
    }
}
