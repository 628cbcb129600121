import Foundation

/// The written form of times in a history: ISO 8601 in UTC with three fraction digits, `2026-11-21T09:15:00.123Z`, for
/// the years 0000 to 9999.
///
/// Times are rounded to the millisecond when an event is made, so that they survive writing and reading unchanged.
package enum Timestamp {
    /// Returns the nearest time within the years 0000 to 9999; 1970 for a time that is not a number.
    ///
    /// Dates go through here before they become integers: converting a number that does not fit ends the process.
    package static func clamped(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        return Date(timeIntervalSince1970: min(max(seconds, -62_167_219_200), 253_402_300_799))
    }

    /// Returns the nearest whole millisecond within the years 0000 to 9999.
    package static func quantized(_ date: Date) -> Date {
        Self.date(milliseconds: milliseconds(date))
    }

    /// Returns the written form, exactly 24 ASCII characters.
    package static func text(_ date: Date) -> String {
        let total = milliseconds(date)
        let day = floorDivision(total, 86_400_000)
        let rest = total - day * 86_400_000
        let (year, month, dayOfMonth) = civil(fromDay: day)
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(dayOfMonth, 2)
            + "T" + digits(rest / 3_600_000, 2) + ":" + digits(rest / 60_000 % 60, 2)
            + ":" + digits(rest / 1000 % 60, 2) + "." + digits(rest % 1000, 3) + "Z"
    }

    /// Parses the output of ``text(_:)``; returns `nil` for anything else, such as a day that does not exist.
    package static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let fraction = number(20..<23), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let time = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
        let date = Self.date(milliseconds: self.day(year, month, day) * 86_400_000 + time)
        return Self.text(date) == text ? date : nil
    }

    private static func date(milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    private static func milliseconds(_ date: Date) -> Int {
        Int((clamped(date).timeIntervalSince1970 * 1000).rounded())
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, counted from years that begin in March.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = floorDivision(y, 400)
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func floorDivision(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    private static func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
