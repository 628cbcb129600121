import Foundation

/// What is kept of a log-in, so that the user can go on without a network.
///
/// Holds a refresh token only where the log-in was made with a code and PKCE; an access token is never kept.
public struct SavedSession: Sendable, Hashable, Codable {
    public let account: AccountDetails
    public let server: ServerAddress
    public let savedAt: Date
    /// The server that was configured then; the account's own may be another.
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

    var userKey: String {
        SessionUser.key(server: server, accountID: account.accountID, userID: account.userID)
    }
}

/// The saved sessions of this device: the last user's, and those of others who have not logged out.
struct SavedSessions: Sendable {
    let store: any CredentialStore

    /// The name of the secret that says who was last.
    private static let current = "countersign.current"

    private static func name(_ key: String) -> String { "countersign.session.\(key)" }

    /// The last user's.
    func last() async throws(CountersignError) -> SavedSession? {
        guard let key = try await store.secret(named: Self.current) else { return nil }
        return try await session(of: String(decoding: key, as: UTF8.self))
    }

    func session(of key: String) async throws(CountersignError) -> SavedSession? {
        guard let bytes = try await store.secret(named: Self.name(key)) else { return nil }
        let saved = try? JSONDecoder().decode(SavedSession.self, from: bytes)
        // What belongs to another name was put there by somebody else.
        guard let saved, saved.userKey == key else {
            throw .credentials(reason: "the saved session cannot be read")
        }
        return saved
    }

    /// Keeps a session as the last user's, unless it has ended meanwhile.
    func save(_ session: SavedSession, of life: SessionLife) async throws(CountersignError) {
        try await update(session, of: life)
        guard !life.isOver else { return }
        try await store.keep(Data(session.userKey.utf8), named: Self.current)
        if life.isOver { try await remove(session.userKey) }
    }

    /// Keeps a session, unless the session has ended meanwhile: after a log-out nothing comes back.
    func update(_ session: SavedSession, of life: SessionLife) async throws(CountersignError) {
        guard !life.isOver else { return }
        try await keep(session)
        if life.isOver { try await remove(session.userKey) }
    }

    private func keep(_ session: SavedSession) async throws(CountersignError) {
        guard let bytes = try? JSONEncoder().encode(session) else {
            throw .credentials(reason: "the session cannot be written")
        }
        try await store.keep(bytes, named: Self.name(session.userKey))
    }

    func remove(_ key: String) async throws(CountersignError) {
        try await store.remove(named: Self.name(key))
        if try await store.secret(named: Self.current) == Data(key.utf8) {
            try await store.remove(named: Self.current)
        }
    }
}
