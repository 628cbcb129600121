import Crypto
import Foundation
import SwiftASN1

/// The integrity check of a PKCS#12 file: an HMAC with a key derived from the password (`MacData`, RFC 7292 §4 and
/// Appendix B).
struct PKCS12MAC {
    private var algorithm: ASN1ObjectIdentifier
    private var value: [UInt8]
    private var salt: [UInt8]
    private var rounds: Int

    init(_ node: ASN1Node) throws {
        var nodes = try node.children(of: .sequence)
        var digestInfo = try nodes.required().children(of: .sequence)
        algorithm = try AlgorithmReference(&digestInfo).oid
        value = Array(try ASN1OctetString(berEncoded: digestInfo.required()).bytes)
        salt = Array(try ASN1OctetString(berEncoded: nodes.required()).bytes)
        rounds = try nodes.next().map { try Int(berEncoded: $0) } ?? 1
    }

    /// Whether the password yields this MAC for the content.
    func matches(_ content: ArraySlice<UInt8>, password: String) throws(SigningIdentityError) -> Bool {
        guard (1...PasswordBasedEncryption.roundLimit).contains(rounds) else {
            throw .unsupportedPKCS12("\(rounds) rounds of key derivation")
        }
        guard let digest = DigestAlgorithm(algorithm) else {
            throw .unsupportedPKCS12("the integrity check \(algorithm)")
        }
        // For an empty password, the file may use no bytes at all or only the terminating zero.
        let spellings = password.isEmpty ? [[0, 0], []] : [Self.bmpString(password)]
        return spellings.contains { matches(content, $0, digest.function) }
    }

    private func matches<H: HashFunction>(_ content: ArraySlice<UInt8>, _ password: [UInt8], _: H.Type) -> Bool {
        let key = Self.key(password: password, salt: salt, rounds: rounds, hash: H.self)
        return HMAC<H>.isValidAuthenticationCode(value, authenticating: content, using: SymmetricKey(data: key))
    }

    /// Encodes big-endian UTF-16 with a terminating zero (RFC 7292 Appendix B.1).
    static func bmpString(_ password: String) -> [UInt8] {
        password.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0, 0]
    }

    /// Derives key material of one hash length for the purpose "MAC" (RFC 7292 Appendix B.2, with the identifier 3). An
    /// HMAC key needs no more, so the steps for further blocks are omitted.
    static func key<H: HashFunction>(password: [UInt8], salt: [UInt8], rounds: Int, hash: H.Type) -> [UInt8] {
        let block = H.blockByteCount
        func repeated(_ bytes: [UInt8]) -> [UInt8] {
            guard !bytes.isEmpty else { return [] }
            let length = (bytes.count + block - 1) / block * block
            return (0..<length).map { bytes[$0 % bytes.count] }
        }
        let input = [UInt8](repeating: 3, count: block) + repeated(salt) + repeated(password)
        var result = Array(H.hash(data: input))
        for _ in 1..<max(rounds, 1) {
            result = Array(H.hash(data: result))
        }
        return result
    }
}
