import Foundation
import Ledger

extension IdentityStore {
    /// A key that signs access tokens, sealed.
    struct StoredKey: Sendable {
        let id: String
        let sealed: Data
        let createdAt: Date
    }

    /// Returns the keys whose tokens may still be valid, the newest first. If the newest one no longer signs, `make`
    /// makes another. When several processes make one at the same time, one of these keys is stored for all.
    ///
    /// - Parameters:
    ///   - life: how long a key signs, in seconds
    ///   - kept: how long a key is published, in seconds
    func keys(
        life: TimeInterval, kept: TimeInterval, at date: Date, make: @escaping @Sendable (String) throws -> Data
    ) async throws -> [StoredKey] {
        let known = try await database.read { try Self.keys(since: date.addingTimeInterval(-kept), in: $0) }
        if let newest = known.first, newest.createdAt > date.addingTimeInterval(-life) { return known }
        return try await database.write { connection in
            let known = try Self.keys(since: date.addingTimeInterval(-kept), in: connection)
            if let newest = known.first, newest.createdAt > date.addingTimeInterval(-life) { return known }
            let id = "sig-\(Int(date.timeIntervalSince1970))"
            try connection.run(
                """
                INSERT INTO identityKey (id, sealed, createdAt) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, createdAt = excluded.createdAt
                """, [id, try make(id), date])
            try connection.run("DELETE FROM identityKey WHERE createdAt < ?", [date.addingTimeInterval(-kept)])
            return try Self.keys(since: date.addingTimeInterval(-kept), in: connection)
        }
    }

    private static func keys(since date: Date, in connection: any SQLConnection) throws -> [StoredKey] {
        try connection.rows("SELECT * FROM identityKey WHERE createdAt >= ? ORDER BY createdAt DESC, id DESC", [date])
            .map { StoredKey(id: try $0["id"], sealed: try $0["sealed"], createdAt: try $0["createdAt"]) }
    }
}
