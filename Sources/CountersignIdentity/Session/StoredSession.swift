import ClientSupport
import Foundation

/// A signed-in user's tokens, as they are in the credential store.
struct StoredSession: Sendable, Hashable, Codable {
    /// Distinguishes this sign-in from all others, also of the same user.
    let id: UUID
    let userID: String
    let appID: String
    var accessToken: String
    var refreshToken: String
    var expires: Date
    var isVerified: Bool
    var level: AuthLevel

    init(id: UUID, accessToken: String, refreshToken: String) throws(IdentityError) {
        let claims = try AccessClaims(token: accessToken)
        guard !refreshToken.isEmpty else { throw .unreadableAnswer(what: "it has no refresh token") }
        self.id = id
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        (userID, appID, expires) = (claims.userID, claims.appID, claims.expires)
        (isVerified, level) = (claims.isVerified, claims.level)
    }

    /// Whether the access token is valid for at least so many more seconds.
    func isUsable(at now: Date, for seconds: TimeInterval = 60) -> Bool { expires > now.addingTimeInterval(seconds) }
}

/// The session in the credential store, which several processes may share.
///
/// Every change is made under a short lock, and compares what it replaces. A small file beside it tells other processes
/// that something changed.
struct SessionVault: Sendable {
    private let credentials: any CredentialStore
    private let name: String
    private let lock: FileLock
    private let mark: URL

    init(_ configuration: IdentityConfiguration) {
        credentials = configuration.credentials
        name = "identity.\(configuration.scope).session"
        lock = FileLock(file: configuration.folder.appending(path: "\(configuration.scope).store-lock"))
        mark = configuration.folder.appending(path: "\(configuration.scope).mark")
    }

    /// Returns the stored session; `nil` if nobody is signed in.
    func session() async throws(IdentityError) -> StoredSession? {
        do {
            // What cannot be decoded is nobody's session: the next sign-in replaces it.
            return try await credentials.secret(named: name).flatMap {
                try? JSONDecoder().decode(StoredSession.self, from: $0)
            }
        } catch {
            throw IdentityError(supporting: error)
        }
    }

    /// Stores a session in place of any other.
    func keep(_ session: StoredSession) async throws(IdentityError) {
        try await held { try await put(session) }
    }

    /// Stores a session's new tokens, unless the stored session is another one or has other tokens by now.
    ///
    /// - Returns: whether they were stored
    func replace(_ old: StoredSession, with new: StoredSession) async throws(IdentityError) -> Bool {
        try await held {
            guard let now = try await session(), now.id == old.id, now.refreshToken == old.refreshToken else {
                return false
            }
            try await put(new)
            return true
        }
    }

    /// Deletes a session, unless the stored session is another one or, with `refreshToken`, has another token by now.
    ///
    /// - Returns: whether it was deleted
    func remove(_ id: UUID, refreshToken: String? = nil) async throws(IdentityError) -> Bool {
        try await held {
            guard let now = try await session(), now.id == id, refreshToken == nil || now.refreshToken == refreshToken
            else { return false }
            try await credentials.remove(named: name)
            try leaveMark()
            return true
        }
    }

    /// Identifies the last change that any process made.
    func lastChange() -> String {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: mark.path) else { return "" }
        let date = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(facts[.systemFileNumber] ?? 0) \(date)"
    }

    private func put(_ session: StoredSession) async throws {
        try await credentials.keep(try JSONEncoder().encode(session), named: name)
        try leaveMark()
    }

    private func leaveMark() throws {
        try PrivateFile.write(Data(UUID().uuidString.utf8), to: mark)
    }

    private func held<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws(IdentityError) -> Value {
        do { return try await lock.hold(work) } catch { throw IdentityError(supporting: error) }
    }
}
