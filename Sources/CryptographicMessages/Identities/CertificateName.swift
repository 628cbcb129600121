import SwiftASN1
import X509

/// Encodes people's names and addresses for certificates.
enum CertificateName {
    /// The maximum length of a common name in characters: `ub-common-name` (RFC 5280 Appendix A.1).
    static let commonNameLimit = 64

    /// Returns a distinguished name for a person or an authority.
    ///
    /// A name too long for the common name is truncated there at a character boundary. The full name is then in the
    /// attribute `name` (2.5.4.41), whose limit is 32,768.
    static func distinguished(_ name: String) throws(SigningIdentityError) -> DistinguishedName {
        let cleaned = printable(name)
        guard !cleaned.isEmpty else { throw .emptyName }
        var attributes: [RelativeDistinguishedName.Attribute] = []
        let common = shortened(cleaned)
        attributes.append(.init(type: .NameAttributes.commonName, utf8String: common))
        if common != cleaned {
            attributes.append(.init(type: .NameAttributes.name, utf8String: cleaned))
        }
        return DistinguishedName(attributes.map { RelativeDistinguishedName([$0]) })
    }

    /// Returns a subject alternative name for an e-mail address: `rfc822Name`, or `SmtpUTF8Mailbox` (RFC 9598 §3) if
    /// the address is not ASCII.
    static func mailbox(_ email: String) throws(SigningIdentityError) -> GeneralName {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let forbidden = email.unicodeScalars.contains {
            $0.value <= 0x20 || $0.value == 0x7F || "<>,;\"".unicodeScalars.contains($0)
        }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !forbidden else { throw .invalidEmail(email) }
        if email.utf8.allSatisfy({ $0 < 0x80 }) { return .rfc822Name(email) }
        do {
            return .otherName(
                GeneralName.OtherName(typeID: smtpUTF8Mailbox, value: try ASN1Any(erasing: ASN1UTF8String(email))))
        } catch {
            throw .invalidEmail(email)
        }
    }

    /// id-on-SmtpUTF8Mailbox.
    static let smtpUTF8Mailbox: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 8, 9]

    /// Replaces control characters by spaces and trims spaces at both ends.
    static func printable(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        let text = String(scalars)
        guard let first = text.firstIndex(where: { $0 != " " }), let last = text.lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(text[first...last])
    }

    private static func shortened(_ name: String) -> String {
        var result = ""
        var count = 0
        for character in name {
            count += character.unicodeScalars.count
            if count > commonNameLimit { break }
            result.append(character)
        }
        // One character may have more than 64 code points; a common name must not be empty.
        return result.isEmpty ? String(String.UnicodeScalarView(name.unicodeScalars.prefix(commonNameLimit))) : result
    }
}
