import Foundation

/// A date as headers write it (RFC 5322 §3.3), in UTC.
enum MessageDate {
    static func text(_ date: Date) -> String {
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let weekday = weekdays[((parts.weekday ?? 1) - 1) % 7]
        let month = months[((parts.month ?? 1) - 1) % 12]
        return "\(weekday), \(parts.day ?? 1) \(month) \(parts.year ?? 1970) "
            + [parts.hour, parts.minute, parts.second].map { two($0 ?? 0) }.joined(separator: ":") + " +0000"
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
