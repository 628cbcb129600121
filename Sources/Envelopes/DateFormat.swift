/// How a tab writes a date, in the Gregorian calendar.
public enum DateFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case monthDayYear = "MM/DD/YYYY"
    case dayMonthYear = "DD/MM/YYYY"
    case yearMonthDay = "YYYY/MM/DD"
    case longMonth = "Month DD, YYYY"
    case withTime = "MM/DD/YYYY hh:mm:ss a"

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Writes a time.
    public func text(_ time: CivilTime) -> String {
        let (day, month) = (Self.digits(time.day), Self.digits(time.month))
        let year = Self.digits(time.year, 4)
        switch self {
        case .monthDayYear: return "\(month)/\(day)/\(year)"
        case .dayMonthYear: return "\(day)/\(month)/\(year)"
        case .yearMonthDay: return "\(year)/\(month)/\(day)"
        case .longMonth: return "\(Self.months[max(1, min(12, time.month)) - 1]) \(day), \(year)"
        case .withTime:
            let hour = Self.digits(time.hour % 12 == 0 ? 12 : time.hour % 12)
            let clock = "\(hour):\(Self.digits(time.minute)):\(Self.digits(time.second))"
            return "\(month)/\(day)/\(year) \(clock) \(time.hour < 12 ? "am" : "pm")"
        }
    }

    /// Reads exactly what ``text(_:)`` writes; `nil` for anything else, such as a day that no month has.
    public func time(_ text: String) -> CivilTime? {
        let parts = text.split(whereSeparator: { "/ ,:".contains($0) }).map(String.init)
        var time = CivilTime(year: 0, month: 0, day: 0)
        let numbers = parts.map { Int($0) ?? 0 }
        switch self {
        case .monthDayYear where parts.count == 3: time.set(numbers[2], numbers[0], numbers[1])
        case .dayMonthYear where parts.count == 3: time.set(numbers[2], numbers[1], numbers[0])
        case .yearMonthDay where parts.count == 3: time.set(numbers[0], numbers[1], numbers[2])
        case .longMonth where parts.count == 3:
            time.set(numbers[2], (Self.months.firstIndex(of: parts[0]) ?? -1) + 1, numbers[1])
        case .withTime where parts.count == 7:
            time.set(numbers[2], numbers[0], numbers[1])
            time.hour = numbers[3] % 12 + (parts[6] == "pm" ? 12 : 0)
            (time.minute, time.second) = (numbers[4], numbers[5])
        default: return nil
        }
        // Only the text that the time gives back was written in this form.
        return time.exists && self.text(time) == text ? time : nil
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// A time as a calendar and a clock show it.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    /// From 1.
    public var month: Int
    /// From 1.
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int

    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    fileprivate mutating func set(_ year: Int, _ month: Int, _ day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Whether the calendar has the day and the clock the time.
    public var exists: Bool {
        guard (1...9999).contains(year), (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day) && (0..<24).contains(hour) && (0..<60).contains(minute)
            && (0..<60).contains(second)
    }
}
