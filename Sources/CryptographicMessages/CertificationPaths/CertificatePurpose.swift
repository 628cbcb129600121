import SwiftASN1
import X509

/// The use of a certificate, which its key usages must allow (RFC 5280 §4.2.1.3 and §4.2.1.12).
package enum CertificatePurpose: Sendable {
    case documentSigning
    case timestamping

    /// Returns why the certificate is unsuitable for this purpose; `nil` if it is suitable.
    package func problem(of certificate: Certificate) -> TrustProblem? {
        let usage: KeyUsage?
        let extendedUsage: ExtendedKeyUsage?
        do {
            usage = try certificate.extensions.keyUsage
            extendedUsage = try certificate.extensions.extendedKeyUsage
        } catch {
            return .keyUsageUnreadable
        }
        if let usage, !usage.digitalSignature, !usage.nonRepudiation {
            return .keyUsageWithoutSignatures
        }
        switch self {
        case .documentSigning:
            guard let extendedUsage else { return nil }
            let suitable = extendedUsage.contains { Self.signingUsages.contains($0) }
            return suitable ? nil : .notForDocuments
        case .timestamping:
            let suitable = extendedUsage?.contains(.timeStamping) ?? false
            return suitable ? nil : .notForTimestamps
        }
    }

    private static let signingUsages: [ExtendedKeyUsage.Usage] = [
        .any, .emailProtection,
        ExtendedKeyUsage.Usage(oid: [1, 3, 6, 1, 5, 5, 7, 3, 36]),  // document signing (RFC 9336)
        ExtendedKeyUsage.Usage(oid: [1, 3, 6, 1, 4, 1, 311, 10, 3, 12]),  // document signing (Microsoft)
        ExtendedKeyUsage.Usage(oid: [1, 2, 840, 113_583, 1, 1, 5]),  // authentic documents (Adobe)
    ]
}
