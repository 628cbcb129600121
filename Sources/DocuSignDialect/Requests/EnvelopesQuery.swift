import Envelopes
import Foundation

/// The query of `GET …/envelopes`.
package struct EnvelopesQuery: Hashable, Sendable {
    /// Only envelopes whose status changed at this moment or later, by the time at which the service stored the
    /// change.
    package var from: Date?
    /// Only envelopes whose status changed at this moment or earlier, by the same time.
    package var to: Date?
    /// Only envelopes with one of these statuses now; `nil` for any. Empty, and so matching none, if the query names
    /// only statuses that this service never uses.
    package var statuses: Set<EnvelopeStatus>?
    /// Only these envelopes; `nil` for any.
    package var envelopeIDs: [EnvelopeID]?
    /// Only envelopes that the account created with these transaction ids; `nil` for any.
    package var transactionIDs: [String]?
    /// The number of envelopes to skip.
    package var start: Int
    /// The maximum number of envelopes to return.
    package var count: Int
    /// Whether the oldest change comes first, instead of the newest.
    package var ascending: Bool
    /// The parts to add to each envelope's own members.
    package var parts: Set<Wire.Envelope.Part>

    package static let defaultCount = 100
    package static let greatestCount = 1000

    /// Reads the query's percent-decoded parameters.
    ///
    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` naming a parameter that is unreadable or missing, or that
    ///   would filter or sort the list in an unsupported way
    package init(_ parameters: [String: String]) throws(APIError) {
        for name in Self.refused where parameters[name]?.isEmpty == false {
            throw Self.wrong(name, "is not supported by this service")
        }
        from = try Self.date("from_date", parameters)
        to = try Self.date("to_date", parameters)
        envelopeIDs = try Self.ids(parameters)
        transactionIDs = try Self.transactionIDs(parameters)
        guard from != nil || envelopeIDs != nil || transactionIDs != nil else {
            throw Self.wrong("from_date", "or envelope_ids or transaction_ids is required")
        }
        statuses = try Self.statuses(parameters)
        if let basis = parameters["from_to_status"], !["", "changed"].contains(basis.lowercased()) {
            throw Self.wrong("from_to_status", "can only be changed")
        }
        if let order = parameters["order_by"], !["", "status_changed"].contains(order.lowercased()) {
            throw Self.wrong("order_by", "can only be status_changed")
        }
        switch parameters["order"]?.lowercased() {
        case nil, "", "desc": ascending = false
        case "asc": ascending = true
        default: throw Self.wrong("order", "can only be asc or desc")
        }
        start = try Self.integer("start_position", parameters, in: 0...Int(Int32.max)) ?? 0
        count = min(
            try Self.integer("count", parameters, in: 1...Int(Int32.max)) ?? Self.defaultCount, Self.greatestCount)
        parts = Wire.Envelope.Part.named(in: parameters["include"])
    }

    /// The parameters that the initializer reads.
    package static let read: Set<String> = [
        "from_date", "to_date", "envelope_ids", "transaction_ids", "status", "from_to_status", "order_by", "order",
        "start_position", "count", "include",
    ]

    /// Reads the query of `PUT …/envelopes/status`, whose body names envelopes: the parameters `envelope_ids` and
    /// `transaction_ids` are then `request_body` or left out.
    ///
    /// - Throws: ``APIError`` as ``init(_:)`` does
    package init(_ parameters: [String: String], naming body: Wire.EnvelopeIdsRequest) throws(APIError) {
        var parameters = parameters
        for (name, ids) in [("envelope_ids", body.envelopeIds), ("transaction_ids", body.transactionIds)] {
            guard ["", "request_body"].contains(parameters[name]?.lowercased() ?? "") else { continue }
            parameters[name] = ids.map { $0.joined(separator: ",") }
        }
        try self.init(parameters)
    }

    private static let refused = [
        "search_text", "custom_field", "folder_ids", "folder_types", "user_filter", "user_id",
        "user_name", "email", "continuation_token", "powerformids", "ac_status", "intersecting_folder_ids",
    ]

    private static func wrong(_ name: String, _ reason: String) -> APIError {
        APIError(.invalidRequestParameter, "The query parameter \(name) \(reason).")
    }

    private static func date(_ name: String, _ parameters: [String: String]) throws(APIError) -> Date? {
        guard let text = parameters[name], !text.isEmpty else { return nil }
        guard let date = WireDate.date(restoringPlus(in: text)) else {
            throw wrong(name, "is not a date such as 2026-11-21 or 2026-11-21T09:15:00Z")
        }
        return date
    }

    /// Restores a time zone's plus sign. One that was not percent-encoded arrives as a space, as in `…T00:00:00.000000
    /// 00:00`.
    private static func restoringPlus(in text: String) -> String {
        text.replacing(#/(:\d{2}(?:[.,]\d+)?)\x20(\d{2}:?\d{2})$/#) { "\($0.1)+\($0.2)" }
    }

    private static func ids(_ parameters: [String: String]) throws(APIError) -> [EnvelopeID]? {
        guard let text = parameters["envelope_ids"], !text.isEmpty else { return nil }
        return try names("envelope_ids", text).map { (name) throws(APIError) in
            guard let id = EnvelopeID(rawValue: name) else {
                throw wrong("envelope_ids", "holds a value that is not an envelope id")
            }
            return id
        }
    }

    private static func transactionIDs(_ parameters: [String: String]) throws(APIError) -> [String]? {
        guard let text = parameters["transaction_ids"], !text.isEmpty else { return nil }
        return try names("transaction_ids", text)
    }

    /// Returns the names in a comma-separated list, without duplicates.
    static func names(_ parameter: String, _ text: String) throws(APIError) -> [String] {
        var seen: Set<String> = []
        let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            seen.insert($0).inserted
        }
        guard names.count <= greatestCount else { throw wrong(parameter, "names more than \(greatestCount)") }
        return names
    }

    private static func statuses(_ parameters: [String: String]) throws(APIError) -> Set<EnvelopeStatus>? {
        guard let text = parameters["status"], !text.isEmpty else { return nil }
        var statuses: Set<EnvelopeStatus> = []
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces).lowercased()
            if name == "any" { return nil }
            if let status = EnvelopeStatus(rawValue: name) {
                statuses.insert(status)
            } else if !["deleted", "processing", "timedout", "template", "correct"].contains(name) {
                throw wrong("status", "holds a value that is not an envelope status")
            }
        }
        return statuses
    }

    private static func integer(
        _ name: String, _ parameters: [String: String], in range: ClosedRange<Int>
    ) throws(APIError) -> Int? {
        guard let text = parameters[name], !text.isEmpty else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw wrong(name, "is not a whole number from \(range.lowerBound)")
        }
        return number
    }

    /// Returns the account-relative URI of another page of the same list.
    func uri(start: Int) -> String {
        var items: [(String, String)] = [("start_position", String(start)), ("count", String(count))]
        if let from { items.append(("from_date", WireDate.text(from))) }
        if let to { items.append(("to_date", WireDate.text(to))) }
        if let envelopeIDs { items.append(("envelope_ids", envelopeIDs.map(\.rawValue).joined(separator: ","))) }
        if let transactionIDs {
            let safe = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
            let names = transactionIDs.map { $0.addingPercentEncoding(withAllowedCharacters: safe) ?? "" }
            items.append(("transaction_ids", names.joined(separator: ",")))
        }
        if let statuses {
            let names = statuses.map(\.rawValue).sorted()
            items.append(("status", names.isEmpty ? "deleted" : names.joined(separator: ",")))
        }
        if ascending { items.append(("order", "asc")) }
        if !parts.isEmpty { items.append(("include", parts.map(\.rawValue).sorted().joined(separator: ","))) }
        let query = items.map { name, value in "\(name)=\(value.replacingOccurrences(of: ":", with: "%3A"))" }
        return "/envelopes?" + query.joined(separator: "&")
    }
}
