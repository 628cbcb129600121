import DocuSignDialect
import Envelopes
import Foundation
import Ledger

/// The query of calls that list a folder's envelopes.
struct FolderQuery {
    var from: Date?
    var to: Date?
    var statuses: Set<EnvelopeStatus>?
    var text: String?
    var start = 0
    var count = 100
    var order = EnvelopeQuery.Order.statusChange
    var ascending = false
    var includesItems = false
    var includesRecipients = false
    private var items: [String: String] = [:]

    static let read: Set<String> = [
        "from_date", "to_date", "status", "search_text", "start_position", "count", "order", "order_by",
        "include_items", "include_recipients",
    ]

    init() {}

    /// Reads the query's percent-decoded parameters.
    ///
    /// - Parameter usualStart: the start of a list that names none
    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` naming a parameter that is unreadable
    init(_ parameters: [String: String], usuallyFrom usualStart: Date? = nil) throws(APIError) {
        var list = parameters.filter { Self.read.contains($0.key) && !$0.value.isEmpty }
        items = list
        // The list of envelopes needs a time from which it starts, and a folder does not.
        let hasStart = list["from_date"] != nil
        if !hasStart { list["from_date"] = "1970-01-01" }
        let query = try EnvelopesQuery(list)
        from = hasStart ? query.from : usualStart
        (to, statuses, text) = (query.to, query.statuses, query.searchText)
        (start, ascending) = (query.start, query.ascending)
        count = min(query.count, 100)
        order = query.order.order
        includesItems = list["include_items"]?.lowercased() == "true"
        includesRecipients = list["include_recipients"]?.lowercased() == "true"
    }

    /// Returns the account-relative URI of another page of the same list.
    func uri(_ path: String, start: Int) -> String {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~,"))
        var items = items
        items["start_position"] = String(start)
        items["count"] = String(count)
        let query = items.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }
        return "\(path)?\(query.joined(separator: "&"))"
    }
}
