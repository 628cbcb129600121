import Envelopes
import Foundation

/// Lists of an account's envelopes.
extension SQLEventStore {
    /// Reads the ids and the total in one transaction.
    public func page(_ query: EnvelopeQuery) async throws -> EnvelopePage {
        guard query.isPlain else { return try await ListingQuery(query).page(in: database) }
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

    /// Looks at the status under which it is listed.
    public func isDeleted(_ id: EnvelopeID) async throws -> Bool {
        try await database.read { connection in
            try connection.exists(
                "SELECT 1 FROM envelope WHERE id = ? AND status = ?", [id.rawValue, Self.deleted])
        }
    }

    /// The status under which an envelope is listed that was voided before it was sent.
    private static let neverSent = "voidedDraft"
    /// The status under which an envelope is listed that its sender has deleted.
    static let deleted = "deleted"

    /// Returns the status under which an envelope is listed and counted.
    static func listedStatus(of state: Envelope) -> String {
        state.status == .voided && state.sentAt == nil ? neverSent : state.status.rawValue
    }

    /// Returns the condition of a list that needs only the table of envelopes, or of their counts, with its time limits
    /// in the unit of the column.
    static func condition(
        _ query: EnvelopeQuery, _ column: String, from: Int64?, before end: Int64?
    ) -> (String, [any SQLConvertible]) {
        var condition = SQLCondition("accountID = ?", [query.accountID])
        if let from { condition.add("\(column) >= ?", [from]) }
        if let end { condition.add("\(column) < ?", [end]) }
        add(statusesOf: query, to: &condition)
        if let ids = query.ids { condition.add(oneOf: ids.map(\.rawValue), "id") }
        return (condition.text, condition.values)
    }

    static func add(statusesOf query: EnvelopeQuery, to condition: inout SQLCondition) {
        if let statuses = query.statuses {
            let further =
                (statuses.contains(.voided) ? [neverSent] : []) + (query.includesDeleted ? [deleted] : [])
            condition.add(oneOf: (statuses.map(\.rawValue) + further).sorted(), "status")
        } else if !query.includesDeleted, query.ids == nil, query.places.isEmpty {
            condition.add("status <> ?", [deleted])
        }
        if query.leavesOutNeverSent { condition.add("status <> ?", [neverSent]) }
    }
}

extension EnvelopeQuery {
    /// Whether the table of envelopes and its counts answer it alone.
    fileprivate var isPlain: Bool { order == .statusChange && selectsByStatus }

    /// Whether it selects by nothing but what envelopes are counted by.
    var selectsByStatus: Bool {
        moment == .statusChange && text == nil && customField == nil && senderID == nil && senderEmail == nil
            && senderName == nil && role == nil && places.isEmpty
    }
}

/// Conditions that all have to hold, with the values of their placeholders.
struct SQLCondition {
    private(set) var text: String
    private(set) var values: [any SQLConvertible]

    init(_ text: String, _ values: [any SQLConvertible]) {
        self.text = text
        self.values = values
    }

    mutating func add(_ condition: String, _ further: [any SQLConvertible] = []) {
        text += " AND \(condition)"
        values += further
    }

    mutating func add(oneOf texts: [String], _ column: String) {
        add("\(column) IN (\(SQLPlaces.list(texts.count)))", texts)
    }

    /// Adds alternatives: one of them is enough.
    mutating func add(anyOf conditions: [SQLCondition]) {
        guard !conditions.isEmpty else { return add("1 = 0") }
        add(
            "(\(conditions.map { "(\($0.text))" }.joined(separator: " OR ")))", conditions.flatMap(\.values))
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
