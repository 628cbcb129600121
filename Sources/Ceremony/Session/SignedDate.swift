import Envelopes
import Foundation

/// A date in English, with an unambiguous order of day and month.
public enum SignedDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the day, as in `21 Nov 2026`.
    public static func day(_ date: Date, in zone: TimeZone) -> String {
        let parts = components(date, zone)
        let month = months[(max(1, min(12, parts.month ?? 1))) - 1]
        return "\(parts.day ?? 1) \(month) \(parts.year ?? 1)"
    }

    /// Returns the day of signing as a tab shows it: in the form that its sender chose, or else as ``day(_:in:)``.
    package static func text(of tab: EnvelopeTab, _ date: Date, in zone: TimeZone) -> String {
        guard let format = tab.dateFormat else { return day(date, in: zone) }
        let parts = components(date, zone)
        return format.text(
            CivilTime(
                year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1, hour: parts.hour ?? 0,
                minute: parts.minute ?? 0, second: parts.second ?? 0))
    }

    /// Returns the time of day, rounded up to the minute, as in `09:16 (UTC)`.
    static func timeOfDay(_ date: Date, in zone: TimeZone) -> String {
        let parts = components(date.addingTimeInterval(59.999), zone)
        func two(_ number: Int?) -> String { String(String(100 + (number ?? 0)).dropFirst()) }
        let name = zone.secondsFromGMT(for: date) == 0 ? "UTC" : zone.abbreviation(for: date) ?? zone.identifier
        return "\(two(parts.hour)):\(two(parts.minute)) (\(name))"
    }

    /// Returns the time in UTC, as in `21 Nov 2026, 09:15:02 UTC`.
    static func moment(_ date: Date) -> String {
        let parts = components(date, .gmt)
        return day(date, in: .gmt) + ", \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) UTC"
    }

    /// Returns the time to the minute with its zone, as in `21 Nov 2026, 10:15 UTC+01:00`.
    public static func minute(_ date: Date, in zone: TimeZone) -> String {
        let parts = components(date, zone)
        return day(date, in: zone)
            + ", \(two(parts.hour)):\(two(parts.minute)) \(offset(zone.secondsFromGMT(for: date)))"
    }

    /// Returns a zone by its distance from UTC in seconds: `UTC`, `UTC+01:00`.
    static func offset(_ seconds: Int) -> String {
        let minutes = seconds.magnitude / 60
        guard minutes > 0 else { return "UTC" }
        return "UTC\(seconds < 0 ? "-" : "+")\(two(Int(minutes / 60))):\(two(Int(minutes % 60)))"
    }

    private static func two(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }

    private static func components(_ date: Date, _ zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    }
}
