#if canImport(CPKCS11)
    import CPKCS11
    import Crypto
    import Foundation
    import CryptographicMessages

    /// Maps algorithms to a token's mechanisms (PKCS#11 v2.40 current mechanisms §2.1 and §2.3).
    ///
    /// The digest is computed here: every token signs digests, but not every token hashes.
    extension SignatureAlgorithm {
        func value(over input: Data, by key: CK_OBJECT_HANDLE, in session: TokenSession) throws -> Data {
            let digest = digest.bytes(of: input)
            switch kind {
            case .rsaPKCS1:
                let value = try session.sign(
                    self.digest.digestInfo + digest, with: key, by: CK_MECHANISM_TYPE(CKM_RSA_PKCS))
                return Data(value)
            case .rsaPSS:
                let parameter = self.digest.pssParameter + [CK_ULONG(digest.count)]
                return Data(
                    try session.sign(digest, with: key, by: CK_MECHANISM_TYPE(CKM_RSA_PKCS_PSS), parameter: parameter))
            case .ecdsaP256:
                let value = try ecdsa(digest, order: 32, key, session)
                return try P256.Signing.ECDSASignature(rawRepresentation: value).derRepresentation
            case .ecdsaP384:
                let value = try ecdsa(digest, order: 48, key, session)
                return try P384.Signing.ECDSASignature(rawRepresentation: value).derRepresentation
            case .ecdsaP521:
                let value = try ecdsa(digest, order: 66, key, session)
                return try P521.Signing.ECDSASignature(rawRepresentation: value).derRepresentation
            case .ed25519:
                return Data(try session.sign(Array(input), with: key, by: CK_MECHANISM_TYPE(CKM_EDDSA)))
            }
        }

        /// - Parameter order: the length of the curve's order in bytes; a longer digest is truncated to it (FIPS 186-5
        ///   §6.4.1)
        private func ecdsa(
            _ digest: [UInt8], order: Int, _ key: CK_OBJECT_HANDLE, _ session: TokenSession
        ) throws(TokenKeyError) -> [UInt8] {
            try session.sign(Array(digest.prefix(order)), with: key, by: CK_MECHANISM_TYPE(CKM_ECDSA))
        }
    }

    extension SignatureAlgorithm.Digest {
        fileprivate func bytes(of input: Data) -> [UInt8] {
            switch self {
            case .sha256: Array(SHA256.hash(data: input))
            case .sha384: Array(SHA384.hash(data: input))
            case .sha512: Array(SHA512.hash(data: input))
            }
        }

        /// The bytes of `DigestInfo` before the digest (RFC 8017 §9.2, note 1).
        fileprivate var digestInfo: [UInt8] {
            let (length, number): (UInt8, UInt8) =
                switch self {
                case .sha256: (32, 1)
                case .sha384: (48, 2)
                case .sha512: (64, 3)
                }
            return [
                0x30, 17 + length, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, number, 0x05,
                0x00, 0x04, length,
            ]
        }

        /// The first two numbers of `CK_RSA_PKCS_PSS_PARAMS`: the hash function and the mask.
        fileprivate var pssParameter: [CK_ULONG] {
            switch self {
            case .sha256: [CK_ULONG(CKM_SHA256), CK_ULONG(CKG_MGF1_SHA256)]
            case .sha384: [CK_ULONG(CKM_SHA384), CK_ULONG(CKG_MGF1_SHA384)]
            case .sha512: [CK_ULONG(CKM_SHA512), CK_ULONG(CKG_MGF1_SHA512)]
            }
        }
    }
#endif
