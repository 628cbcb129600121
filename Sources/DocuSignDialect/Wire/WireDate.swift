import Envelopes
import Essentials
import Foundation

/// Dates in the API's format.
package enum WireDate {
    /// Returns the date in ISO 8601, in UTC with seven fraction digits: `2026-11-21T09:15:00.1230000Z`.
    package static func text(_ date: Date) -> String {
        String(Timestamp.text(date).dropLast()) + "0000Z"
    }

    /// Reads `yyyy-mm-dd` and `yyyy/mm/dd`, alone or with a time.
    ///
    /// The time follows `T` or a space: `hh:mm`, `hh:mm:ss` or `hh:mm:ss` with a fraction, then `Z`, `+hh:mm`, or
    /// nothing, which means UTC. Digits after the millisecond are dropped.
    package static func date(_ text: String) -> Date? {
        let pattern =
            #/
            (?<year>\d{4}) (?<mark>[-\/]) (?<month>\d{1,2}) \k<mark> (?<day>\d{1,2})
            (?: [T\x20] (?<hour>\d{2}) : (?<minute>\d{2})
                (?: : (?<second>\d{2}) (?: [.,] (?<fraction>\d{1,9}) )? )? )?
            \s? (?<zone> [Zz] | [+\-]\d{2}:?\d{2} )?
            /#
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let match = text.wholeMatch(of: pattern) else { return nil }
        func padded(_ digits: Substring, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let fraction = (String(match.fraction ?? "") + "000").prefix(3)
        let written =
            "\(match.year)-\(padded(match.month, 2))-\(padded(match.day, 2))"
            + "T\(match.hour ?? "00"):\(match.minute ?? "00"):\(match.second ?? "00").\(fraction)Z"
        guard let local = Timestamp.date(written) else { return nil }
        guard let zone = match.zone, zone.lowercased() != "z" else { return local }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours <= 14, minutes < 60 else {
            return nil
        }
        let offset = Double(hours * 3600 + minutes * 60)
        return Timestamp.quantized(local.addingTimeInterval(zone.first == "-" ? offset : -offset))
    }
}
