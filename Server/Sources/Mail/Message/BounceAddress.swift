import Foundation

/// The address that undeliverable messages come back to, with a place for each message's id:
/// `bounces+{id}@example.org`.
public struct BounceAddress: Sendable, Hashable, CustomStringConvertible {
    private let before: String
    private let after: String
    private let domain: String

    /// - Throws: ``MailProblem/notABounceAddress(_:)`` without exactly one `{id}` before the @
    public init(_ template: String) throws(MailProblem) {
        let pieces = template.components(separatedBy: Self.placeholder)
        guard pieces.count == 2, let end = pieces[1].lastIndex(of: "@"),
            let example = try? MailAddress(pieces.joined(separator: String(repeating: "0", count: Self.longest)))
        else { throw .notABounceAddress(template) }
        before = pieces[0]
        after = String(pieces[1][..<end])
        domain = example.domain
    }

    /// The template.
    public var description: String { "\(before)\(Self.placeholder)\(after)@\(domain)" }

    /// Returns the address for a message.
    ///
    /// - Parameter id: at most 32 letters and digits of ASCII, and hyphens
    /// - Throws: ``MailProblem/notABounceAddress(_:)`` for any other id
    public func address(for id: String) throws(MailProblem) -> MailAddress {
        guard Self.isID(id) else { throw .notABounceAddress(id) }
        return try MailAddress("\(before)\(id)\(after)@\(domain)")
    }

    /// Returns the id in an address that ``address(for:)`` made, in lower case, as some mail servers change the case;
    /// `nil` for any other address.
    public func id(in address: MailAddress) -> String? {
        let local = address.local.lowercased()
        guard address.domain == domain, local.hasPrefix(before.lowercased()), local.hasSuffix(after.lowercased()),
            local.utf8.count > before.utf8.count + after.utf8.count
        else { return nil }
        let id = String(local.dropFirst(before.count).dropLast(after.count))
        return Self.isID(id) ? id : nil
    }

    private static let placeholder = "{id}"
    private static let longest = 32

    private static func isID(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0 == "-" || $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
            }
    }
}
