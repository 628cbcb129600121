import Envelopes
import Foundation
import Words

/// A date as people read it in documents: with the month in words, so that the order of day and month is certain.
///
/// The words come from the catalogs and not from the system, so that a device and a service write the same.
public enum SignedDate {
    /// Returns the day, as in `21 Nov 2026`.
    public static func day(_ date: Date, in zone: TimeZone, _ language: Language = .english) -> String {
        let parts = components(date, zone)
        let catalog = Catalog.of(language)
        let month = catalog.sentence(.paper, "month.\(max(1, min(12, parts.month ?? 1)))") ?? ""
        return catalog.sentence(
            .paper, "day",
            [
                "day": .text("\(parts.day ?? 1)"), "month": .text(month), "year": .text("\(parts.year ?? 1)"),
            ], isolation: .none) ?? ""
    }

    /// Returns the day of signing as a tab shows it: in its own form, or the envelope's, or else as
    /// ``day(_:in:_:)``.
    package static func text(
        of tab: EnvelopeTab, in envelope: Envelope, _ date: Date, _ zone: TimeZone, _ language: Language
    ) -> String {
        guard let format = tab.dateFormat ?? envelope.definition.options.dateFormat else {
            return day(date, in: zone, language)
        }
        let parts = components(date, zone)
        return format.text(
            CivilTime(
                year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1, hour: parts.hour ?? 0,
                minute: parts.minute ?? 0, second: parts.second ?? 0))
    }

    /// Returns the time of day, rounded up to the minute, as in `09:16 (UTC)`.
    static func timeOfDay(_ date: Date, in zone: TimeZone) -> String {
        let parts = components(date.addingTimeInterval(59.999), zone)
        let name = zone.secondsFromGMT(for: date) == 0 ? "UTC" : zone.abbreviation(for: date) ?? zone.identifier
        return "\(two(parts.hour)):\(two(parts.minute)) (\(name))"
    }

    /// Returns the time in UTC, as in `21 Nov 2026, 09:15:02 UTC`.
    static func moment(_ date: Date, _ language: Language = .english) -> String {
        day(date, in: .gmt, language) + ", " + language.island("\(clock(date, .gmt)) UTC")
    }

    /// Returns the time at a distance from UTC in seconds, and in UTC, as in `21 Nov 2026, 14:45:02 UTC+05:30 (09:15:02
    /// UTC)`. The day stands twice if it is another one in UTC.
    static func moment(_ date: Date, secondsFromUTC: Int, _ language: Language = .english) -> String {
        guard let zone = TimeZone(secondsFromGMT: secondsFromUTC), secondsFromUTC.magnitude >= 60 else {
            return moment(date, language)
        }
        let (own, common) = (day(date, in: zone, language), day(date, in: .gmt, language))
        let inUTC = (own == common ? "" : common + ", ") + language.island("\(clock(date, .gmt)) UTC")
        return own + ", " + language.island("\(clock(date, zone)) \(offset(secondsFromUTC))") + " (\(inUTC))"
    }

    /// Returns the time to the minute with its zone, as in `21 Nov 2026, 10:15 UTC+01:00`.
    public static func minute(_ date: Date, in zone: TimeZone, _ language: Language = .english) -> String {
        let parts = components(date, zone)
        return day(date, in: zone, language)
            + ", \(two(parts.hour)):\(two(parts.minute)) \(offset(zone.secondsFromGMT(for: date)))"
    }

    /// Returns a zone by its distance from UTC in seconds: `UTC`, `UTC+01:00`.
    static func offset(_ seconds: Int) -> String {
        let minutes = seconds.magnitude / 60
        guard minutes > 0 else { return "UTC" }
        return "UTC\(seconds < 0 ? "-" : "+")\(two(Int(minutes / 60))):\(two(Int(minutes % 60)))"
    }

    private static func clock(_ date: Date, _ zone: TimeZone) -> String {
        let parts = components(date, zone)
        return "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
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
