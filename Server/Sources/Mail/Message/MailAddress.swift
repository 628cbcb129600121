/// One e-mail address that mail servers deliver to: an ASCII local part in dot-atom form (RFC 5322 §3.4.1) and a domain
/// of A-labels (RFC 5890).
public struct MailAddress: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The part before the @; its case matters.
    public let local: String
    /// In lower case; international labels in Punycode.
    public let domain: String

    /// Reads one address, without a name. An international domain is converted to Punycode.
    ///
    /// - Throws: ``MailProblem`` for a list, a comment, a quoted local part, or anything else that is no such address
    public init(_ text: String) throws(MailProblem) {
        guard !text.contains(where: { ",;".contains($0) }) else { throw .addressList(text) }
        guard !text.contains(where: { "()<>\"".contains($0) }) else { throw .addressWithComment(text) }
        // Sections of scalars, not characters: an @ with a combining mark after it is an @ for a mail server.
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw .addressList(text) }
        guard parts.count == 2, Self.isVisible(parts[0]) else { throw .notAnAddress(text) }
        guard parts[0].allSatisfy(\.isASCII) else { throw .internationalLocalPart(text) }
        guard Self.isLocalPart(parts[0]), let domain = DomainName.ascii(String(parts[1])) else {
            throw .notAnAddress(text)
        }
        local = String(parts[0])
        self.domain = domain
    }

    /// Reads a string, and checks it.
    public init(from decoder: any Decoder) throws {
        self = try MailAddress(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes ``description`` as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The address as mail servers get it.
    public var description: String { "\(local)@\(domain)" }

    /// The address for people: the domain in its own script, unless it could pass for another domain.
    public var displayed: String { "\(local)@\(DomainName.displayed(domain))" }

    private static func isVisible(_ text: Substring.UnicodeScalarView) -> Bool {
        text.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
    }

    /// The length limit is RFC 5321 §4.5.3.1.1's, in bytes.
    private static func isLocalPart(_ text: Substring.UnicodeScalarView) -> Bool {
        (1...64).contains(text.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.allSatisfy(isAtomText)
            }
    }

    /// RFC 5322 §3.2.3, `atext`.
    static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_",
            "`", "{", "|", "}", "~":
            true
        default: false
        }
    }
}
