/// How a tab writes a date, in the Gregorian calendar.
///
/// The raw value is the form itself: its words stand for the parts of a time, and everything else for itself.
public enum DateFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case monthDayYear = "MM/DD/YYYY"
    case dayMonthYear = "DD/MM/YYYY"
    case yearMonthDay = "YYYY/MM/DD"
    case longMonth = "Month DD, YYYY"
    case withTime = "MM/DD/YYYY hh:mm:ss a"
    case dottedDay = "DD.MM.YYYY"
    case hyphenedDay = "DD-MM-YYYY"
    /// ISO 8601.
    case isoDay = "YYYY-MM-DD"
    case shortMonth = "D MMM YYYY"

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private enum Part {
        case year, month, longMonth, shortMonth, day, shortDay, hour, minute, second, half
        case literal(Character)
    }

    /// The longer of two words that begin alike comes first.
    private static let words: [(text: String, part: Part)] = [
        ("YYYY", .year), ("Month", .longMonth), ("MMM", .shortMonth), ("MM", .month), ("DD", .day), ("D", .shortDay),
        ("hh", .hour), ("mm", .minute), ("ss", .second), ("a", .half),
    ]

    private var parts: [Part] {
        var parts: [Part] = []
        var rest = rawValue[...]
        while let first = rest.first {
            let word = Self.words.first { rest.hasPrefix($0.text) }
            parts.append(word?.part ?? .literal(first))
            rest = rest.dropFirst(word?.text.count ?? 1)
        }
        return parts
    }

    /// Writes a time.
    public func text(_ time: CivilTime) -> String {
        let month = Self.months[max(1, min(12, time.month)) - 1]
        return parts.map { part in
            switch part {
            case .year: Self.digits(time.year, 4)
            case .month: Self.digits(time.month)
            case .longMonth: month
            case .shortMonth: String(month.prefix(3))
            case .day: Self.digits(time.day)
            case .shortDay: String(time.day)
            case .hour: Self.digits(time.hour % 12 == 0 ? 12 : time.hour % 12)
            case .minute: Self.digits(time.minute)
            case .second: Self.digits(time.second)
            case .half: time.hour < 12 ? "am" : "pm"
            case .literal(let character): String(character)
            }
        }.joined()
    }

    /// Reads exactly what ``text(_:)`` writes; `nil` for anything else, such as a day that no month has.
    public func time(_ text: String) -> CivilTime? {
        reading(of: text).flatMap { $0.exists ? $0 : nil }
    }

    /// Whether a text has this form and its day is not in the calendar, such as 31 February.
    public func isMissingDay(_ text: String) -> Bool {
        reading(of: text).map { !$0.hasDay } ?? false
    }

    /// Reads the numbers of a text in this form, whether or not there is such a time.
    private func reading(of text: String) -> CivilTime? {
        var time = CivilTime(year: 0, month: 0, day: 0)
        var isAfternoon = false
        var rest = text[...]
        func number(_ mostDigits: Int) -> Int? {
            let found = rest.prefix(mostDigits).prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(found.count)
            return Int(found)
        }
        func index(of names: [String]) -> Int? {
            guard let found = names.firstIndex(where: { rest.hasPrefix($0) }) else { return nil }
            rest = rest.dropFirst(names[found].count)
            return found
        }
        for part in parts {
            let read: Int? =
                switch part {
                case .year: number(4)
                case .month, .day, .shortDay, .hour, .minute, .second: number(2)
                case .longMonth: index(of: Self.months).map { $0 + 1 }
                case .shortMonth: index(of: Self.months.map { String($0.prefix(3)) }).map { $0 + 1 }
                case .half: index(of: ["am", "pm"])
                case .literal(let character): index(of: [String(character)])
                }
            guard let read else { return nil }
            switch part {
            case .year: time.year = read
            case .month, .longMonth, .shortMonth: time.month = read
            case .day, .shortDay: time.day = read
            case .hour: time.hour = read % 12
            case .minute: time.minute = read
            case .second: time.second = read
            case .half: isAfternoon = read == 1
            case .literal: break
            }
        }
        if isAfternoon { time.hour += 12 }
        // Only the text that the time gives back was written in this form.
        return rest.isEmpty && self.text(time) == text ? time : nil
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// A time as a calendar and a clock show it.
public struct CivilTime: Hashable, Sendable {
    /// The Gregorian year; the calendar here has 1 to 9999.
    public var year: Int
    /// From 1.
    public var month: Int
    /// From 1.
    public var day: Int
    /// From 0 to 23.
    public var hour: Int
    /// From 0 to 59.
    public var minute: Int
    /// From 0 to 59; there are no leap seconds.
    public var second: Int

    /// Takes any numbers; ``exists`` says whether there is such a time.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Whether the calendar has the day and the clock the time.
    public var exists: Bool {
        hasDay && (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second)
    }

    /// Whether the calendar has the day.
    public var hasDay: Bool {
        guard (1...9999).contains(year), (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }
}
