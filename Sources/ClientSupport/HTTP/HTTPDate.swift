import Foundation

/// The date of HTTP's fields (RFC 9110 §5.6.7), in the form that servers must send.
package enum HTTPDate {
    /// Returns the time of `Sat, 21 Nov 2026 09:15:00 GMT`; `nil` for any other form.
    package static func date(_ text: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].count == 2, parts[4].count == 8,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month + 1
        let text = "\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z"
        // The 31st of November would be read as the 1st of December.
        guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else { return nil }
        return date
    }
}
