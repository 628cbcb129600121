import Foundation

/// Converts PDF dates: `D:YYYYMMDDHHmmSSOHH'mm` (ISO 32000-2 §7.9.4).
public enum PDFDate {
    /// Returns the date in universal time, to the second, as `D:20250131235959Z`.
    ///
    /// Dates before year 0 or after 9999, which the format cannot express, are clamped.
    public static func string(from date: Date) -> String {
        let (earliest, latest) = (-62_167_219_200.0, 253_402_300_799.0)
        let seconds = Int(max(earliest, min(latest, date.timeIntervalSince1970.rounded(.down))))
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let time = seconds - day * 86_400
        let (year, month, dayOfMonth) = civilDate(day: day)
        return "D:" + twoDigits(year / 100) + twoDigits(year % 100) + twoDigits(month) + twoDigits(dayOfMonth)
            + twoDigits(time / 3600) + twoDigits(time / 60 % 60) + twoDigits(time % 60) + "Z"
    }

    /// Returns the Gregorian date of a day counted from 1 January 1970. It counts 400-year cycles of 146,097 days, in
    /// years that begin in March so that the leap day comes last.
    private static func civilDate(day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfCycle = shifted - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// Returns the instant of a PDF date; `nil` for other text. Missing parts default to the earliest value, and a
    /// missing time zone to universal time.
    public static func date(from text: String) -> Date? {
        var rest = Substring(text.hasPrefix("D:") ? String(text.dropFirst(2)) : text)
        guard let year = takeDigits(4, from: &rest) else { return nil }
        var parts = DateComponents()
        parts.year = year
        parts.month = takeDigits(2, from: &rest) ?? 1
        parts.day = takeDigits(2, from: &rest) ?? 1
        parts.hour = takeDigits(2, from: &rest) ?? 0
        parts.minute = takeDigits(2, from: &rest) ?? 0
        parts.second = takeDigits(2, from: &rest) ?? 0
        guard isPossible(parts), let date = calendar.date(from: parts) else { return nil }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return date }
        guard let hours = takeDigits(2, from: &rest), hours < 24 else { return nil }
        if rest.first == "'" { rest.removeFirst() }
        let minutes = takeDigits(2, from: &rest) ?? 0
        let offset = Double(hours * 3600 + minutes * 60)
        return date.addingTimeInterval(sign == "+" ? -offset : offset)
    }

    private static func isPossible(_ parts: DateComponents) -> Bool {
        (1...12).contains(parts.month ?? 0) && (1...31).contains(parts.day ?? 0)
            && (0...23).contains(parts.hour ?? -1) && (0...59).contains(parts.minute ?? -1)
            && (0...60).contains(parts.second ?? -1)
    }

    private static func takeDigits(_ count: Int, from text: inout Substring) -> Int? {
        let digits = text.prefix(count)
        guard digits.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        text.removeFirst(count)
        return Int(digits)
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
