import Envelopes
import Foundation

/// The query of `GET …/templates`, which the service reads and a client writes.
package struct TemplatesQuery: Hashable, Sendable {
    /// Selects templates by owner.
    package enum UserFilter: String, Hashable, Sendable, CaseIterable {
        case all
        case ownedByMe = "owned_by_me"
        case sharedWithMe = "shared_with_me"
    }

    package enum Order: String, Hashable, Sendable, CaseIterable {
        case name, modified
    }

    /// The optional parts of each element, requested with `include`.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case documents, recipients, tabs, folders
        case customFields = "custom_fields"
    }

    /// Text to find in the name or description, ignoring case and accents; `nil` for any template.
    package var searchText: String?
    /// Whether `searchText` applies to names only, not to descriptions.
    package var searchesNamesOnly = false
    /// Only templates in these folders; `nil` for any.
    package var folderIDs: [String]?
    /// Only these templates; `nil` for any.
    package var templateIDs: [String]?
    package var userFilter: UserFilter
    /// Only templates changed at this moment or later.
    package var modifiedFrom: Date?
    /// Only templates changed at this moment or earlier.
    package var modifiedTo: Date?
    /// The number of templates to skip.
    package var start: Int
    /// The maximum number of templates to return.
    package var count: Int
    package var order: Order
    package var ascending: Bool
    package var parts: Set<Part>

    package static let defaultCount = 100
    package static let greatestCount = 2000

    package init(
        searchText: String? = nil, folderIDs: [String]? = nil, templateIDs: [String]? = nil,
        userFilter: UserFilter = .all, start: Int = 0, count: Int = defaultCount, order: Order = .name,
        ascending: Bool = true, parts: Set<Part> = []
    ) {
        self.searchText = searchText
        self.folderIDs = folderIDs
        self.templateIDs = templateIDs
        self.userFilter = userFilter
        self.start = start
        self.count = count
        self.order = order
        self.ascending = ascending
        self.parts = parts
    }

    /// The parameters that the initializer reads.
    package static let read: Set<String> = [
        "search_text", "search_fields", "folder_ids", "folder_types", "template_ids", "user_filter",
        "modified_from_date", "modified_to_date", "order_by", "order", "start_position", "count", "include",
    ]

    private static let refused = [
        "created_from_date", "created_to_date", "from_date", "to_date", "used_from_date", "used_to_date",
        "shared_by_me", "user_id", "is_deleted_template_only", "is_download",
    ]

    /// Reads the query's percent-decoded parameters.
    ///
    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` naming a parameter that is unreadable, or that would filter
    ///   or sort the list in an unsupported way
    package init(_ parameters: [String: String]) throws(APIError) {
        for name in Self.refused where parameters[name]?.isEmpty == false {
            throw Self.wrong(name, "is not supported by this service")
        }
        self.init()
        func given(_ name: String) -> String? { parameters[name].flatMap { $0.isEmpty ? nil : $0 } }
        searchText = given("search_text")
        if let fields = given("search_fields") {
            guard fields.lowercased() == "name" else { throw Self.wrong("search_fields", "can only be name") }
            searchesNamesOnly = true
        }
        folderIDs = try given("folder_ids").map { (text) throws(APIError) in
            try EnvelopesQuery.names("folder_ids", text)
        }
        if let types = given("folder_types"), !["templates", "templates_root"].contains(types.lowercased()) {
            throw Self.wrong("folder_types", "can only be templates")
        }
        templateIDs = try given("template_ids").map { (text) throws(APIError) in
            try EnvelopesQuery.names("template_ids", text.lowercased())
        }
        userFilter = try Self.choice("user_filter", given("user_filter")) ?? .all
        modifiedFrom = try Self.date("modified_from_date", given("modified_from_date"))
        modifiedTo = try Self.date("modified_to_date", given("modified_to_date"))
        order = try Self.choice("order_by", given("order_by")) ?? .name
        switch given("order")?.lowercased() {
        case nil: ascending = order == .name
        case "asc": ascending = true
        case "desc": ascending = false
        default: throw Self.wrong("order", "can only be asc or desc")
        }
        start = try Self.integer("start_position", given("start_position"), in: 0...Int(Int32.max)) ?? 0
        count = min(
            try Self.integer("count", given("count"), in: 1...Int(Int32.max)) ?? Self.defaultCount,
            Self.greatestCount)
        parts = try Set(
            EnvelopesQuery.names("include", given("include") ?? "").compactMap { Part(rawValue: $0.lowercased()) })
    }

    /// The parameters as a client sends them.
    package var parameters: [(name: String, value: String)] {
        var items = [("start_position", String(start)), ("count", String(count))]
        if let searchText { items.append(("search_text", searchText)) }
        if searchesNamesOnly { items.append(("search_fields", "name")) }
        if let folderIDs { items.append(("folder_ids", folderIDs.joined(separator: ","))) }
        if let templateIDs { items.append(("template_ids", templateIDs.joined(separator: ","))) }
        if userFilter != .all { items.append(("user_filter", userFilter.rawValue)) }
        if let modifiedFrom { items.append(("modified_from_date", WireDate.text(modifiedFrom))) }
        if let modifiedTo { items.append(("modified_to_date", WireDate.text(modifiedTo))) }
        items += [("order_by", order.rawValue), ("order", ascending ? "asc" : "desc")]
        if !parts.isEmpty { items.append(("include", parts.map(\.rawValue).sorted().joined(separator: ","))) }
        return items
    }

    /// Returns the account-relative URI of another page of the same list.
    func uri(start: Int) -> String {
        var query = self
        query.start = start
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let items = query.parameters.map { item in
            let value = item.value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
            return "\(item.name)=\(value)"
        }
        return "/templates?" + items.joined(separator: "&")
    }

    private static func wrong(_ name: String, _ reason: String) -> APIError {
        APIError(.invalidRequestParameter, "The query parameter \(name) \(reason).")
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ text: String?
    ) throws(APIError) -> Choice? where Choice.RawValue == String {
        guard let text else { return nil }
        guard let choice = Choice(rawValue: text.lowercased()) else {
            throw wrong(name, "can only be \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    private static func date(_ name: String, _ text: String?) throws(APIError) -> Date? {
        guard let text else { return nil }
        guard let date = WireDate.date(text) else { throw wrong(name, "is not a date such as 2026-11-21") }
        return date
    }

    private static func integer(
        _ name: String, _ text: String?, in range: ClosedRange<Int>
    ) throws(APIError) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw wrong(name, "is not a whole number from \(range.lowerBound)")
        }
        return number
    }
}
