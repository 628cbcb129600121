import Envelopes
import Foundation

/// Lists of an account's envelopes.
extension SQLEventStore {
    /// Reads the ids and the total in one transaction.
    public func page(_ query: EnvelopeQuery) async throws -> EnvelopePage {
        let (condition, values) = Self.condition(
            query, "statusStoredAt", from: query.changedFrom?.microseconds,
            before: query.changedTo.map { $0.microseconds + 1 })
        let order = query.ascending ? "ASC" : "DESC"
        let listing = """
            SELECT id, length(snapshot) AS bytes FROM envelope WHERE \(condition)
            ORDER BY statusStoredAt \(order), id \(order) LIMIT ? OFFSET ?
            """
        return try await database.readLong { connection in
            let rows = try ListedRow.all(connection, listing, values + [query.count, query.start])
            return EnvelopePage(
                ids: rows.ids(within: query.bytes).compactMap(EnvelopeID.init(rawValue:)),
                total: try Self.total(query, in: connection))
        }
    }

    /// The status under which an envelope is listed that was voided before it was sent.
    private static let neverSent = "voidedDraft"

    /// Returns the status under which an envelope is listed and counted.
    static func listedStatus(of state: Envelope) -> String {
        state.status == .voided && state.sentAt == nil ? neverSent : state.status.rawValue
    }

    /// Returns the condition of a list, with its time limits in the unit of the column.
    static func condition(
        _ query: EnvelopeQuery, _ column: String, from: Int64?, before end: Int64?
    ) -> (String, [any SQLConvertible]) {
        var conditions = ["accountID = ?"]
        var values: [any SQLConvertible] = [query.accountID]
        if let from {
            conditions.append("\(column) >= ?")
            values.append(from)
        }
        if let end {
            conditions.append("\(column) < ?")
            values.append(end)
        }
        if let statuses = query.statuses {
            let listed = (statuses.map(\.rawValue) + (statuses.contains(.voided) ? [neverSent] : [])).sorted()
            conditions.append("status IN (\(SQLPlaces.list(listed.count)))")
            values += listed
        }
        if query.leavesOutNeverSent {
            conditions.append("status <> ?")
            values.append(neverSent)
        }
        if let ids = query.ids {
            conditions.append("id IN (\(SQLPlaces.list(ids.count)))")
            values += ids.map(\.rawValue)
        }
        return (conditions.joined(separator: " AND "), values)
    }
}

extension SQLEventStore {
    /// Returns the ids of envelopes of every account, in their own order.
    ///
    /// - Parameter last: only ids after this one; `nil` for the first
    public func ids(after last: EnvelopeID?, count: Int) async throws -> [EnvelopeID] {
        try await database.readLong { connection in
            try connection.values(
                "SELECT id FROM envelope WHERE id > ? ORDER BY id LIMIT ?", [last?.rawValue ?? "", count],
                as: String.self
            ).compactMap(EnvelopeID.init(rawValue:))
        }
    }
}
