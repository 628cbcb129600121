import Foundation
import SwiftASN1

/// The time in a timestamp: a `GeneralizedTime` such as `20260301120000.25Z` (RFC 3161 §2.4.2).
///
/// RFC 3161 demands seconds, Z, and a fraction without zeros at its end. Authorities whose clocks print a fixed number
/// of digits break that rule in one of ten timestamps, and the meaning is plain all the same. So every form that X.690
/// §8 permits with a time zone is read.
struct TimestampTime {
    let date: Date
    /// Whether the time is written as RFC 3161 demands.
    let isRegular: Bool

    /// Returns `nil` if this is not a time with a time zone.
    init?(_ node: ASN1Node) {
        guard node.identifier == .generalizedTime, case .primitive(let bytes) = node.content else { return nil }
        var rest = bytes[...]
        func number(_ count: Int, upTo limit: Int, from first: Int = 0) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            guard (first...limit).contains(value) else { return nil }
            rest = rest.dropFirst(count)
            return value
        }
        guard let year = number(4, upTo: 9999), let month = number(2, upTo: 12, from: 1),
            let day = number(2, upTo: Self.days(in: month, of: year), from: 1), let hours = number(2, upTo: 23),
            let minutes = number(2, upTo: 59)
        else { return nil }
        let seconds = number(2, upTo: 59)
        var fraction = 0.0
        var isRegular = seconds != nil
        if let mark = rest.first, mark == 0x2E || mark == 0x2C {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            fraction = value * (seconds == nil ? 60 : 1)
            isRegular = isRegular && mark == 0x2E && digits.last != 0x30
            rest = rest.dropFirst(1 + digits.count)
        }
        var offset = 0
        switch rest.popFirst() {
        case 0x5A?: break
        case let sign? where sign == 0x2B || sign == 0x2D:
            guard let zoneHours = number(2, upTo: 23) else { return nil }
            let zoneMinutes = rest.isEmpty ? 0 : number(2, upTo: 59)
            guard let zoneMinutes else { return nil }
            offset = (zoneHours * 60 + zoneMinutes) * (sign == 0x2B ? 60 : -60)
            isRegular = false
        default: return nil
        }
        guard rest.isEmpty else { return nil }
        date = ASN1Time.date(year, month, day, hours, minutes, seconds ?? 0)
            .addingTimeInterval(fraction - Double(offset))
        self.isRegular = isRegular
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Why a timestamp cannot be read (RFC 3161 §2.4.2).
public enum TimestampDefect: String, Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// It is not a CMS structure with a signer.
    case container = "container-malformed"
    /// The structure holds another kind of content.
    case otherContent = "other-content"
    /// The content is not a `TSTInfo`.
    case info = "info-malformed"
    /// Its time is not a `GeneralizedTime` with a time zone.
    case time = "time-malformed"
}
