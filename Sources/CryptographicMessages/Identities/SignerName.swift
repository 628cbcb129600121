import DescribedErrors
import SwiftASN1
import X509

/// Names the holder of a certificate, for people.
package enum SignerName {
    /// Returns "NAME <EMAIL>", as far as the certificate has both.
    package static func text(of certificate: Certificate) -> String {
        QuotedText.plain(wholeText(of: certificate), longest: longest)
    }

    /// Returns the result of ``text(of:)`` for a certificate with this name and address.
    package static func plain(name: String, email: String?) -> String {
        let name = CertificateName.printable(name)
        return QuotedText.plain(
            email.map { $0 == name ? $0 : "\(name) <\($0)>" } ?? name, longest: longest)
    }

    /// Certificates are untrusted: a name must not fill several lines or be endless.
    private static let longest = 500

    private static func wholeText(of certificate: Certificate) -> String {
        let name = self.name(of: certificate)
        guard let email = email(of: certificate) else { return name ?? certificate.subject.description }
        guard let name, name != email else { return email }
        return "\(name) <\(email)>"
    }

    /// Returns the name without the address, or the whole distinguished name if there is no common name.
    package static func shortText(of certificate: Certificate) -> String {
        QuotedText.plain(name(of: certificate) ?? certificate.subject.description, longest: longest)
    }

    package static func shortText(of name: DistinguishedName) -> String {
        QuotedText.plain(attribute(.NameAttributes.commonName, in: name) ?? name.description, longest: longest)
    }

    /// The attribute `name` takes precedence over the common name, which may be truncated.
    private static func name(of certificate: Certificate) -> String? {
        attribute(.NameAttributes.name, in: certificate.subject)
            ?? attribute(.NameAttributes.commonName, in: certificate.subject)
    }

    private static func email(of certificate: Certificate) -> String? {
        for name in (try? certificate.extensions.subjectAlternativeNames) ?? SubjectAlternativeNames([]) {
            switch name {
            case .rfc822Name(let address):
                return address
            case .otherName(let other) where other.typeID == CertificateName.smtpUTF8Mailbox:
                if let address = other.value.flatMap({ try? ASN1UTF8String(asn1Any: $0) }) { return String(address) }
            default:
                continue
            }
        }
        return attribute(.NameAttributes.emailAddress, in: certificate.subject)
    }

    private static func attribute(_ type: ASN1ObjectIdentifier, in name: DistinguishedName) -> String? {
        for relativeName in name {
            for attribute in relativeName where attribute.type == type {
                let text = String(attribute.value) ?? attribute.value.description
                if !text.isEmpty { return text }
            }
        }
        return nil
    }
}
