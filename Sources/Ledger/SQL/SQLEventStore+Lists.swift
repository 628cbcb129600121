import Envelopes
import Foundation

/// Lists of an account's envelopes.
extension SQLEventStore {
    public func page(_ query: EnvelopeQuery) async throws -> EnvelopePage {
        let (condition, values) = Self.condition(query)
        let order = query.ascending ? "ASC" : "DESC"
        let listing = """
            SELECT id, length(snapshot) AS bytes FROM envelope WHERE \(condition)
            ORDER BY statusStoredAt \(order), id \(order) LIMIT ? OFFSET ?
            """
        return try await database.read { connection in
            let rows = try ListedRow.all(connection, listing, values + [query.count, query.start])
            return EnvelopePage(
                ids: rows.ids(within: query.bytes).compactMap(EnvelopeID.init(rawValue:)),
                total: try Self.total(query, condition, values, in: connection))
        }
    }

    private static func condition(_ query: EnvelopeQuery) -> (String, [any SQLConvertible]) {
        var conditions = ["accountID = ?"]
        var values: [any SQLConvertible] = [query.accountID]
        if let from = query.changedFrom {
            conditions.append("statusStoredAt >= ?")
            values.append(from)
        }
        if let to = query.changedTo {
            conditions.append("statusStoredAt <= ?")
            values.append(to)
        }
        if let statuses = query.statuses {
            conditions.append("status IN (\(SQLPlaces.list(statuses.count)))")
            values += statuses.map(\.rawValue).sorted()
        }
        if let ids = query.ids {
            conditions.append("id IN (\(SQLPlaces.list(ids.count)))")
            values += ids.map(\.rawValue)
        }
        return (conditions.joined(separator: " AND "), values)
    }

    /// How many envelopes there are in all: from the counters, unless the list is of some moments or some envelopes.
    private static func total(
        _ query: EnvelopeQuery, _ condition: String, _ values: [any SQLConvertible], in connection: any SQLConnection
    ) throws -> Int {
        guard query.changedFrom == nil, query.changedTo == nil, query.ids == nil else {
            return try connection.value("SELECT count(*) FROM envelope WHERE \(condition)", values) ?? 0
        }
        return try connection.value(
            "SELECT coalesce(sum(number), 0) FROM envelopeCount WHERE \(condition)", values) ?? 0
    }
}
