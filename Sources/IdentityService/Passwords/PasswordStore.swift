import Foundation
import Ledger

/// The passwords of the service's own users. An address has at most one, and so has a user.
public struct PasswordStore: Sendable {
    let database: any SQLDatabase

    /// `email` is in lower case; `owner` is the user's id in the program that has the service; `hash` is the
    /// password's scrypt hash.
    static let table = """
        CREATE TABLE identityPassword (
            owner TEXT PRIMARY KEY NOT NULL,
            email TEXT NOT NULL UNIQUE,
            salt BYTES NOT NULL,
            hash BYTES NOT NULL,
            rounds BIGINT NOT NULL,
            blockSize BIGINT NOT NULL,
            parallelism BIGINT NOT NULL,
            changedAt BIGINT NOT NULL
        );

        """

    /// Sets a user's password. The browsers that knew the former one are strangers again.
    ///
    /// - Throws: ``PasswordError/addressTaken(_:)``
    public static func set(
        _ password: StoredPassword, email: String, owner: String, at date: Date, in connection: any SQLConnection
    ) throws {
        let address = email.lowercased()
        let other: String? = try connection.value("SELECT owner FROM identityPassword WHERE email = ?", [address])
        guard other == nil || other == owner else { throw PasswordError.addressTaken(email) }
        try connection.run(
            """
            INSERT INTO identityPassword (owner, email, salt, hash, rounds, blockSize, parallelism, changedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner) DO UPDATE SET
                email = excluded.email, salt = excluded.salt, hash = excluded.hash, rounds = excluded.rounds,
                blockSize = excluded.blockSize, parallelism = excluded.parallelism, changedAt = excluded.changedAt
            """,
            [
                owner, address, password.salt, password.hash, password.cost.rounds, password.cost.blockSize,
                password.cost.parallelism, date,
            ])
        try KnownBrowsers.forget(of: owner, in: connection)
    }

    /// Removes a user's password and forgets their browsers.
    public static func remove(_ owner: String, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM identityPassword WHERE owner = ?", [owner])
        try KnownBrowsers.forget(of: owner, in: connection)
    }

    /// Returns the password of an e-mail address, and the id of the user who has it. Returns `nil` if the address has no
    /// password.
    func password(of email: String) async throws -> (owner: String, password: StoredPassword)? {
        try await database.read { connection in
            try connection.row("SELECT * FROM identityPassword WHERE email = ?", [email.lowercased()]).map {
                let cost = PasswordCost(
                    rounds: try $0["rounds"], blockSize: try $0["blockSize"], parallelism: try $0["parallelism"])
                return (try $0["owner"], StoredPassword(salt: try $0["salt"], hash: try $0["hash"], cost: cost))
            }
        }
    }
}
