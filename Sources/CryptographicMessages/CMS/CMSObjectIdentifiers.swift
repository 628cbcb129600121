import SwiftASN1

extension ASN1ObjectIdentifier {
    /// Object identifiers of the Cryptographic Message Syntax and of its signature attributes.
    package enum CMS {
        /// id-data (RFC 5652 §4).
        package static let data: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]
        /// id-signedData (RFC 5652 §5.1).
        package static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]
        /// id-encryptedData (RFC 5652 §8).
        static let encryptedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 6]
        /// id-contentType (RFC 5652 §11.1).
        package static let contentType: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 3]
        /// id-messageDigest (RFC 5652 §11.2).
        static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 4]
        /// id-signingTime (RFC 5652 §11.3).
        package static let signingTime: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 5]
        /// id-aa-cmsAlgorithmProtect (RFC 6211 §2).
        static let algorithmProtection: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 52]
        /// id-aa-signingCertificate (RFC 2634 §5.4).
        static let signingCertificate: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 16, 2, 12]
        /// id-aa-signingCertificateV2 (RFC 5035 §3).
        static let signingCertificateV2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 16, 2, 47]
        /// id-aa-timeStampToken (RFC 3161 Appendix A).
        package static let signatureTimestamp: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 16, 2, 14]
        /// id-ct-TSTInfo (RFC 3161 §2.4.2).
        package static let timestampInfo: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 16, 1, 4]
    }

    /// Object identifiers of hash functions (RFC 5754 §2, NIST CSOR).
    package enum Hash {
        package static let sha1: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]
        package static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
        package static let sha384: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 2]
        package static let sha512: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 3]
        static let sha3_256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 8]
        static let sha3_384: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 9]
        static let sha3_512: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 10]
    }

    /// Object identifiers of signature algorithms that swift-asn1 does not name (RFC 5754 §3, RFC 8419 §2).
    package enum SignatureScheme {
        static let sha1WithRSA: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 5]
        static let ecdsaWithSHA1: ASN1ObjectIdentifier = [1, 2, 840, 10_045, 4, 1]
        static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10_045, 4, 3, 2]
        static let ecdsaWithSHA384: ASN1ObjectIdentifier = [1, 2, 840, 10_045, 4, 3, 3]
        static let ecdsaWithSHA512: ASN1ObjectIdentifier = [1, 2, 840, 10_045, 4, 3, 4]
        package static let ed25519: ASN1ObjectIdentifier = [1, 3, 101, 112]
        static let mgf1: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 8]
    }
}

extension ASN1Identifier {
    /// Returns the context-specific tag `[number]`.
    static func context(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }
}
