/// The errors of keys, certificates and the files that contain them.
public enum SigningIdentityError: Error, Sendable, Equatable {
    /// No private key was found in the PEM text.
    case noPrivateKey
    /// The private key in the PEM text is itself encrypted.
    case encryptedPrivateKey
    /// The private key could not be read; the reason is a part of a sentence.
    case unreadablePrivateKey(String)
    /// The kind of key is not supported for signing, in the plural: "Ed448 keys".
    case unsupportedKey(String)
    /// An RSA key is shorter than 2,048 bits.
    case weakKey(bits: Int)
    /// Key, padding and hash function do not match; the reason is a part of a sentence.
    case unsuitableAlgorithm(String)
    /// No certificate was found.
    case noCertificate
    /// The certificate at the given position, counted from 1, could not be read.
    case unreadableCertificate(position: Int, reason: String)
    /// No certificate belongs to the private key.
    case certificateDoesNotMatchKey
    /// A name for a certificate is empty.
    case emptyName
    /// An e-mail address cannot be written into a certificate.
    case invalidEmail(String)
    /// The given authority certificate may not issue certificates.
    case notAnAuthority
    /// An authority's key is not P-256.
    case unsupportedAuthorityKey
    /// The end of a period of validity is not after its start.
    case emptyValidity
    /// The PKCS#12 file cannot be read; the reason is a part of a sentence.
    case unreadablePKCS12(String)
    /// The PKCS#12 file is protected with an outdated, insecure algorithm.
    case outdatedPKCS12(algorithm: String)
    /// The PKCS#12 file is protected with an unsupported algorithm.
    case unsupportedPKCS12(String)
    /// The password does not open the PKCS#12 file.
    case wrongPassword
    /// The private key failed to sign, or the certificate could not be made; the reason is a part of a sentence.
    case signingFailed(String)
}

extension SigningIdentityError: CustomStringConvertible {
    /// One English sentence. Some say which command helps.
    public var description: String {
        switch self {
        case .noPrivateKey:
            "The file has no private key in PEM form (\"-----BEGIN PRIVATE KEY-----\")."
        case .encryptedPrivateKey:
            "The private key is encrypted; decrypt it with \"openssl pkey -in KEY.pem -out PLAIN.pem\" or use a "
                + "PKCS#12 file with its password."
        case .unreadablePrivateKey(let reason):
            "The private key cannot be read: \(reason)."
        case .unsupportedKey(let kind):
            "Signing with \(kind) is not supported; use an ECDSA key (P-256, P-384, P-521), an Ed25519 key or an RSA "
                + "key with 2,048 bits or more."
        case .weakKey(let bits):
            "The RSA key has \(bits) bits; signing needs 2,048 or more."
        case .unsuitableAlgorithm(let reason):
            "The signature algorithm cannot be used: \(reason)."
        case .noCertificate:
            "There is no certificate in PEM form (\"-----BEGIN CERTIFICATE-----\")."
        case .unreadableCertificate(let position, let reason):
            "Certificate \(position) cannot be read: \(reason)."
        case .certificateDoesNotMatchKey:
            "None of the certificates belongs to the private key."
        case .emptyName:
            "A certificate needs a name that is not empty."
        case .invalidEmail(let address):
            "\"\(address)\" is not an e-mail address that a certificate can hold."
        case .notAnAuthority:
            "The certificate does not say that its holder may issue certificates."
        case .unsupportedAuthorityKey:
            "The authority's key is not a P-256 key."
        case .emptyValidity:
            "The certificate would expire before it becomes valid."
        case .unreadablePKCS12(let reason):
            "The PKCS#12 file cannot be read: \(reason)."
        case .outdatedPKCS12(let algorithm):
            "The PKCS#12 file is protected with \(algorithm), which is no longer safe; convert it with \"openssl "
                + "pkcs12 -legacy -in OLD.p12 -nodes -out BOTH.pem\" and \"openssl pkcs12 -export -in BOTH.pem -out "
                + "NEW.p12\"."
        case .unsupportedPKCS12(let what):
            "The PKCS#12 file uses \(what), which is not supported."
        case .wrongPassword:
            "The password does not open the PKCS#12 file."
        case .signingFailed(let reason):
            "Signing failed: \(reason)."
        }
    }
}
