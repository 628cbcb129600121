import Crypto
import Essentials
import Foundation
import Ledger
import Passkeys

/// A sign-in that waits for the code that was mailed.
struct Challenge: Sendable, Hashable {
    let appID: String
    let address: String
    /// The network that asked; `nil` if unknown.
    var network: String?
    /// The SHA-256 of the asking app's or browser's verifier in base64url (RFC 7636 §4.2); `nil` if it sent none.
    var binding: String?
    /// The user who asked, if they were signed in: a guest whose data is kept, or somebody who adds an address.
    var userID: String?
    /// The session that goes on when that guest becomes a user; the others end.
    var keptSession: String?
    var intent: String?
    var redirect: String?
}

/// A new challenge's secrets: the id for who asked, the code and the link's id for the message.
struct ChallengeSecrets: Sendable {
    let id: Secret
    let code: String
    let link: Secret
}

/// The result of a code or a link.
enum CodeResult: Sendable, Hashable {
    case met
    case wrong(left: Int)
    /// Wrong too often.
    case locked(until: Date)
    /// Expired, used, or never there.
    case unknown
}

extension IdentityStore {
    /// Stores a challenge. It begins with the tries that the network has left for the address.
    ///
    /// - Parameter pending: what the service has to know when an OpenID provider answers, sealed; `nil` for a message
    /// - Throws: ``HubError`` 429 while the network is locked out of the address
    func add(
        _ challenge: Challenge, life: TimeInterval, tries: Int, pending: Data? = nil, at date: Date
    ) async throws -> ChallengeSecrets {
        // Nobody gets a provider's code, and nobody can guess it.
        let code = pending == nil ? Self.newCode() : Secret.random().text
        let secrets = ChallengeSecrets(id: .random(), code: code, link: .random())
        let salt = Secret.random().hash
        try await database.write { connection in
            let locked: Date? = try connection.value(
                """
                SELECT max(expiresAt) FROM identityChallenge
                WHERE appID = ? AND address = ? AND coalesce(network, '') = ? AND triesLeft = 0 AND metAt IS NULL
                """, [challenge.appID, challenge.address, challenge.network ?? ""])
            if let locked, locked > date { throw HubError.tooMany(wait: locked.timeIntervalSince(date)) }
            let left: Int? = try connection.value(
                """
                SELECT min(triesLeft) FROM identityChallenge
                WHERE appID = ? AND address = ? AND coalesce(network, '') = ? AND metAt IS NULL AND expiresAt > ?
                """, [challenge.appID, challenge.address, challenge.network ?? "", date])
            try connection.run(
                """
                INSERT INTO identityChallenge (hash, appID, address, salt, codeHash, linkHash, network, binding, guestID,
                    keptSession, intent, redirect, expiresAt, triesLeft, pending)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    secrets.id.hash, challenge.appID, challenge.address, salt, Self.hash(secrets.code, salt),
                    secrets.link.hash, challenge.network, challenge.binding, challenge.userID,
                    challenge.keptSession, challenge.intent, challenge.redirect,
                    date.addingTimeInterval(life), min(left ?? tries, tries), pending,
                ])
        }
        return secrets
    }

    /// Gives a challenge a new code and link; the old ones end. The wrong codes still count.
    ///
    /// - Returns: `nil` if there is no such challenge any more, or its code was wrong too often, or it has none
    func renew(_ id: Secret, of app: String, life: TimeInterval, at date: Date) async throws -> (
        Challenge, ChallengeSecrets
    )? {
        let secrets = ChallengeSecrets(id: id, code: Self.newCode(), link: .random())
        let salt = Secret.random().hash
        return try await database.write { connection in
            guard let (challenge, row) = try Self.challenge(id.hash, of: app, at: date, in: connection),
                try (row["metAt"] as Date?) == nil, try row["triesLeft"] > 0, try (row["pending"] as Data?) == nil
            else { return nil }
            try connection.run(
                """
                UPDATE identityChallenge SET salt = ?, codeHash = ?, linkHash = ?, expiresAt = ?
                WHERE hash = ?
                """,
                [salt, Self.hash(secrets.code, salt), secrets.link.hash, date.addingTimeInterval(life), id.hash])
            return (challenge, secrets)
        }
    }

    /// Returns an open challenge.
    func challenge(_ id: Secret, of app: String, at date: Date) async throws -> Challenge? {
        try await database.read { try Self.challenge(id.hash, of: app, at: date, in: $0)?.0 }
    }

    /// Returns an open challenge, and how many tries its code has left.
    func openChallenge(_ id: Secret, of app: String, at date: Date) async throws -> (Challenge, left: Int)? {
        try await database.read { connection in
            try Self.challenge(id.hash, of: app, at: date, in: connection).map { ($0, left: try $1["triesLeft"]) }
        }
    }

    // MARK: Visits to a provider, or to the sign-in page

    /// A visit whose link or state was just used.
    struct TakenVisit: Sendable {
        let hash: Data
        let appID: String
        /// What the service noted when the visit began.
        let pending: Data
        let redirect: String?
        let expiresAt: Date
    }

    /// Takes the state with which a provider sends the browser back. It works once.
    func take(state: Secret, at date: Date) async throws -> TakenVisit? {
        try await database.write { connection in
            let row = try connection.row(
                """
                SELECT hash, appID, pending, redirect, expiresAt FROM identityChallenge
                WHERE linkHash = ? AND expiresAt > ? AND pending IS NOT NULL AND proven IS NULL
                """, [state.hash, date])
            guard let row else { return nil }
            let hash: Data = try row["hash"]
            try connection.run(
                "UPDATE identityChallenge SET linkHash = ? WHERE hash = ?", [Secret.random().hash, hash])
            return TakenVisit(
                hash: hash, appID: try row["appID"], pending: try row["pending"], redirect: try row["redirect"],
                expiresAt: try row["expiresAt"])
        }
    }

    /// Notes who a provider says the person is.
    ///
    /// - Returns: the link with which the browser goes on; `nil` if the challenge has expired
    func prove(_ hash: Data, _ identity: ProvenIdentity, at date: Date) async throws -> Secret? {
        let link = Secret.random()
        let proven = try JSONEncoder().encode(identity)
        return try await database.write { connection in
            let row = try connection.row(
                """
                UPDATE identityChallenge SET linkHash = ?, proven = ?
                WHERE hash = ? AND expiresAt > ? AND proven IS NULL RETURNING hash
                """, [link.hash, proven, hash, date])
            return row == nil ? nil : link
        }
    }

    /// Whether a challenge waits for its provider: neither its code nor its state proves anything.
    private static func isUnproven(_ row: SQLRow) throws -> Bool {
        try (row["pending"] as Data?) != nil && (row["proven"] as Data?) == nil
    }

    /// Returns the application that a link belongs to; `nil` for a link that never was or has expired.
    func app(ofLink link: Secret, at date: Date) async throws -> String? {
        try await database.read {
            try $0.value(
                "SELECT appID FROM identityChallenge WHERE linkHash = ? AND expiresAt > ?", [link.hash, date])
        }
    }

    /// Compares a code or a link's id with a challenge's. Each wrong one counts.
    ///
    /// - Parameter verifier: shows that it comes from the app or browser that asked
    func meet(
        _ id: Secret, of app: String, with text: String, verifier: String?, at date: Date
    ) async throws -> CodeResult {
        try await database.write { connection in
            guard let (challenge, row) = try Self.challenge(id.hash, of: app, at: date, in: connection),
                challenge.isBound(to: verifier), try !Self.isUnproven(row)
            else { return .unknown }
            let left: Int = try row["triesLeft"]
            let ends: Date = try row["expiresAt"]
            guard left > 0 else { return try (row["metAt"] as Date?) == nil ? .locked(until: ends) : .unknown }
            let (salt, codeHash, linkHash): (Data, Data, Data) = (
                try row["salt"], try row["codeHash"], try row["linkHash"]
            )
            let isCode = Self.hash(text, salt).isEqualInConstantTime(to: codeHash)
            let isLink = Secret(text: text).hash.isEqualInConstantTime(to: linkHash) && challenge.binding != nil
            guard isCode || isLink else {
                // Also for the network's other sign-ins with this address, so that beginning again gives no more tries.
                try connection.run(
                    """
                    UPDATE identityChallenge SET triesLeft = triesLeft - 1 WHERE triesLeft > 0 AND expiresAt > ?
                        AND appID = ? AND address = ? AND coalesce(network, '') = ?
                    """, [date, app, challenge.address, challenge.network ?? ""])
                return left > 1 ? .wrong(left: left - 1) : .locked(until: ends)
            }
            // Neither the code nor the link works a second time.
            try connection.run(
                "UPDATE identityChallenge SET triesLeft = 0, metAt = ? WHERE hash = ?", [date, id.hash])
            return .met
        }
    }

    /// Meets a challenge by its link alone, in the app that asked.
    ///
    /// - Returns: the challenge's hash, and where the app goes on; `nil` if the link is not open, or another app asked
    func meet(
        link: Secret, of app: String, verifier: String?, at date: Date
    ) async throws -> (hash: Data, redirect: String?)? {
        try await database.write { connection in
            let hash: Data? = try connection.value(
                "SELECT hash FROM identityChallenge WHERE linkHash = ? AND triesLeft > 0", [link.hash])
            guard let hash, let (challenge, row) = try Self.challenge(hash, of: app, at: date, in: connection),
                challenge.binding != nil, challenge.isBound(to: verifier), try !Self.isUnproven(row)
            else { return nil }
            try connection.run("UPDATE identityChallenge SET triesLeft = 0, metAt = ? WHERE hash = ?", [date, hash])
            return (hash, challenge.redirect)
        }
    }

    /// Removes a challenge that was met.
    ///
    /// - Returns: its address; `nil` for a challenge that does not exist or was not met
    func takeMet(_ id: Secret, of app: String, at date: Date) async throws -> String? {
        try await database.write { connection in
            let row = try connection.row(
                """
                DELETE FROM identityChallenge WHERE hash = ? AND appID = ? AND expiresAt > ? AND metAt IS NOT NULL
                RETURNING address
                """, [id.hash, app, date])
            return try row.map { try $0["address"] }
        }
    }

    // MARK: In a transaction

    static func challenge(
        _ hash: Data, of app: String, at date: Date, in connection: any SQLConnection
    ) throws -> (Challenge, SQLRow)? {
        let row = try connection.row(
            "SELECT * FROM identityChallenge WHERE hash = ? AND appID = ? AND expiresAt > ?", [hash, app, date])
        return try row.map { row in
            (
                Challenge(
                    appID: try row["appID"], address: try row["address"], network: try row["network"],
                    binding: try row["binding"],
                    userID: try row["guestID"], keptSession: try row["keptSession"], intent: try row["intent"],
                    redirect: try row["redirect"]), row
            )
        }
    }

    private static func newCode() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<6).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    }

    private static func hash(_ code: String, _ salt: Data) -> Data {
        Data(SHA256.hash(data: salt + Data(code.utf8)))
    }
}

extension Challenge {
    /// Whether a verifier is that of the app or browser that asked.
    func isBound(to verifier: String?) -> Bool {
        guard let binding else { return true }
        guard let verifier, verifier.utf8.count <= 128 else { return false }
        let hash = Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
        return Data(hash.utf8).isEqualInConstantTime(to: Data(binding.utf8))
    }
}
