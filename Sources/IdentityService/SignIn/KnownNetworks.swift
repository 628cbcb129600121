import Foundation
import Ledger

/// Networks in which somebody has signed in with an address, by keyed hashes of both.
///
/// Being known gives no access. It only keeps what strangers do with an address apart from what its owner does.
struct KnownNetworks: Sendable {
    static let table = """
        CREATE TABLE identityNetwork (
            name TEXT PRIMARY KEY NOT NULL,
            seenAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX identityNetworkByAge ON identityNetwork(seenAt);

        """

    let database: any SQLDatabase

    func isKnown(_ name: String, since date: Date) async throws -> Bool {
        try await database.read { connection in
            try connection.exists("SELECT 1 FROM identityNetwork WHERE name = ? AND seenAt > ?", [name, date])
        }
    }

    func note(_ name: String, at date: Date) async throws {
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO identityNetwork (name, seenAt) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET seenAt = excluded.seenAt
                """, [name, date])
        }
    }

    func forget(before date: Date) async throws {
        try await database.write { try $0.run("DELETE FROM identityNetwork WHERE seenAt <= ?", [date]) }
    }
}
