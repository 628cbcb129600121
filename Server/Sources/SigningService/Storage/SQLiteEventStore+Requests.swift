import Envelopes
import Foundation
import GRDB

/// The digests of the requests that made envelopes.
extension SQLiteEventStore {
    /// Nothing for an envelope of before digests were kept, and for one that no request of the API made.
    static let requestDigests = "ALTER TABLE envelope ADD COLUMN requestDigest TEXT"

    static func keep(_ request: BlobHash, of id: EnvelopeID, in database: Database) throws {
        try database.run(
            sql: "UPDATE envelope SET requestDigest = ? WHERE id = ?", arguments: [request.rawValue, id.rawValue])
    }

    static func requestDigest(_ transaction: String, _ account: String, in database: Database) throws -> BlobHash? {
        try SQLRequest<String>(
            sql: "SELECT requestDigest FROM envelope WHERE accountID = ? AND transactionID = ?",
            arguments: [account, transaction], cached: true
        ).fetchOne(database).flatMap(BlobHash.init(rawValue:))
    }
}
