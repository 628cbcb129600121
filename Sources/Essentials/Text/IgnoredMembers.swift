import Foundation

/// The ignored members of one request. They ask for something that this service does not do and that does not change
/// who signs what. The answer names them.
public final class IgnoredMembers: Sendable {
    /// The number of members that the header names; a request may have thousands.
    private static let mostNamed = 40
    /// The longest name, in bytes; unknown names may be of any length.
    private static let longestPlace = 100

    private struct Noted {
        var places: [String] = []
        var known: Set<String> = []
    }

    private let noted = Locked(Noted())

    /// The members' paths without list indices, in the order in which they were found: `recipients.signers.note`.
    public var places: [String] { noted.withLock { $0.places } }

    package init() {}

    /// Adds a path that proved to have no effect after the body was read.
    public func note(_ place: String) {
        let place = Self.headerText(place)
        noted.withLock { if $0.known.insert(place).inserted { $0.places.append(place) } }
    }

    /// The value of the header `X-Countersign-Ignored`: the first 40 paths, and the number of others. `nil` if nothing
    /// was ignored.
    public var header: String? {
        let places = places
        guard !places.isEmpty else { return nil }
        let others = places.count - Self.mostNamed
        let end = others > 0 ? ["and \(others) more"] : []
        return (places.prefix(Self.mostNamed) + end).joined(separator: ", ")
    }

    /// Sentences for the answer's body about the first 40 paths, and one that counts the others.
    public var warnings: [String] {
        let places = places
        let others = places.count - Self.mostNamed
        let end = others > 0 ? ["\(others) more were ignored."] : []
        return places.prefix(Self.mostNamed).map(Self.sentence) + end
    }

    private static func sentence(_ place: String) -> String {
        let what = place.hasPrefix("?") ? "The parameter \(place.dropFirst())" : "The member \(place)"
        return "\(what) was ignored: it is unknown, or it has no effect in this service."
    }

    /// Returns a path as it may stand in a header. A client's own names may hold anything, a header's value may not,
    /// and a comma separates names. Other bytes are percent-encoded (RFC 3986 §2.1).
    private static func headerText(_ place: String) -> String {
        var text = ""
        for byte in place.utf8.prefix(longestPlace) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "?"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
