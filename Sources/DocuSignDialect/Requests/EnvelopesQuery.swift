import Envelopes
import Foundation

/// The query of `GET …/envelopes`.
package struct EnvelopesQuery: Hashable, Sendable {
    /// What has to have happened between ``from`` and ``to``.
    package var period = Period.changed
    /// Only envelopes for which that happened at this moment or later, by the time at which the service stored it.
    package var from: Date?
    /// Only envelopes for which that happened at this moment or earlier, by the same time.
    package var to: Date?
    /// Only envelopes with one of these statuses now; `nil` for any. Empty, and so matching none, if the query names
    /// only statuses that this service never uses.
    package var statuses: Set<EnvelopeStatus>?
    /// Whether envelopes that their sender has deleted are listed too.
    package var includesDeleted = false
    /// Words in the subject, in names, addresses or custom fields; `nil` for any.
    package var searchText: String?
    /// Only envelopes with this custom field; `nil` for any.
    package var customField: CustomField?
    /// Only envelopes of the sender with this user id; `nil` for any.
    package var userID: String?
    /// Only envelopes of the sender with this address, and with the name in ``userName``; `nil` for any.
    package var email: String?
    package var userName: String?
    /// Only envelopes with which the caller has to do in this way; `nil` for any.
    package var userFilter: UserFilter?
    /// Only envelopes in one of these folders of the caller: ``Place`` or ids of folders; `nil` for any.
    package var folders: [String]?
    /// Only envelopes that lie in one of these folders as well; `nil` for any.
    package var intersectingFolders: [String]?
    /// Only these envelopes; `nil` for any.
    package var envelopeIDs: [EnvelopeID]?
    /// Only envelopes that the account created with these transaction ids; `nil` for any.
    package var transactionIDs: [String]?
    /// The number of envelopes to skip.
    package var start: Int
    /// The maximum number of envelopes to return.
    package var count: Int
    /// What the list is sorted by.
    package var order = Order.statusChanged
    /// Whether the oldest or smallest comes first, instead of the newest or greatest.
    package var ascending: Bool
    /// The parts to add to each envelope's own members.
    package var parts: Set<Wire.Envelope.Part>

    package static let defaultCount = 100
    package static let greatestCount = 1000
    /// The longest text to search for, in characters.
    package static let longestText = 500
    /// The greatest number of folders that a list may name.
    package static let mostFolders = 50

    /// What has to have happened within the time limits. Nothing is ever `timedout` or `processing` here.
    package enum Period: String, Hashable, Sendable, CaseIterable {
        case changed, created, sent, delivered, signed, completed, declined, voided, deleted, timedout, processing
    }

    /// What a list is sorted by.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        case statusChanged = "status_changed"
        case lastModified = "last_modified"
        case actionRequired = "action_required"
        case created, completed, expire, sent, status, subject
        case envelopeName = "envelope_name"
        case signerList = "signer_list"
        case userName = "user_name"
    }

    /// What the caller has to do with an envelope.
    package enum UserFilter: String, Hashable, Sendable, CaseIterable {
        case sender, recipient
        case recipientOnly = "recipient_only"
    }

    /// A folder that every user has, or a list that stands where a folder may. `normal` names all of a user's own folders.
    package enum Place: String, Hashable, Sendable, CaseIterable {
        case inbox, sentitems, draft, drafts, recyclebin, completed, normal, templates
        case awaitingMySignature = "awaiting_my_signature"
        case expiringSoon = "expiring_soon"
        case outForSignature = "out_for_signature"
        case waitingForOthers = "waiting_for_others"
    }

    /// A custom field's name and value.
    package struct CustomField: Hashable, Sendable {
        package var name: String
        package var value: String
    }

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
        (statuses, includesDeleted) = try Self.statuses(parameters)
        period = try Self.choice("from_to_status", parameters) ?? .changed
        order = try Self.choice("order_by", parameters) ?? .statusChanged
        userFilter = try Self.choice("user_filter", parameters)
        searchText = try Self.text("search_text", parameters)
        customField = try Self.customField(parameters)
        userID = try Self.text("user_id", parameters)
        (userName, email) = (try Self.text("user_name", parameters), try Self.text("email", parameters))
        guard (userName == nil) == (email == nil) else {
            throw Self.wrong(email == nil ? "user_name" : "email", "needs \(email == nil ? "email" : "user_name") too")
        }
        folders = try Self.folders("folder_ids", "folder_types", parameters)
        intersectingFolders = try Self.folders("intersecting_folder_ids", nil, parameters)
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
        "start_position", "count", "include", "search_text", "custom_field", "folder_ids", "folder_types",
        "intersecting_folder_ids", "user_filter", "user_id", "user_name", "email",
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
        "continuation_token", "powerformids", "ac_status", "last_queried_date",
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

    /// Returns the statuses, and whether deleted envelopes are among them.
    private static func statuses(
        _ parameters: [String: String]
    ) throws(APIError) -> (Set<EnvelopeStatus>?, Bool) {
        guard let text = parameters["status"], !text.isEmpty else { return (nil, false) }
        var statuses: Set<EnvelopeStatus> = []
        var includesDeleted = false
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces).lowercased()
            if name == "any" { return (nil, false) }
            if let status = EnvelopeStatus(rawValue: name) {
                statuses.insert(status)
            } else if name == "deleted" {
                includesDeleted = true
            } else if !["processing", "timedout", "template", "correct"].contains(name) {
                throw wrong("status", "holds a value that is not an envelope status")
            }
        }
        return (statuses, includesDeleted)
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ parameters: [String: String]
    ) throws(APIError) -> Choice? where Choice.RawValue == String {
        guard let text = parameters[name], !text.isEmpty else { return nil }
        guard let choice = Choice(rawValue: text.lowercased()) else {
            throw wrong(name, "can only be \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    private static func text(_ name: String, _ parameters: [String: String]) throws(APIError) -> String? {
        guard let text = parameters[name], !text.isEmpty else { return nil }
        guard text.count <= longestText else { throw wrong(name, "is longer than \(longestText) characters") }
        return text
    }

    private static func customField(_ parameters: [String: String]) throws(APIError) -> CustomField? {
        guard let text = try text("custom_field", parameters) else { return nil }
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw wrong("custom_field", "is not a name and a value such as Region=West")
        }
        return CustomField(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
    }

    private static func folders(
        _ ids: String, _ types: String?, _ parameters: [String: String]
    ) throws(APIError) -> [String]? {
        var folders: [String] = []
        var isGiven = false
        for name in [ids, types].compactMap(\.self) {
            guard let text = parameters[name], !text.isEmpty else { continue }
            isGiven = true
            for folder in try names(name, text.lowercased()) where !folder.isEmpty && !folders.contains(folder) {
                folders.append(folder)
            }
        }
        guard folders.count <= mostFolders else { throw wrong(ids, "names more than \(mostFolders) folders") }
        return isGiven ? folders : nil
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
        var items: [(String, String?)] = [
            ("start_position", String(start)), ("count", String(count)), ("from_date", from.map(WireDate.text)),
            ("to_date", to.map(WireDate.text)),
            ("envelope_ids", envelopeIDs.map { $0.map(\.rawValue).joined(separator: ",") }),
            ("transaction_ids", transactionIDs?.joined(separator: ",")), ("search_text", searchText),
            ("custom_field", customField.map { "\($0.name)=\($0.value)" }), ("user_id", userID),
            ("user_name", userName), ("email", email), ("user_filter", userFilter?.rawValue),
            ("folder_ids", folders?.joined(separator: ",")),
            ("intersecting_folder_ids", intersectingFolders?.joined(separator: ",")),
        ]
        if let statuses {
            let names = (statuses.map(\.rawValue) + (includesDeleted ? ["deleted"] : [])).sorted()
            items.append(("status", names.isEmpty ? "processing" : names.joined(separator: ",")))
        }
        if period != .changed { items.append(("from_to_status", period.rawValue)) }
        if order != .statusChanged { items.append(("order_by", order.rawValue)) }
        if ascending { items.append(("order", "asc")) }
        if !parts.isEmpty { items.append(("include", parts.map(\.rawValue).sorted().joined(separator: ","))) }
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~,"))
        let query = items.compactMap { name, value in
            value.map { "\(name)=\($0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")" }
        }
        return "/envelopes?" + query.joined(separator: "&")
    }
}
