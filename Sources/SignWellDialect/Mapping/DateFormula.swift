import Envelopes
import Essentials
import Foundation

/// A date that is reckoned from another, such as `sent_date + (2 weeks - 1 day)`: a base, then days, weeks and months
/// that are added or taken away, also in parentheses. Months come first: a month after the last of January is the last
/// of February.
struct DateFormula: Hashable {
    enum Base: String, CaseIterable {
        case created = "created_date"
        case sent = "sent_date"
        case signed = "signed_date"
    }

    let base: Base
    let months: Int
    let days: Int

    /// Characters that a formula may have.
    static let longest = 200
    /// The largest sum of months or days.
    private static let farthest = 100_000

    /// Reads a formula; `nil` for anything else.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var parts = Self.parts(text)[...]
        var base: Base?
        var (months, days) = (0, 0)
        // The sign of each open parenthesis, and of the next part.
        var signs = [1]
        var next: Int? = 1
        while let part = parts.popFirst() {
            let outer = signs[signs.count - 1]
            if let sign = next {
                next = nil
                if part == "(" {
                    signs.append(outer * sign)
                    next = 1
                } else if let found = Base(rawValue: String(part)) {
                    guard base == nil, outer * sign == 1 else { return nil }
                    base = found
                } else {
                    guard let count = Int(part), let unit = parts.popFirst() else { return nil }
                    switch unit {
                    case "day", "days": days += outer * sign * count
                    case "week", "weeks": days += outer * sign * count * 7
                    case "month", "months": months += outer * sign * count
                    default: return nil
                    }
                    guard abs(days) <= Self.farthest, abs(months) <= Self.farthest else { return nil }
                }
            } else {
                switch part {
                case "+": next = 1
                case "-": next = -1
                case ")" where signs.count > 1: signs.removeLast()
                default: return nil
                }
            }
        }
        guard let base, next == nil, signs.count == 1 else { return nil }
        (self.base, self.months, self.days) = (base, months, days)
    }

    /// Returns words, numbers of at most six digits, and signs.
    private static func parts(_ text: String) -> [Substring] {
        let matches = text.matches(of: #/[a-z_]+|[0-9]{1,6}(?![0-9])|[^\s]/#)
        return matches.map(\.output)
    }

    /// Returns the day, counted from a day; `nil` before the year 1 and after the year 9999.
    func day(from start: CivilTime) -> CivilTime? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: start.year, month: start.month, day: start.day)
        guard let first = calendar.date(from: parts),
            let later = calendar.date(byAdding: .month, value: months, to: first),
            let last = calendar.date(byAdding: .day, value: days, to: later)
        else { return nil }
        let found = calendar.dateComponents([.era, .year, .month, .day], from: last)
        guard found.era == 1, let year = found.year, let month = found.month, let day = found.day else { return nil }
        let result = CivilTime(year: year, month: month, day: day)
        return result.exists ? result : nil
    }
}

/// The days from which formulas count.
package struct FormulaDays: Hashable {
    /// The day of the request in UTC; `nil` where it makes no document.
    var created: CivilTime?
    /// The same day if the request sends the document.
    var sent: CivilTime?

    static let none = FormulaDays()

    /// - Parameter now: the time of the request
    init(now: Date? = nil, sends: Bool = false) {
        created = now.flatMap { CivilTime(iso: String(Timestamp.text($0).prefix(10))) }
        sent = sends ? created : nil
    }
}
