import EnvelopeService
import Foundation
import Ledger

/// Stores the users' passwords.
public struct PasswordStore: Sendable {
    private let database: any SQLDatabase
    private let cost: StoredPassword.Cost
    /// One attempt at a time: each needs memory, and a flood of them must not exhaust it.
    private let bench = PasswordBench(places: 32, reserved: 8, share: 8)

    public init(_ database: ServiceDatabase) {
        self.init(database, cost: .usual)
    }

    init(_ database: ServiceDatabase, cost: StoredPassword.Cost) {
        self.database = database.sql
        self.cost = cost
    }

    /// `email` is in lower case; `hash` is the password's scrypt hash.
    static let table = """
        CREATE TABLE password (
            userID TEXT PRIMARY KEY NOT NULL REFERENCES accountUser(id),
            email TEXT NOT NULL UNIQUE,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            blockSize INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            changedAt INTEGER NOT NULL
        ) STRICT;

        """

    /// Sets a user's password. Everyone admitted with an older one has to sign in again.
    ///
    /// - Parameter userID: the user's id; needed only if several users have the address
    /// - Throws: ``PasswordError``
    public func set(_ password: String, email: String, userID: String? = nil, at date: Date) async throws {
        guard password.count >= StoredPassword.shortest else {
            throw PasswordError.tooShort(shortest: StoredPassword.shortest)
        }
        guard password.utf8.count <= StoredPassword.longest else {
            throw PasswordError.tooLong(longest: StoredPassword.longest)
        }
        let stored = try StoredPassword(password, cost: cost)
        try await database.write { connection in
            let found: [String] = try connection.values(
                "SELECT id FROM accountUser WHERE lower(email) = lower(?) ORDER BY createdAt", [email])
            let users = userID.map { id in found.filter { $0 == id.lowercased() } } ?? found
            guard let user = users.first else { throw PasswordError.unknownUser(email) }
            guard users.count == 1 else { throw PasswordError.severalUsers(email, ids: users) }
            let address = Self.address(email)
            let other: String? = try connection.value("SELECT userID FROM password WHERE email = ?", [address])
            guard other == nil || other == user else { throw PasswordError.addressTaken(email) }
            try connection.run(
                """
                INSERT INTO password (userID, email, salt, hash, rounds, blockSize, parallelism, changedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (userID) DO UPDATE SET
                    email = excluded.email, salt = excluded.salt, hash = excluded.hash, rounds = excluded.rounds,
                    blockSize = excluded.blockSize, parallelism = excluded.parallelism,
                    changedAt = excluded.changedAt
                """,
                [
                    user, address, stored.salt, stored.hash, stored.cost.rounds, stored.cost.blockSize,
                    stored.cost.parallelism, date,
                ])
            try AuthorizationStore.revokeAll(of: user, at: date, in: connection)
            try KnownBrowsers.forget(of: user, in: connection)
        }
    }

    /// Returns the user with this address and password, or `nil`. An unknown address takes the same
    /// work, so that the response time does not reveal which addresses exist.
    ///
    /// - Parameters:
    ///   - isKnown: whether the person's browser is known; some places are reserved for known browsers
    ///   - network: the person's network, if known; one network gets only a share of the places
    /// - Throws: ``PasswordBenchFull`` if too many passwords are waiting
    func user(
        email: String, password: String, isKnown: Bool = false, network: String? = nil
    ) async throws -> String? {
        guard password.utf8.count <= StoredPassword.longest else { return nil }
        let address = Self.address(email)
        let known = try await database.read { connection -> (userID: String, password: StoredPassword)? in
            try connection.row("SELECT * FROM password WHERE email = ?", [address]).map {
                let cost = StoredPassword.Cost(
                    rounds: try $0["rounds"], blockSize: try $0["blockSize"], parallelism: try $0["parallelism"])
                return (
                    try $0["userID"], StoredPassword(salt: try $0["salt"], hash: try $0["hash"], cost: cost)
                )
            }
        }
        let stored = known?.password ?? StoredPassword(salt: Data(count: 16), hash: Data(count: 32), cost: cost)
        let isRight = try await bench.judge(password, stored, isKnown: isKnown, network: network)
        return isRight ? known?.userID : nil
    }

    /// The number of passwords checked.
    var judged: Int { get async { await bench.judged } }

    private static func address(_ email: String) -> String { email.lowercased() }
}
