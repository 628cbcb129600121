import SwiftASN1
import X509

/// Reads and writes certificates as PEM text (RFC 7468 §5).
public enum CertificatePEM {
    /// Returns all certificates in the text, in order. Other PEM blocks and text between them are ignored.
    public static func certificates(in pem: String) throws(SigningIdentityError) -> [Certificate] {
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: pem)
        } catch {
            throw .unreadableCertificate(position: 1, reason: "the PEM text is damaged")
        }
        var certificates: [Certificate] = []
        let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]
        for document in documents where labels.contains(document.discriminator) {
            do throws(SigningIdentityError) {
                certificates.append(try CertificateDER.certificate(from: document.derBytes))
            } catch {
                guard case .unreadableCertificate(_, let reason) = error else { throw error }
                throw .unreadableCertificate(position: certificates.count + 1, reason: reason)
            }
        }
        guard !certificates.isEmpty else { throw .noCertificate }
        return certificates
    }

    /// Returns the certificates as consecutive PEM blocks, each with a line break at its end.
    public static func text(of certificates: [Certificate]) throws(SigningIdentityError) -> String {
        do {
            return try certificates.map { certificate in
                let bytes = try DERBytes.of(certificate)
                return PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: bytes).pemString + "\n"
            }.joined()
        } catch {
            throw .signingFailed("a certificate cannot be written as PEM")
        }
    }
}
