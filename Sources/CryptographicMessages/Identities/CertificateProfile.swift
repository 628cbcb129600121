import Foundation
import SwiftASN1
import X509

/// The content of a new certificate, before its issuer signs it (RFC 5280 §4.1).
struct CertificateProfile {
    enum Use {
        /// Issues certificates for signers, not for other authorities.
        case authority
        /// Signs documents.
        case documentSigning(email: String?)
    }

    var subject: DistinguishedName
    var publicKey: Certificate.PublicKey
    var notBefore: Date
    var notAfter: Date
    var use: Use
    /// The address of the issuer's revocation list.
    var revocationList: String?

    /// Creates the certificate with the issuer's signature.
    func certificate(
        issuer: DistinguishedName, issuerKey: Certificate.PrivateKey
    ) throws(SigningIdentityError) -> Certificate {
        // Times in certificates have whole seconds. They are rounded down, like `/M`, so that a certificate made now is
        // valid now.
        let notBefore = Date(timeIntervalSince1970: notBefore.timeIntervalSince1970.rounded(.down))
        guard notBefore < notAfter else { throw .emptyValidity }
        let extensions = try extensions(issuerKey: issuerKey.publicKey)
        do {
            return try Certificate(
                version: .v3, serialNumber: Self.randomSerialNumber(), publicKey: publicKey,
                notValidBefore: notBefore, notValidAfter: notAfter, issuer: issuer, subject: subject,
                extensions: extensions, issuerPrivateKey: issuerKey)
        } catch {
            throw .signingFailed("the certificate could not be made (\(error))")
        }
    }

    private func extensions(issuerKey: Certificate.PublicKey) throws(SigningIdentityError) -> Certificate.Extensions {
        var mailbox: GeneralName?
        if case .documentSigning(let email?) = use { mailbox = try CertificateName.mailbox(email) }
        do {
            var extensions = Certificate.Extensions()
            switch use {
            case .authority:
                try extensions.append(
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0)).makeCertificateExtension())
                try extensions.append(
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true)).makeCertificateExtension())
            case .documentSigning:
                try extensions.append(
                    Critical(BasicConstraints.notCertificateAuthority).makeCertificateExtension())
                try extensions.append(
                    Critical(KeyUsage(digitalSignature: true, nonRepudiation: true)).makeCertificateExtension())
            }
            try extensions.append(SubjectKeyIdentifier(hash: publicKey).makeCertificateExtension())
            if issuerKey != publicKey {
                let identifier = SubjectKeyIdentifier(hash: issuerKey).keyIdentifier
                try extensions.append(
                    AuthorityKeyIdentifier(keyIdentifier: identifier).makeCertificateExtension())
            }
            if let mailbox {
                try extensions.append(SubjectAlternativeNames([mailbox]).makeCertificateExtension())
            }
            if let revocationList { try extensions.append(Self.distributionPoint(revocationList)) }
            return extensions
        } catch {
            throw .signingFailed("an extension of the certificate could not be written (\(error))")
        }
    }

    /// Returns the extension for the issuer's revocation list (RFC 5280 §4.2.1.13): one distribution point with one
    /// address as its full name.
    private static func distributionPoint(_ address: String) throws -> Certificate.Extension {
        let name = try DERBytes.of(GeneralName.uniformResourceIdentifier(address))
        let point = DERBytes.value(
            DERBytes.sequence, DERBytes.value(DERBytes.context(0), DERBytes.value(DERBytes.context(0), name)))
        return Certificate.Extension(
            oid: .CRL.distributionPoints, critical: false, value: DERBytes.value(DERBytes.sequence, point)[...])
    }

    /// Returns 128 bits, with the first two fixed so that the number is positive and always 16 bytes long.
    static func randomSerialNumber() -> Certificate.SerialNumber {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }

    /// Returns the same day, month and time of day some years later (UTC).
    static func date(yearsFrom date: Date, _ years: Int) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: .year, value: years, to: date)
            ?? date.addingTimeInterval(Double(years) * 365.2425 * 86_400)
    }
}
