import Envelopes
import Essentials
import Foundation

extension SignWell {
    /// The page of a list that a request asks for: `page` from 1, and `limit` from 1 to 50.
    package struct PageRequest: Hashable, Sendable {
        package var page: Int
        package var limit: Int

        package init(page: Int = 1, limit: Int = 10) {
            self.page = page
            self.limit = limit
        }

        /// - Throws: 400 naming a parameter that is no number in its range
        package init(_ query: [String: String]) throws(ErrorBody) {
            func number(_ name: String, _ range: ClosedRange<Int>, _ usual: Int) throws(ErrorBody) -> Int {
                guard let text = query[name], !text.isEmpty else { return usual }
                guard let number = Int(text), range.contains(number) else {
                    throw .invalidParameter(
                        "The parameter \(name) has to be a whole number from \(range.lowerBound) to \(range.upperBound)."
                    )
                }
                return number
            }
            page = try number("page", 1...1_000_000, 1)
            limit = try number("limit", 1...50, 10)
        }

        /// The number of entries before the page.
        package var start: Int { (page - 1) * limit }
    }

    /// Where a page stands among all.
    package struct Pagination: Hashable, Sendable, Codable {
        package var currentPage: Int
        package var nextPage: Int?
        package var previousPage: Int?
        package var totalCount: Int
        package var totalPages: Int

        package init(_ page: PageRequest, total: Int) {
            currentPage = page.page
            totalCount = total
            totalPages = (total + page.limit - 1) / page.limit
            nextPage = page.page < totalPages ? page.page + 1 : nil
            previousPage = page.page > 1 ? page.page - 1 : nil
        }

        private enum CodingKeys: String, CodingKey {
            case currentPage = "current_page"
            case nextPage = "next_page"
            case previousPage = "previous_page"
            case totalCount = "total_count"
            case totalPages = "total_pages"
        }
    }

    /// One page of a list.
    package struct Listing<Entry: Encodable & Sendable>: Sendable, Encodable {
        /// The name of the list's member, such as `documents`.
        package var name: String
        package var entries: [Entry]
        package var pagination: Pagination

        package init(_ name: String, _ entries: [Entry], _ pagination: Pagination) {
            self.name = name
            self.entries = entries
            self.pagination = pagination
        }

        package func encode(to encoder: any Encoder) throws {
            try pagination.encode(to: encoder)
            var members = encoder.container(keyedBy: WireName.self)
            try members.encode(entries, forKey: WireName(stringValue: name))
        }
    }

    /// The parameter `query` of a list: conditions such as `name:Lease AND status:completed`, all of which have to hold.
    package struct DocumentQuery: Hashable, Sendable {
        package var name: String?
        /// In lower case.
        package var status: String?
        /// A recipient's name or e-mail address.
        package var person: String?
        /// The first and the last day on which the document was made, in UTC.
        package var startDate: Date?
        package var endDate: Date?
        package var ids: [EnvelopeID]?

        /// Whether every document meets it.
        package var isEmpty: Bool { self == DocumentQuery() }

        private init() {}

        /// - Throws: 400 for anything else than known conditions that are joined by AND
        package init(_ text: String?, keys: Set<String>) throws(ErrorBody) {
            let text = (text ?? "").trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty else { return }
            guard text.utf8.count <= 4000 else { throw .invalidParameter("The parameter query is too long.") }
            for part in text.components(separatedBy: " AND ") {
                let pieces = part.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard pieces.count == 2, keys.contains(pieces[0]), !pieces[1].contains(" OR ") else {
                    throw .invalidParameter(
                        "The parameter query takes conditions such as name:Lease, joined by AND; it knows "
                            + "\(keys.sorted().joined(separator: ", ")).")
                }
                try add(pieces[0], Self.unquoted(pieces[1]))
            }
        }

        package static let documentKeys: Set<String> = [
            "name", "status", "person", "start_date", "end_date", "document_ids",
        ]
        package static let templateKeys: Set<String> = ["name", "status"]

        private mutating func add(_ key: String, _ value: String) throws(ErrorBody) {
            switch key {
            case "name": name = value
            case "status": status = value.lowercased()
            case "person": person = value
            case "start_date": startDate = try Self.day(value, key)
            case "end_date": endDate = try Self.day(value, key)
            default:
                ids = value.split(whereSeparator: { ",[] ".contains($0) }).compactMap {
                    EnvelopeID(rawValue: Self.unquoted(String($0)))
                }
            }
        }

        private static func day(_ text: String, _ key: String) throws(ErrorBody) -> Date {
            guard let time = CivilTime(iso: text), let date = Timestamp.date("\(text.prefix(10))T00:00:00.000Z"),
                time.exists
            else { throw .invalidParameter("The parameter query holds no day of the form 2026-01-31 for \(key).") }
            return date
        }

        private static func unquoted(_ text: String) -> String {
            text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
        }

        /// The statuses that an envelope may have to meet the condition; `nil` for any.
        package var envelopeStatuses: Set<EnvelopeStatus>? {
            switch status {
            case nil: nil
            case "draft", "created": [.created]
            case "sending", "sent", "viewed", "bounced", "pending": [.sent, .delivered, .signed]
            case "completed": [.completed]
            case "declined": [.declined]
            case "canceled", "expired": [.voided]
            default: []
            }
        }

        /// Whether an envelope meets every condition.
        package func holds(for envelope: Envelope) -> Bool {
            if let name {
                let title = envelope.definition.options.title ?? envelope.emailSubject
                guard Self.folded(title).contains(Self.folded(name)) else { return false }
            }
            if let status {
                let own = SignWell.Document.status(of: envelope).rawValue.lowercased()
                guard own == status || own == "draft" && status == "created" else { return false }
            }
            if let person {
                let wanted = Self.folded(person)
                guard
                    envelope.recipients.contains(where: {
                        Self.folded($0.name).contains(wanted) || Self.folded($0.email).contains(wanted)
                    })
                else { return false }
            }
            if let startDate, envelope.createdAt < startDate { return false }
            if let endDate, envelope.createdAt >= endDate.addingTimeInterval(86_400) { return false }
            return ids?.contains(envelope.id) ?? true
        }

        package static func folded(_ text: String) -> String {
            text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        }
    }
}
