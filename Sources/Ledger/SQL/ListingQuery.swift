import Envelopes
import Foundation

/// A list that selects or sorts by more than the status: it joins each envelope with its listing.
struct ListingQuery {
    private let query: EnvelopeQuery
    private let condition: SQLCondition
    private let order: (text: String, values: [any SQLConvertible])

    init(_ query: EnvelopeQuery) {
        self.query = query
        condition = Self.condition(query)
        order = Self.order(query)
    }

    func page(in database: any SQLDatabase) async throws -> EnvelopePage {
        let selection = "FROM envelope JOIN listing ON listing.envelopeID = envelope.id WHERE \(condition.text)"
        let list = """
            SELECT envelope.id AS id, length(envelope.snapshot) AS bytes \(selection)
            ORDER BY \(order.text) LIMIT ? OFFSET ?
            """
        return try await database.readLong { connection in
            let rows = try ListedRow.all(
                connection, list, condition.values + order.values + [query.count, query.start])
            // Sorting by something else changes no number.
            let total =
                query.selectsByStatus
                ? try SQLEventStore.total(query, in: connection)
                : try connection.value("SELECT count(*) \(selection)", condition.values) ?? 0
            return EnvelopePage(
                ids: rows.ids(within: query.bytes).compactMap(EnvelopeID.init(rawValue:)), total: total)
        }
    }

    /// The longest text and the greatest number of words that are searched for.
    private static let longestWord = 200
    private static let mostWords = 16

    private static func condition(_ query: EnvelopeQuery) -> SQLCondition {
        // The account is compared in the table whose index serves the time limits, or else the order.
        let column = query.moment.column
        let isOfListing = column.hasPrefix("listing") || query.order == .created && query.ids == nil
        var condition = SQLCondition(
            "\(isOfListing ? "listing" : "envelope").accountID = ?", [query.accountID])
        if let from = query.changedFrom { condition.add("\(column) >= ?", [from.microseconds]) }
        if let end = query.changedTo { condition.add("\(column) < ?", [end.microseconds + 1]) }
        if query.moment == .deleted {
            condition.add("envelope.status = ?", [SQLEventStore.deleted])
        } else if query.moment != .statusChange, query.changedFrom == nil {
            condition.add("\(column) IS NOT NULL")
        }
        if query.moment != .deleted || query.statuses != nil {
            SQLEventStore.add(statusesOf: query, to: &condition)
        }
        if let ids = query.ids { condition.add(oneOf: ids.map(\.rawValue), "envelope.id") }
        for word in words(in: query.text ?? "") {
            condition.add("listing.searchKey LIKE ? ESCAPE '\\'", [SQLPattern.containing(word)])
        }
        if let field = query.customField {
            condition.add(
                """
                envelope.id IN (
                    SELECT envelopeID FROM listedField WHERE accountID = ? AND nameKey = ? AND valueKey = ?)
                """, [query.accountID, SearchKey.folded(field.name), SearchKey.folded(field.value)])
        }
        if let id = query.senderID { condition.add("listing.senderID = ?", [id]) }
        if let email = query.senderEmail { condition.add("listing.senderEmail = ?", [email.lowercased()]) }
        if let name = query.senderName { condition.add("listing.senderKey = ?", [SearchKey.folded(name)]) }
        guard let viewer = query.viewer else { return condition }
        let view = View(accountID: query.accountID, viewer: viewer)
        switch query.role {
        case nil: break
        case .sender: condition.add("listing.senderID = ?", [viewer.userID])
        case .recipient:
            condition.add(anyOf: [view.isRecipient(from: .ahead)])
            condition.add("envelope.status <> 'created'")
        case .onlyRecipient:
            condition.add(anyOf: [view.isRecipient(from: .ahead)])
            condition.add("envelope.status <> 'created'")
            condition.add("listing.senderID <> ?", [viewer.userID])
        }
        for places in query.places { condition.add(anyOf: places.map(view.condition)) }
        return condition
    }

    private static func words(in text: String) -> [String] {
        SearchKey.folded(text).split(whereSeparator: \.isWhitespace).prefix(mostWords).map {
            String($0.prefix(longestWord))
        }
    }

    private static func order(_ query: EnvelopeQuery) -> (String, [any SQLConvertible]) {
        let direction = query.ascending ? "ASC" : "DESC"
        // Both are the same; an index gives the order only by its own.
        let last = "\(query.order.column.hasPrefix("listing") ? "listing.envelopeID" : "envelope.id") \(direction)"
        if query.order == .actionRequired, let viewer = query.viewer {
            let waits = View(accountID: query.accountID, viewer: viewer).isWaiting
            return (
                "(\(waits.text)) \(direction), envelope.statusStoredAt \(direction), \(last)", waits.values
            )
        }
        let column = query.order.column
        // Within time limits on the column, none is empty, and its index gives the order.
        let isGiven = !query.order.mayBeEmpty || query.moment.column == column
        return ("\(isGiven ? "" : "(\(column) IS NULL), ")\(column) \(direction), \(last)", [])
    }

    /// The conditions of a user's places.
    fileprivate struct View {
        let accountID: String
        let viewer: EnvelopeViewer

        private static let inProcess = "envelope.status IN ('sent', 'delivered')"

        func condition(_ place: EnvelopePlace) -> SQLCondition {
            switch place {
            case .inbox:
                var condition = isRecipient(from: .waiting)
                condition.add("envelope.status <> 'created'")
                condition.addIsUnmoved(self)
                return condition
            case .sent:
                var condition = isSender
                condition.add("envelope.status <> 'created'")
                condition.addIsUnmoved(self)
                return condition
            case .drafts:
                var condition = isSender
                condition.add("envelope.status = 'created'")
                condition.addIsUnmoved(self)
                return condition
            case .recycleBin: return isIn("= ?", SQLFolderStore.recycleBin)
            case .folder(let id): return isIn("= ?", id)
            case .ownFolders:
                var condition = isIn("<> ?", SQLFolderStore.recycleBin)
                condition.addIsKept(self)
                return condition
            case .awaitingViewer:
                var condition = isWaiting
                condition.addIsKept(self)
                return condition
            case .outForSignature:
                var condition = isSender
                condition.add(Self.inProcess)
                condition.addIsKept(self)
                return condition
            case .expiring(let end):
                var condition = SQLCondition("\(Self.inProcess) AND listing.expiresAt < ?", [end.microseconds])
                condition.add(anyOf: [isSender, isWaiting])
                condition.addIsKept(self)
                return condition
            case .completed:
                var condition = SQLCondition("envelope.status = 'completed'", [])
                condition.add(anyOf: [isSender, isRecipient(from: .ahead)])
                condition.addIsKept(self)
                return condition
            }
        }

        var isSender: SQLCondition { SQLCondition("listing.senderID = ?", [viewer.userID]) }

        var isWaiting: SQLCondition {
            SQLCondition(
                """
                \(Self.inProcess) AND envelope.id IN (
                    SELECT envelopeID FROM listedRecipient WHERE accountID = ? AND email = ? AND progress = ?)
                """, [accountID, viewer.email.lowercased(), EnvelopeListing.Progress.waiting.rawValue])
        }

        func isRecipient(from progress: EnvelopeListing.Progress) -> SQLCondition {
            SQLCondition(
                """
                envelope.id IN (
                    SELECT envelopeID FROM listedRecipient WHERE accountID = ? AND email = ? AND progress >= ?)
                """, [accountID, viewer.email.lowercased(), progress.rawValue])
        }

        private func isIn(_ comparison: String, _ folder: String) -> SQLCondition {
            SQLCondition(
                "envelope.id IN (SELECT envelopeID FROM placement WHERE userID = ? AND folderID \(comparison))",
                [viewer.userID, folder])
        }
    }
}

extension SQLCondition {
    /// Adds that the viewer has not moved an envelope out of the folder where it was at first.
    fileprivate mutating func addIsUnmoved(_ view: ListingQuery.View) {
        add(
            """
            NOT EXISTS (
                SELECT 1 FROM placement WHERE placement.userID = ? AND placement.envelopeID = envelope.id)
            """, [view.viewer.userID])
    }

    /// Adds that the viewer has not deleted an envelope.
    fileprivate mutating func addIsKept(_ view: ListingQuery.View) {
        add(
            """
            NOT EXISTS (
                SELECT 1 FROM placement WHERE placement.userID = ? AND placement.envelopeID = envelope.id
                    AND placement.folderID IN (?, ?))
            """, [view.viewer.userID, SQLFolderStore.recycleBin, SQLFolderStore.nowhere])
    }
}

extension EnvelopeQuery.Moment {
    /// The column with the time.
    fileprivate var column: String {
        switch self {
        case .statusChange, .deleted: "envelope.statusStoredAt"
        case .created: "listing.createdAt"
        case .sent: "listing.sentAt"
        case .delivered: "listing.deliveredAt"
        case .signed: "listing.signedAt"
        case .completed: "listing.completedAt"
        case .declined: "listing.declinedAt"
        case .voided: "listing.voidedAt"
        }
    }
}

extension EnvelopeQuery.Order {
    fileprivate var column: String {
        switch self {
        case .statusChange, .actionRequired: "envelope.statusStoredAt"
        case .created: "listing.createdAt"
        case .sent: "listing.sentAt"
        case .completed: "listing.completedAt"
        case .lastModified: "listing.modifiedAt"
        case .expiry: "listing.expiresAt"
        case .status: "envelope.status"
        case .subject: "listing.subjectKey"
        case .sender: "listing.senderKey"
        case .recipients: "listing.recipientsKey"
        }
    }

    fileprivate var mayBeEmpty: Bool { [.sent, .completed, .expiry].contains(self) }
}
