import Foundation
import SwiftASN1
import X509

/// A PKCS#12 file (RFC 7292): a private key and certificates protected by a password.
///
/// It supports what OpenSSL 3 and current systems write: PBES2 with PBKDF2 and AES-CBC, and an HMAC over the whole. The
/// older encryptions (RC2, RC4, triple DES) are rejected by name.
struct PKCS12 {
    var keys: [SigningKey] = []
    var certificates: [Certificate] = []
    /// Why a key was skipped, if one was.
    var keyProblem: SigningIdentityError?

    /// - Parameters:
    ///   - bytes: the file, in DER or BER
    ///   - password: the password, which may be empty
    static func read(_ bytes: [UInt8], password: String) throws(SigningIdentityError) -> PKCS12 {
        let container: Container
        do {
            container = try Container(bytes)
        } catch let error as SigningIdentityError {
            throw error
        } catch {
            throw .unreadablePKCS12("it is not the structure that RFC 7292 describes")
        }
        if let mac = container.mac {
            guard try mac.matches(container.authenticatedSafe, password: password) else { throw .wrongPassword }
        }
        do {
            var result = PKCS12()
            for contentInfo in try BER.parse(container.authenticatedSafe).childNodes() {
                let contents = try safeContents(of: contentInfo, password: password)
                try result.read(safeContents: contents, password: password, depth: 0)
            }
            return result
        } catch let error as SigningIdentityError {
            throw error
        } catch {
            throw .unreadablePKCS12("its content is damaged")
        }
    }

    /// `PFX` (RFC 7292 §4).
    private struct Container {
        var authenticatedSafe: ArraySlice<UInt8>
        var mac: PKCS12MAC?

        init(_ bytes: [UInt8]) throws {
            var nodes = try BER.parse(bytes.prefix(BERExtent.first(in: bytes[...]) ?? bytes.count))
                .children(of: .sequence)
            guard try Int(berEncoded: &nodes) == 3 else {
                throw SigningIdentityError.unreadablePKCS12("its version is not 3")
            }
            var authenticatedSafe = try nodes.required().children(of: .sequence)
            guard try ASN1ObjectIdentifier(berEncoded: &authenticatedSafe) == .CMS.data else {
                throw SigningIdentityError.unsupportedPKCS12("public-key integrity")
            }
            self.authenticatedSafe = try PKCS12.octets(in: authenticatedSafe.required())
            self.mac = try nodes.next().map { try PKCS12MAC($0) }
        }
    }

    /// Returns the octet string under the explicit tag [0].
    private static func octets(in node: ASN1Node) throws -> ArraySlice<UInt8> {
        var nodes = try node.children(of: .context(0))
        return try ASN1OctetString(berEncoded: nodes.required()).bytes
    }

    /// Returns the `SafeContents` of one member of the `AuthenticatedSafe` (RFC 7292 §4.1), decrypted if necessary.
    private static func safeContents(of contentInfo: ASN1Node, password: String) throws -> ArraySlice<UInt8> {
        var nodes = try contentInfo.children(of: .sequence)
        switch try ASN1ObjectIdentifier(berEncoded: &nodes) {
        case .CMS.data:
            return try octets(in: nodes.required())
        case .CMS.encryptedData:
            var wrapper = try nodes.required().children(of: .context(0))
            var encryptedData = try wrapper.required().children(of: .sequence)
            _ = try Int(berEncoded: &encryptedData)
            var info = try encryptedData.required().children(of: .sequence)
            _ = try ASN1ObjectIdentifier(berEncoded: &info)
            let encryption = try PasswordBasedEncryption(AlgorithmReference(&info))
            let ciphertext = try ASN1OctetString(berEncoded: info.required(), withIdentifier: .context(0)).bytes
            return try encryption.decrypted(ciphertext, password: password)[...]
        default:
            throw SigningIdentityError.unsupportedPKCS12("encryption to a public key")
        }
    }

    /// Reads `SafeContents` (RFC 7292 §4.2): a sequence of bags.
    private mutating func read(safeContents: ArraySlice<UInt8>, password: String, depth: Int) throws {
        guard depth < 8 else { throw SigningIdentityError.unreadablePKCS12("its bags are nested too deeply") }
        for bag in try BER.parse(safeContents).childNodes() {
            var nodes = try bag.children(of: .sequence)
            let type = try ASN1ObjectIdentifier(berEncoded: &nodes)
            var wrapper = try nodes.required().children(of: .context(0))
            let value = try wrapper.required()
            switch type {
            case Self.keyBag:
                add(key: Array(value.encodedBytes))
            case Self.shroudedKeyBag:
                var encrypted = try value.children(of: .sequence)
                let encryption = try PasswordBasedEncryption(AlgorithmReference(&encrypted))
                let ciphertext = try ASN1OctetString(berEncoded: encrypted.required()).bytes
                add(key: try encryption.decrypted(ciphertext, password: password))
            case Self.certificateBag:
                var certificate = try value.children(of: .sequence)
                guard try ASN1ObjectIdentifier(berEncoded: &certificate) == Self.x509Certificate else { continue }
                let der = try Self.octets(in: certificate.required())
                guard let certificate = try? CertificateDER.certificate(from: Array(der)) else {
                    throw SigningIdentityError.unreadableCertificate(
                        position: certificates.count + 1, reason: "it is not an X.509 certificate in DER form")
                }
                certificates.append(certificate)
            case Self.safeContentsBag:
                try read(safeContents: value.encodedBytes, password: password, depth: depth + 1)
            default:
                continue  // revocation lists and secrets
            }
        }
    }

    /// Keeps a supported key; for others, records the reason.
    private mutating func add(key der: [UInt8]) {
        do throws(SigningIdentityError) {
            keys.append(try PrivateKeyInfo.read(der).signingKey())
        } catch {
            keyProblem = error
        }
    }

    // RFC 7292 §4.2 and RFC 2985 §6.1.
    private static let keyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 1]
    private static let shroudedKeyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 2]
    private static let certificateBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 3]
    private static let safeContentsBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 6]
    private static let x509Certificate: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 22, 1]
}

extension SigningIdentity {
    /// Reads a key and its certificates from a PKCS#12 file (`.p12`, `.pfx`).
    ///
    /// - Throws: ``SigningIdentityError/wrongPassword``, ``SigningIdentityError/outdatedPKCS12(algorithm:)`` for files
    ///   protected with RC2, RC4 or triple DES, and other errors for missing or damaged parts
    public init(pkcs12: Data, password: String) throws(SigningIdentityError) {
        let file = try PKCS12.read(Array(pkcs12), password: password)
        guard !file.keys.isEmpty else { throw file.keyProblem ?? .unreadablePKCS12("it holds no private key") }
        guard !file.certificates.isEmpty else { throw .unreadablePKCS12("it holds no certificate") }
        for key in file.keys {
            do throws(SigningIdentityError) {
                try self.init(key: key, certificates: file.certificates)
                return
            } catch {
                continue
            }
        }
        throw .certificateDoesNotMatchKey
    }
}
